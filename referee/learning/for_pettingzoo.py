"""Environments for PettingZoo: `pip install 'referee[pettingzoo]'`.

env = aec_env("keepers", seats=3)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    env.step(None if terminated else env.action_space(agent).sample(info["action_mask"]))

The agents are `seat_0`, `seat_1` and so on. Rewards come at the end of a match. `info["action_mask"]` of the agent that
acts says what it can choose. `reset(seed=...)` fixes this match and all later ones; its `options` are ignored, because
the options of the game belong to the constructor.
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbits
from typing import Any, Literal

import numpy as np

from referee.errors import IllegalChoice, UsageError
from referee.kernel.cards import CardData
from referee.kernel.game import Game
from referee.kernel.options import OptionValue
from referee.kernel.seats import Seat
from referee.learning.episode import Episode
from referee.learning.observations import LARGEST, Observation
from referee.learning.rewards import RewardKind
from referee.learning.seeds import match_seed
from referee.learning.space import Space

try:
    from gymnasium.spaces import Box, Discrete
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise ImportError("PettingZoo is not installed: pip install 'referee[pettingzoo]'") from error

__all__ = ["SeatsInTurn", "SeatsTogether", "aec_env", "parallel_env"]

RENDER_MODES = ("ansi",)

Illegal = Literal["error", "default"]
Info = dict[str, Any]


class _Matches:
    """One match after the other, and what both environments say about them."""

    def __init__(
        self,
        game: str | Game[Any],
        seats: int,
        *,
        options: Mapping[str, OptionValue] | None = None,
        cards: str | CardData | None = None,
        rewards: RewardKind = "zero_sum",
        illegal: Illegal = "error",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in {"error", "default"}:
            raise UsageError(f"unknown value illegal={illegal!r}; allowed are 'error' and 'default'")
        if render_mode not in {None, *RENDER_MODES}:
            raise UsageError(f"unknown render mode {render_mode!r}; allowed is {', '.join(RENDER_MODES)}")
        self.space = Space(game, seats, cards=cards)
        self.render_mode = render_mode
        self.agents = [f"seat_{seat}" for seat in range(seats)]
        self.possible_agents = [*self.agents]
        self._game_options = options
        self._rewards = rewards
        self._illegal = illegal
        self._seed = randbits(63)
        self._number = 0
        self._looks = {agent: self._view_space() for agent in self.possible_agents}
        self.episode = self._next_episode()

    def _view_space(self) -> Box:
        return Box(-LARGEST, LARGEST, (len(self.space.observations),), np.float32)

    def _next_episode(self, seed: int | None = None) -> Episode:
        if seed is not None:
            self._seed, self._number = seed, 0
        self._number += 1
        return self.space.start(match_seed(self._seed, 0, self._number - 1), options=self._game_options)

    def observation_space(self, agent: str) -> Box:
        """What an agent sees: the numbers that `space.observations.names` names."""
        return self._looks[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        return self.episode.observe(self._seat(agent))

    def render(self) -> str | None:
        """Return what a spectator sees now, as text. Without `render_mode="ansi"`, return nothing."""
        match = self.episode.match
        return match.view_text(match.view(None)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing has to be closed."""

    def _seat(self, agent: str) -> Seat:
        return Seat(self.possible_agents.index(agent))

    def _act(self, action: int) -> None:
        """Let the seat that acts choose.

        An action that the seat cannot choose is an error, or the default is played instead.
        """
        if self._illegal == "default" and action not in self.episode.numbers:
            action = self.episode.default
        self.episode.step(action)

    def _scores(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.episode.rewards(self._rewards), strict=True))


