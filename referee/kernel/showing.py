"""What a match shows, to whom: what is asked, views, events, texts, boards, the result. It changes nothing."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator, Sequence
from itertools import chain
from operator import index as as_index
from typing import Any

from referee.errors import IllegalChoice, MatchFailed, UsageError
from referee.kernel.asking import Answers, Asking, Option
from referee.kernel.board import Board
from referee.kernel.card_set import CardSet
from referee.kernel.failing import Failing
from referee.kernel.game import Game, Phase
from referee.kernel.ranking import Result, checked
from referee.kernel.seats import Seat
from referee.kernel.stretch import Stretch
from referee.kernel.table import Event, Happening, Table
from referee.kernel.telling import Telling


class ShownMatch:
    """A match as far as it is looked at. `Match` plays it."""

    game: Game[Any]
    table: Table[Any]
    card_set: CardSet

    def __init__(self, game: Game[Any], table: Table[Any], card_set: CardSet, log: list[Happening]) -> None:
        self.game = game
        self.table = table
        self.card_set = card_set
        self._log = log
        self._telling = Telling(log, game.encoders.event)
        table.attach(card_set.cards, log)
        self._running: Coroutine[Asking, Answers | None, Phase[Any] | None] | None = None
        self._asking: Asking | None = None
        self._ended = False
        self._failing = Failing(game.id, table)
        self._sealed: Answers = {}
        self._stretch = Stretch(b"", 0)

    @property
    def asked(self) -> dict[Seat, Sequence[Option]]:
        """The option list of every seat that has still to answer; empty when the match is over or has failed."""
        if self._asking is None or self._failing.failure is not None:
            return {}
        if not self._sealed:
            return self._asking.options
        return {seat: options for seat, options in self._asking.options.items() if seat not in self._sealed}

    def default(self, seat: Seat) -> int:
        """The index that is taken for a seat that does not answer."""
        self._failing.check()
        if self._asking is None or seat not in self._asking.defaults:
            raise IllegalChoice(f"seat {seat} is not asked")
        return self._asking.defaults[seat]

    @property
    def asked_in_all(self) -> dict[Seat, Sequence[Option]]:
        """The option list of every seat of the open round, those included that have answered already."""
        return {} if self._asking is None or self._failing.failure is not None else self._asking.options

    @property
    def sealed(self) -> Answers:
        """The answers already given in a round that is still open to other seats."""
        return self._sealed

    def view(self, seat: Seat | None) -> Any:
        """What a seat (None: the spectator) sees now: the game's own View."""
        self._check_seat(seat)
        with self._failing:
            return self.game.view(self.table, seat)

    def events(self, seat: Seat | None, since: int = 0) -> list[Event]:
        """What happened, from event number `since` on, in the forms that a seat (None: the spectator) was told."""
        self._check_seat(seat)
        self._failing.check()
        return [happening.seen_by(seat) for happening in self._log[since:]]

    @property
    def event_count(self) -> int:
        """The number of events so far."""
        return len(self._log)

    def position_bytes(self, seat: Seat | None, since: int | None = None) -> bytes:
        """The game's own Position message: view, options if the seat is asked, events from `since` on (None: none)."""
        self._check_seat(seat)
        since = since if since is None else as_index(since)  # what is no number is not the rules' failure
        encoders = self.game.encoders
        with self._failing:
            parts = [encoders.view(self.game.view(self.table, seat))]
            if seat is not None:
                parts += map(encoders.option, self.asked.get(seat, ()))
            if since is not None:
                parts += self._telling.parts(seat, since)
            return b"".join(parts)

    def table_bytes(self) -> bytes:
        """The whole table, hidden things too, as bytes: the same bytes for the same table."""
        with self._failing:
            return self.game.encode(self.table)

    def view_text(self, view: Any) -> str:
        """A view for people, with what the cards of this match do. Raises `UsageError` for anything else."""
        with self._failing.on_own("view", view, (self.game.view_type,), self._views):
            return "\n".join(filter(None, [self.game.view_text(view), self.game.legend(view, self.card_set.cards)]))

    def option_text(self, option: Option) -> str:
        """An option for people, with what its card does in this match. Raises `UsageError` for anything else."""
        with self._failing.on_own("option", option, self.game.choices, self._options):
            facts = self.game.option_facts(option, self.card_set.cards)
            return self.game.option_text(option) + (f" ({facts})" if facts else "")

    def event_text(self, event: Event) -> str:
        """An event for people, in the form that somebody was told. Raises `UsageError` for anything else."""
        with self._failing.on_own("event", event, self.game.event_types, self._events):
            return self.game.event_text(event)

    def board(self, seat: Seat | None) -> Board:
        """What a seat (None: the spectator) sees, as a table to look at."""
        view = self.view(seat)
        with self._failing:
            return self.game.drawn(view, self.card_set.cards)

    @property
    def over(self) -> bool:
        """Whether the match has ended by its rules."""
        return self._ended and self._failing.failure is None

    @property
    def result(self) -> Result | None:
        """Places, scores and reason; None while the match runs, and for one that has failed."""
        if not self.over:
            return None
        with self._failing:
            return checked(self.game.result(self.table), self.table.seat_count)

    @property
    def failure(self) -> MatchFailed | None:
        """What a match that has failed raises; None for any other."""
        return self._failing.failure

    def _views(self) -> Iterator[Any]:
        return map(self.view, (None, *self.table.all_seats()))

    def _options(self) -> Iterator[Option]:
        return chain.from_iterable(self.asked_in_all.values())

    def _events(self) -> Iterator[Event]:
        return (form for told in self._log for form in (told.public, *told.private.values()))

    def _check_seat(self, seat: Seat | None) -> None:
        if seat is not None and not (hasattr(seat, "__index__") and 0 <= seat < self.table.seat_count):
            raise UsageError(f"there is no seat {seat!r}; the seats are 0 to {self.table.seat_count - 1}")
