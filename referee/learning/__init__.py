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
belief.py          what one seat knows from the wire, as a source of whole matches
searching.py, imagining.py, repairs.py   the search for matches that agree with what the seat saw: attempts, repairs
guiding.py, guessing.py, comparing.py    their parts: chosen chance, guessed choices, and how far values differ
ismcts.py          information-set Monte Carlo tree search, for any game and policy
best_response.py   a search against a policy that it knows: a lower bound of how much that can be exploited
evaluation.py      estimates of how well each seat will do, learned from matches; some are shipped
for_pettingzoo.py  environments for PettingZoo
for_openspiel.py   games for OpenSpiel
batch.py, batch_rows.py               many matches in lock-step, as arrays
batch_processes.py, batch_worker.py   worker processes that play parts of a batch
"""

from referee.learning.actions import Actions
from referee.learning.batch import BatchEnv
from referee.learning.belief import Belief
from referee.learning.episode import Episode
from referee.learning.observations import Observations
from referee.learning.rewards import rewards_of
from referee.learning.seeds import match_seed
from referee.learning.space import Space

__all__ = ["Actions", "BatchEnv", "Belief", "Episode", "Observations", "Space", "match_seed", "rewards_of"]
