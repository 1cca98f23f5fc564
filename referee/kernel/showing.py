"""What a match shows: questions, views, events, texts, boards and the result. Nothing here changes the match."""

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
    """The methods of a match that only read it. `Match` plays it."""

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
        self._failing = Failing(game, table)
        self._sealed: Answers = {}
        self._stretch = Stretch(b"", 0)

    @property
    def asked(self) -> dict[Seat, Sequence[Option]]:
        """The option list of every seat that still has to answer; empty if the match is over or has failed."""
        if self._asking is None or self._failing.failure is not None:
            return {}
        if not self._sealed:
            return self._asking.options
        return {seat: options for seat, options in self._asking.options.items() if seat not in self._sealed}

    def default(self, seat: Seat) -> int:
        """The index of the option that is played for a seat that does not answer."""
        if self._failing.failure is not None:
            self._failing.check()
        if self._asking is None or seat not in self._asking.defaults:
            raise IllegalChoice(f"seat {seat} is not asked")
        return self._asking.defaults[seat]

    @property
    def asked_in_all(self) -> dict[Seat, Sequence[Option]]:
        """The option list of every seat of the open round, including seats that have answered."""
        return {} if self._asking is None or self._failing.failure is not None else self._asking.options

    @property
    def sealed(self) -> Answers:
        """The answers already given in a round in which other seats still have to answer."""
        return self._sealed

    def view(self, seat: Seat | None) -> Any:
        """What a seat (None: the spectator) sees now: the game's view."""
        self._check_seat(seat)
        with self._failing:
            return self.game.view(self.table, seat)

    def events(self, seat: Seat | None, since: int = 0) -> list[Event]:
        """The events from number `since` on, in the form that a seat (None: the spectator) received."""
        self._check_seat(seat)
        self._failing.check()
        return [happening.seen_by(seat) for happening in self._log[since:]]

    @property
    def event_count(self) -> int:
        """The number of events so far."""
        return len(self._log)

    def position_bytes(self, seat: Seat | None, since: int | None = None) -> bytes:
        """The game's Position message: view, options if the seat is asked, events from `since` on (None: no events)."""
        if not (type(seat) is int and 0 <= seat < self.table.seat_count):
            self._check_seat(seat)
        if since is not None and type(since) is not int:
            since = as_index(since)  # a wrong type is the caller's mistake, not a failure of the rules
        if self._failing.failure is not None:
            self._failing.check()
        encoders, asking = self.game.encoders, self._asking
        try:
            parts = [encoders.view(self.game.view(self.table, seat))]
            if asking is not None and seat in asking.options and seat not in self._sealed:
                parts += map(encoders.option, asking.options[seat])
            if since is not None:
                parts += self._telling.parts(seat, since)
            return b"".join(parts)
        except BaseException as error:
            self._failing.fail(error)
            raise

    def table_bytes(self) -> bytes:
        """The whole table, including hidden things, as bytes; equal tables give equal bytes."""
        if self._failing.failure is not None:
            self._failing.check()
        try:
            return self.game.encode(self.table)
        except BaseException as error:
            self._failing.fail(error)
            raise

    def view_text(self, view: Any) -> str:
        """A view for people, with descriptions of this match's cards. Raises `UsageError` for anything but a view."""
        with self._failing.on_own("view", view, (self.game.view_type,), self._views):
            return "\n".join(filter(None, [self.game.view_text(view), self.game.legend(view, self.card_set.cards)]))

    def option_text(self, option: Option) -> str:
        """An option for people, with a description of its card. Raises `UsageError` for anything but an option."""
        with self._failing.on_own("option", option, self.game.choices, self._options):
            facts = self.game.option_facts(option, self.card_set.cards)
            return self.game.option_text(option) + (f" ({facts})" if facts else "")

    def event_text(self, event: Event) -> str:
        """An event for people, public or private form. Raises `UsageError` for anything but an event."""
        with self._failing.on_own("event", event, self.game.event_types, self._events):
            return self.game.event_text(event)

    def board(self, seat: Seat | None) -> Board:
        """What a seat (None: the spectator) sees, as a board."""
        view = self.view(seat)
        with self._failing:
            return self.game.drawn(view, self.card_set.cards)

    @property
    def over(self) -> bool:
        """Whether the match has ended by its rules."""
        return self._ended and self._failing.failure is None

    @property
    def result(self) -> Result | None:
        """Places, scores and reason; None while the match runs or if it has failed."""
        if not self.over:
            return None
        with self._failing:
            return checked(self.game.result(self.table), self.table.seat_count)

    @property
    def failure(self) -> MatchFailed | None:
        """The exception that a failed match raises; None for any other match."""
        return self._failing.failure

    def _views(self) -> Iterator[Any]:
        return map(self.view, (None, *self.table.all_seats()))

    def _options(self) -> Iterator[Option]:
        return chain.from_iterable(self.asked_in_all.values())

    def _events(self) -> Iterator[Event]:
        return (form for told in self._log for form in (told.public, *told.private.values()))

    def _check_seat(self, seat: Seat | None) -> None:
        if seat is None or (type(seat) is int and 0 <= seat < self.table.seat_count):
            return
        if not (hasattr(seat, "__index__") and 0 <= seat < self.table.seat_count):
            raise UsageError(f"there is no seat {seat!r}; the seats are 0 to {self.table.seat_count - 1}")
