"""An episode: one match, in which one seat after the other chooses an action by its number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from referee.errors import IllegalChoice
from referee.kernel.asking import Option
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.learning.actions import Mask
from referee.learning.observations import Observation
from referee.learning.rewards import RewardKind, rewards_of

if TYPE_CHECKING:
    from referee.learning.space import Space

OwnChoice = tuple[int, Option]
"""A choice of a seat, with the number of events before it."""

_to_json = msgspec.json.Encoder().encode


class Episode:
    """A match that is played by numbered actions. Get it from `Space.start`.

    If several seats are asked at once, they act one after the other. Nobody sees anything of their choices before the
    last of them has acted, as in the match itself.

    Attributes:
        match: The match.
        seat: The seat that acts now; None if the match is over.
        numbers: The allowed actions, in the order of the options of the turn: `options[numbers.index(action)]`.
    """

    __slots__ = ("_actions", "_chosen", "_observations", "_options", "_space", "match", "numbers", "seat")

    def __init__(self, space: Space, match: Match, chosen: list[list[OwnChoice]] | None = None) -> None:
        self._space = space
        self._actions = space.actions
        self._observations = space.observations
        self._chosen = [[] for _ in range(space.seats)] if chosen is None else chosen
        self.match = match
        self._to_next_turn()

    def _to_next_turn(self) -> None:
        for seat, options in self.match.asked.items():
            self.seat: Seat | None = seat
            self._options = options
            self.numbers = self._actions.numbers(options, seat)
            return
        self.seat, self._options, self.numbers = None, (), []

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.seat is None

    def step(self, action: int) -> None:
        """Let the seat that acts choose an action. An action that is not allowed raises `IllegalChoice`."""
        seat = self._acting()
        try:
            index = self.numbers.index(action)
        except ValueError:
            allowed = ", ".join(map(str, sorted(self.numbers)))
            raise IllegalChoice(f"action {action} is not allowed now; seat {seat} can choose {allowed}") from None
        self._chosen[seat].append((self.match.event_count, self._options[index]))
        self.match.answer({seat: index})
        self._to_next_turn()

    @property
    def default(self) -> int:
        """The action that is played for a bot that does not answer."""
        return self.numbers[self.match.default(self._acting())]

    def _acting(self) -> Seat:
        if self.seat is None:
            raise IllegalChoice("nobody can act: the match is over")
        return self.seat

    def mask(self, seat: Seat | None = None) -> Mask:
        """One entry for each action: 1 if the seat (None: the one that acts) can choose it now, else 0."""
        return self._actions.mask_of(self.numbers if seat in {None, self.seat} else [])

    def observe(self, seat: Seat | None = None) -> Observation:
        """What a seat (None: the one that acts) sees now, as an array."""
        seat = self._acting() if seat is None else seat
        return self._observations.of(self.match.view(seat), seat)

    def observation_bytes(self) -> bytes:
        """What the seat that acts sees, as the bytes of the array, which are quicker to copy."""
        seat = self._acting()
        return self._observations.bytes_of(self.match.view(seat), seat)

    def rewards(self, kind: RewardKind = "zero_sum") -> list[float]:
        """The reward of each seat, by its result; all 0 while the match runs."""
        result = self.match.result
        return [0.0] * len(self._chosen) if result is None else rewards_of(result, kind)

    def observation_string(self, seat: Seat) -> str:
        """What a seat sees now, as text for people."""
        return self.match.view_text(self.match.view(seat))

    def information_state_string(self, seat: Seat) -> str:
        """Everything that a seat knows, with perfect recall: its events and choices in order, and what it sees now.

        One line each, as JSON. Its own choices begin with `>`, the view with `=`. If the episode began with a given
        match, the seat's earlier choices are missing.
        """
        events, since = self.match.events(seat), 0
        lines: list[bytes] = []
        for count, option in self._chosen[seat]:
            lines += map(_to_json, events[since:count])
            lines.append(b">" + _to_json(option))
            since = count
        lines += map(_to_json, events[since:])
        lines.append(b"=" + _to_json(self.match.view(seat)))
        return b"\n".join(lines).decode()

    def clone(self) -> Episode:
        """An independent episode in the same position."""
        return Episode(self._space, self.match.clone(), [[*made] for made in self._chosen])

    __copy__ = clone

    def __deepcopy__(self, _memo: dict[int, Any]) -> Episode:
        """See `clone`."""
        return self.clone()

    def redeal(self, seat: Seat, seed: bytes | int) -> Episode:
        """A clone in which everything that a seat cannot know is dealt again. Raises as `Match.redeal` does.

        It forgets what the other seats have chosen so far, because their choices may reveal the cards that were dealt
        again.
        """
        chosen = [[*made] if of == seat else [] for of, made in enumerate(self._chosen)]
        return Episode(self._space, self.match.redeal(seat, seed), chosen)

    def __reduce__(self) -> tuple[Callable[..., Episode], tuple[Space, Match, list[list[OwnChoice]]]]:
        """Pickle the match and what its seats chose. Raises `UsageError` for a game that is not installed."""
        return Episode, (self._space, self.match, self._chosen)
