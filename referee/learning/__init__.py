"""Learning: matches as numbers, for training and search.

space = Space("keepers", seats=2)
episode = space.start(seed=7)
while not episode.over:
    observation, mask = episode.observe(), episode.mask()
    episode.step(episode.default)
print(episode.rewards())

fields.py          the fields of a game's classes, and the values that they can have
actions.py         numbered actions, and masks
pieces.py          values as the bytes of numbers
observations.py    views as arrays of numbers
rewards.py         rewards, computed from results
episode.py         one match, played by numbered actions
space.py           the actions and observations of a game, and the episodes that use them
seeds.py           the seeds of matches, from one number
for_pettingzoo.py  environments for PettingZoo
"""

from referee.learning.actions import Actions
from referee.learning.episode import Episode
from referee.learning.observations import Observations
from referee.learning.rewards import rewards_of
from referee.learning.space import Space

__all__ = ["Actions", "Episode", "Observations", "Space", "rewards_of"]