class SeatsInTurn(_Matches, AECEnv):  # type: ignore[misc]  # PettingZoo has no types for mypy
    """A game for PettingZoo in which one agent after the other acts. Make it with `aec_env`.

    Seats that are asked at once act one after the other, and see nothing of each other's choices.
    """

    def __init__(self, game: str | Game[Any], seats: int, **settings: Any) -> None:
        super().__init__(game, seats, **settings)
        self.metadata = {
            "name": f"referee_{self.space.game.id}",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
        }
        self._acts = {agent: Discrete(len(self.space.actions)) for agent in self.possible_agents}
        self._begin()

    def action_space(self, agent: str) -> Discrete:
        """The numbered actions: `space.actions.names`."""
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:  # noqa: ARG002 - given by PettingZoo
        """Start the next match; with a seed, the first match of that seed."""
        self.episode = self._next_episode(seed)
        self._begin()

    def _begin(self) -> None:
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def _ask(self) -> None:
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        if self.episode.seat is not None:
            self.agent_selection = self.possible_agents[self.episode.seat]
            self.infos[self.agent_selection]["action_mask"] = self.episode.mask()

    def step(self, action: int | None) -> None:
        """Let the selected agent act; None for one whose match is over."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalChoice(f"{self.agent_selection} must act: None is for agents whose match is over")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._act(int(action))
        if self.episode.over:
            self.rewards = self._scores()
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        self._ask()
        self._accumulate_rewards()


class SeatsTogether(_Matches, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types for mypy
    """A game for PettingZoo in which all agents act in every step. Make it with `parallel_env`.

    One step is one question of the game. An agent that is not asked waits: its only action is the last one, `wait`.

    Attributes:
        wait: The action of an agent that is not asked.
    """

    def __init__(self, game: str | Game[Any], seats: int, **settings: Any) -> None:
        super().__init__(game, seats, **settings)
        self.metadata = {
            "name": f"referee_{self.space.game.id}",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": True,
        }
        self.wait = len(self.space.actions)
        self._acts = {agent: Discrete(self.wait + 1) for agent in self.possible_agents}

    def action_space(self, agent: str) -> Discrete:
        """The numbered actions, and waiting."""
        return self._acts[agent]

    def reset(
        self,
        seed: int | None = None,
        options: Info | None = None,  # noqa: ARG002 - given by PettingZoo
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Start the next match; with a seed, the first match of that seed."""
        self.episode = self._next_episode(seed)
        self.agents = [*self.possible_agents]
        return self._seen(), self._told()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        """Let all agents act."""
        agents, asked = self.agents, self.episode.match.asked
        if self._illegal == "error":
            self._check(actions)
        for seat in asked:
            self._act(int(actions[self.possible_agents[seat]]))
        over = self.episode.over
        if over:
            self.agents = []
        told = (dict.fromkeys(agents, over), dict.fromkeys(agents, False), self._told())
        return self._seen(), self._scores(), *told

    def _check(self, actions: Mapping[str, int]) -> None:
        """Refuse wrong actions before any of them is played."""
        for agent, mask in self._masks().items():
            action = actions.get(agent)
            if action is None or not 0 <= action < len(mask) or not mask[action]:
                allowed = ", ".join(map(str, np.flatnonzero(mask)))
                raise IllegalChoice(f"action {action} of {agent} is not allowed now; it can choose {allowed}")

    def _seen(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.possible_agents}

    def _told(self) -> dict[str, Info]:
        return {agent: {"action_mask": mask} for agent, mask in self._masks().items()}

    def _masks(self) -> dict[str, Any]:
        asked = self.episode.match.asked
        masks = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self.wait + 1, np.int8)
            chosen = self.space.actions.numbers(asked[Seat(seat)], Seat(seat)) if seat in asked else [self.wait]
            mask[chosen] = 1
            masks[agent] = mask
        return masks


def aec_env(game: str | Game[Any], seats: int, **settings: Any) -> SeatsInTurn:
    """An environment in which one agent after the other acts.

    Args:
        game: The game, or its id.
        seats: The number of seats.
        **settings: `options` and `cards` of the match; `rewards`: `zero_sum` (the default), `place` or `score`;
            `illegal`: what an action that is not allowed does: raise `IllegalChoice` (`error`, the default) or play the
            game's default (`default`); `render_mode`: None or `ansi`.
    """
    return SeatsInTurn(game, seats, **settings)


def parallel_env(game: str | Game[Any], seats: int, **settings: Any) -> SeatsTogether:
    """An environment in which all agents act in every step; agents that are not asked wait. Settings: see `aec_env`."""
    return SeatsTogether(game, seats, **settings)
