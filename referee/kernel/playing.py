"""The match: runs the phases of a game, holds what is asked, and takes the answers. No I/O, no clock."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from itertools import chain
from operator import index as as_index
from typing import Any

import msgspec

from referee.errors import IllegalChoice, MatchFailed, NoOtherWorld, RulesError, UsageError
from referee.kernel import redealing, saving
from referee.kernel.asking import Answers, Asking, Option
from referee.kernel.board import Board
from referee.kernel.card_set import CardSet
from referee.kernel.cards import CardData
from referee.kernel.chance import seed_from
from referee.kernel.failing import Failing
from referee.kernel.game import Game, Phase, find_game, game_ids, name_of
from referee.kernel.ranking import Result, checked
from referee.kernel.seats import Seat
from referee.kernel.stretch import Answered, Stretch, of_running_phase
from referee.kernel.table import Event, Happening, Table
from referee.kernel.telling import Telling


class Match:
    """One match. Make it with `start`, `Match.from_table` or `Match.from_bytes`.

    When the code of the game raises, in whatever call, the match has failed: it has no question, is not over and has no
    result, and that call and every later one raise `MatchFailed`. But a text of a view, an option
    or an event that is none of this match raises `UsageError`, and the match goes on.

    `copy.copy` and `copy.deepcopy` do what `clone` does, and pickling what `to_bytes` and `from_bytes` do: a copy is
    always a match of its own.

    Attributes:
        game: The game that is played.
        table: All that is so now, hidden things too. It is for reading, and changes only through `answer`.
        card_set: The cards that it is played with.
    """

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

    def answer(self, answers: Mapping[Seat, int]) -> None:
        """Answers for one seat or several. An illegal answer raises `IllegalChoice` and changes nothing."""
        self._failing.check()
        asking = self._asking
        listed = {} if asking is None else asking.options
        for seat, index in answers.items():
            asks = seat in listed and seat not in self._sealed and hasattr(index, "__index__")
            if not (asks and 0 <= index < len(listed[seat])):
                raise IllegalChoice(self._why_illegal(seat, index))
        if asking is None:
            return
        given = {**self._sealed, **answers}
        if len(given) < len(listed):
            self._seal(given)
            return
        if self._sealed:
            self._seal({})
        if len(given) > 1:
            given = {seat: given[seat] for seat in listed}
        self._stretch.steps.append(Answered(asking, given))
        with self._failing:
            self._go_on(given)

    def _why_illegal(self, seat: Seat, index: int) -> str:
        if self._asking is None:
            return f"seat {seat} is not asked: the match is over"
        if seat not in self.asked:
            return f"seat {seat} is not asked; asked are {sorted(self.asked)}"
        return f"seat {seat} chose {index!r}; its options are 0 to {len(self.asked[seat]) - 1}"

    def _seal(self, answers: Answers) -> None:
        self._sealed = answers
        self.table.sealed = {seat: self.asked_in_all[seat][index] for seat, index in answers.items()}

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

    def clone(self) -> Match:
        """An independent match in the same position."""
        with self._failing:
            phase = self._running_phase()
            match = self._at_phase_start(self.game.decode(phase.start), phase.start)
            for step in phase.steps:
                match.answer(step.answers)
            match.answer(self._sealed)
            return match

    __copy__ = clone

    def __deepcopy__(self, _memo: dict[int, Any]) -> Match:
        """See `clone`."""
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., Match], tuple[bytes]]:
        """See `to_bytes`. Raises `UsageError` for a game that is not installed: whoever reads it could not find it."""
        data = self.to_bytes()
        if self.game.id not in game_ids() or find_game(self.game.id) is not self.game:
            raise UsageError(f"this game {self.game.id!r} is not the installed one; use to_bytes and from_bytes")
        return Match.from_bytes, (data,)

    def to_bytes(self) -> bytes:
        """The match as bytes, for `from_bytes`."""
        with self._failing:
            phase = self._running_phase()
        return saving.to_bytes(self.game, self.card_set, phase, self._sealed, self._log)

    @staticmethod
    def from_bytes(data: bytes, game: Game[Any] | None = None) -> Match:
        """The match that `to_bytes` wrote. A game that is not installed must be given again."""
        saved = saving.from_bytes(data, game)
        match = Match(saved.game, saved.game.decode(saved.start), saved.card_set, saved.log)
        match._enter(saved.game.phase_by_name[match.table.phase], saved.start)
        for answers in saved.answers:
            match.answer(answers)
        return match

    @staticmethod
    def from_table(
        game: str | Game[Any], *, table: Mapping[str, Any] | Table[Any], phase: str, cards: str | CardData | None = None
    ) -> Match:
        """A match at the start of a phase, with a table that the caller made: for a game's tests, and for puzzles.

        `phase` is one of `game.phase_by_name`. `table` is plain data, as `msgspec.to_builtins(match.table)` gives it
        while `match.table.phase` says the phase, or a table itself, which is copied; what is left out has its default.
        The events before are lost. Whether the table can come about in play is for the caller to see to.

        Raises `UsageError` for an unknown game or phase or a table of other fields, `CardSetError` for the cards, and
        `MatchFailed` if the rules fail on such a table.
        """
        game = find_game(game)
        if phase not in game.phase_by_name:
            raise UsageError(f"{game.id} has no phase {phase!r}; its phases are {', '.join(game.phase_by_name)}")
        plain = table if isinstance(table, Mapping) else msgspec.to_builtins(table)
        try:
            own = msgspec.convert(plain, game.table_type, str_keys=True)
        except msgspec.ValidationError as error:
            raise UsageError(f"this is no table of {game.id}: {error}") from None
        match = Match(game, own, CardSet.of(game, cards), [])
        match._enter(game.phase_by_name[phase])
        return match

    def redeal(self, seat: Seat | None, seed: bytes | int) -> Match:
        """A clone in which everything that `seat` (None: the spectator) can not know is dealt anew.

        Raises `NoOtherWorld` if none was found that agrees with what the seat saw.
        """
        self._check_seat(seat)
        seed = seed_from(seed)
        with self._failing:
            world = redealing.redeal(self, seat, seed)
        if world is None:
            who = "the spectator" if seat is None else f"seat {seat}"
            raise NoOtherWorld(f"{redealing.MOST_TRIES} other deals all differ from what {who} saw")
        return world

    def _views(self) -> Iterator[Any]:
        return map(self.view, (None, *self.table.all_seats()))

    def _options(self) -> Iterator[Option]:
        return chain.from_iterable(self.asked_in_all.values())

    def _events(self) -> Iterator[Event]:
        return (form for told in self._log for form in (told.public, *told.private.values()))

    def _check_seat(self, seat: Seat | None) -> None:
        if seat is not None and not (hasattr(seat, "__index__") and 0 <= seat < self.table.seat_count):
            raise UsageError(f"there is no seat {seat!r}; the seats are 0 to {self.table.seat_count - 1}")

    def _running_phase(self) -> Stretch:
        """How the match came to where it is from the start of its running phase; worked out once."""
        self._stretch = of_running_phase(self._stretch, self.game, self.card_set.cards, self._log)
        return self._stretch

    def _at_phase_start(self, table: Table[Any], encoded: bytes | None = None) -> Match:
        """A match at the start of the running phase, with that table."""
        match = Match(self.game, table, self.card_set, self._log[: self._running_phase().event_count])
        match._enter(self.game.phase_by_name[table.phase], encoded)
        return match

    def _set_up(self) -> None:
        """Begins the match."""
        with self._failing:
            self.game.set_up(self.table)
            self._enter(self.game.phases[0])

    def _enter(self, phase: Phase[Any], encoded: bytes | None = None) -> None:
        """Begins a phase and plays on to the next asking; `encoded` is the table if the caller has it as bytes."""
        with self._failing:
            self._begin(phase, encoded)
            self._go_on(None)

    def _begin(self, phase: Phase[Any], encoded: bytes | None = None) -> None:
        self.table.phase = name_of(phase)
        if self._stretch.start and not self._stretch.steps:
            self._stretch.passed += 1
        else:
            self._stretch = Stretch(encoded or self.game.encode(self.table), len(self._log))
        self._running = phase(self.table)

    def _go_on(self, answers: Answers | None) -> None:
        """Plays on to the next asking; a phase that ends says which one follows."""
        following: Phase[Any] | None
        while True:
            assert self._running is not None
            try:
                self._asking = self._running.send(answers)
            except StopIteration as done:
                following = done.value
            else:
                if not isinstance(self._asking, Asking):
                    raise RulesError("a phase awaits nothing but ask, ask_all and what is made of them")
                return
            self._asking = answers = None
            if following is None:
                self._ended = True
                return
            self._begin(following)
