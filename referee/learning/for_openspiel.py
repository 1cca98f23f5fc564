"""Games for OpenSpiel: `pip install 'referee[openspiel]'`.

import pyspiel
import referee.learning.for_openspiel

game = pyspiel.load_game("referee_keepers(players=2,max_rounds=5)")

Importing this module registers every installed game as `referee_<id>`. The options of the game are parameters, and so
are `players`, `deals`, the number of different deals, and `cards`, the file of a custom card set. The only chance node
is the first one: it chooses the deal.
Seats that are asked at once act one after the other, and see nothing of each other's choices.

If the value of an option can be a number or a word, pass it as text. OpenSpiel accepts a number as text only in a
dictionary: `pyspiel.load_game("referee_keepers", {"first_seat": "1"})`.

`resample_from_infostate` works with the bots that are written in Python (`open_spiel.python.algorithms.ismcts`). The
C++ bots end the process on any state that is written in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from referee.errors import UsageError
from referee.kernel.cards import parse
from referee.kernel.game import Game, all_games
from referee.kernel.options import DeclaredOption, OptionValue, Whole
from referee.kernel.seats import Seat
from referee.learning.episode import Episode
from referee.learning.seeds import match_seed
from referee.learning.space import Space, installed_space

try:
    import pyspiel
except ImportError as error:
    raise ImportError("OpenSpiel is not installed: pip install 'referee[openspiel]'") from error

__all__ = ["RefereeGame", "RefereeObserver", "RefereeState"]

MOST_TURNS = 100_000
DEALS = 1024
_OWN_PARAMETERS = ("players", "deals", "cards")
_RESAMPLING_BITS = 53


def _game_type(game: Game[Any]) -> Any:
    low, high = game.seats
    return pyspiel.GameType(
        short_name=f"referee_{game.id}",
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": low,
            "deals": DEALS,
            "cards": "",
            **{option.name: _default(option) for option in game.options},
        },
    )


def _default(option: DeclaredOption) -> OptionValue:
    """The default of a parameter. An option that can be a word or a number is passed as text."""
    return str(option.default) if isinstance(option.kind, Whole) and option.kind.words else option.default


def _card_data(file: str) -> bytes:
    """The card set in a file, as JSON; none if there is no file."""
    try:
        return msgspec.json.encode(parse(Path(file).read_text(encoding="utf-8")) if file else None)
    except OSError as error:
        raise UsageError(f"cannot read the card set {file!r}: {error.strerror}") from None


class RefereeGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types for mypy
    """A game. Load it with `pyspiel.load_game`.

    Attributes:
        space: The numbered actions and the observations.
        match_options: The options of every match.
        deals: The number of different deals.
    """

    def __init__(self, game: Game[Any], game_type: Any, given: Mapping[str, Any]) -> None:
        players = given.get("players", game.seats[0])
        self.deals = given.get("deals", DEALS)
        if self.deals < 1:
            raise UsageError(f"deals is {self.deals}: use 1 or more")
        self.match_options = {name: value for name, value in given.items() if name not in _OWN_PARAMETERS}
        self.space = installed_space(game.id, players, _card_data(given.get("cards", "")))
        self.space.start(0, options=self.match_options)  # refuses wrong options here
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.space.actions),
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_TURNS,
        )
        super().__init__(game_type, info, dict(given))

    def new_initial_state(self) -> RefereeState:
        """The state before the deal is chosen."""
        return RefereeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RefereeObserver | None:
        """An observer of the states of this game; None for anything except what one player sees, public or private."""
        if params:
            raise UsageError(f"there are no parameters for observations, but these are given: {params}")
        private = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if iig_obs_type is not None and (iig_obs_type.private_info != private or not iig_obs_type.public_info):
            return None
        return RefereeObserver(self.space, recalls=iig_obs_type is not None and iig_obs_type.perfect_recall)

    def __reduce__(self) -> tuple[Callable[..., RefereeGame], tuple[str, dict[str, Any]]]:
        """Pickle the name and the parameters."""
        return pyspiel.load_game, (self.get_type().short_name, self.get_parameters())


class RefereeState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types for mypy
    """A state of a match.

    Attributes:
        episode: The match; None before the deal is chosen.
    """

    def __init__(self, game: RefereeGame) -> None:
        super().__init__(game)
        self._space = game.space
        self._options = game.match_options
        self._deals = game.deals
        self.episode: Episode | None = None

    def current_player(self) -> int:
        """The player that acts: first chance, then one seat after the other."""
        if self.episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.episode.seat is None else self.episode.seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.episode.numbers) if self.episode is not None and player == self.episode.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, each equally likely."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _apply_action(self, action: int) -> None:
        if self.episode is None:
            self.episode = self._space.start(match_seed(0, 0, action), options=self._options)
        else:
            self.episode.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player < 0 else self._space.actions.names[action]

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.episode is not None and self.episode.over

    def returns(self) -> list[float]:
        """For each seat, the seats that it beat minus those that beat it, divided by the number of other seats."""
        return [0.0] * self._space.seats if self.episode is None else self.episode.rewards()

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> RefereeState:
        """A state that the player cannot distinguish from this one.

        The history of the returned state is that of this state.

        Raises `NoOtherWorld` as `Match.redeal` does.
        """
        other: RefereeState = self.clone()
        if self.episode is not None:
            other.episode = self.episode.redeal(Seat(player_id), int(probability_sampler() * 2**_RESAMPLING_BITS))
        return other

    def __str__(self) -> str:
        """What a spectator sees, and who acts."""
        if self.episode is None:
            return "before the deal"
        return f"{self.episode.match.view_text(self.episode.match.view(None))}\nto act: {self.episode.seat}"


class RefereeObserver:
    """What a player sees of a state, or knows with perfect recall.

    Attributes:
        tensor: The array that the last `set_from` filled; None with perfect recall.
        dict: The same array by its name.
    """

    def __init__(self, space: Space, *, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor = None if recalls else np.zeros(len(space.observations), np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: RefereeState, player: int) -> None:
        """Fill the array with what a player sees."""
        if self.tensor is not None:
            self.tensor[:] = 0 if state.episode is None else state.episode.observe(Seat(player))

    def string_from(self, state: RefereeState, player: int) -> str:
        """What a player sees or knows, as text."""
        if state.episode is None:
            return ""
        if self._recalls:
            return state.episode.information_state_string(Seat(player))
        return state.episode.observation_string(Seat(player))


def _register(game: Game[Any]) -> None:
    game_type = _game_type(game)

    class Registered(RefereeGame):
        """The game with its type."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, game_type, params or {})

    pyspiel.register_game(game_type, Registered)


for _game in all_games().values():
    _register(_game)
