"""The match: it runs the phases of a game, keeps the open question, and takes the answers. No I/O, no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from referee.errors import IllegalChoice, NoOtherWorld, RulesError, UsageError
from referee.kernel import redealing, saving
from referee.kernel.asking import Answers, Asking
from referee.kernel.card_set import CardSet
from referee.kernel.cards import CardData
from referee.kernel.chance import seed_from
from referee.kernel.game import Game, Phase, find_game, game_ids
from referee.kernel.seats import Seat
from referee.kernel.showing import ShownMatch
from referee.kernel.stretch import Answered, Stretch, of_running_phase
from referee.kernel.table import Table


class Match(ShownMatch):
    """One match. Make it with `start`, `Match.from_table` or `Match.from_bytes`.

    If the game's code raises an exception in any call, the match has failed: it has no question, is not over and has no
    result. That call and every later one raise `MatchFailed`. There is one exception: if you ask for the text of a
    view, an option or an event that does not belong to this match, `UsageError` is raised and the match continues.

    `copy.copy` and `copy.deepcopy` work like `clone`, and pickling like `to_bytes` and `from_bytes`: a copy is always
    an independent match.

    Attributes:
        game: The game that is played.
        table: The current state, hidden things included. Treat it as read-only; it changes only through `answer`.
        card_set: The card set of the match.
    """

    def answer(self, answers: Mapping[Seat, int]) -> None:
        """Answer for one or several seats. An illegal answer raises `IllegalChoice` and changes nothing."""
        if self._failing.failure is not None:
            self._failing.check()
        asking = self._asking
        listed = {} if asking is None else asking.options
        for seat, index in answers.items():
            if (
                seat not in listed
                or seat in self._sealed
                or (type(index) is not int and not hasattr(index, "__index__"))
                or not 0 <= index < len(listed[seat])
            ):
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
        try:
            self._go_on(given)
        except BaseException as error:
            self._failing.fail(error)
            raise

    def _why_illegal(self, seat: Seat, index: int) -> str:
        if self._asking is None:
            return f"seat {seat} is not asked: the match is over"
        if seat not in self.asked:
            return f"seat {seat} is not asked; the asked seats are {sorted(self.asked)}"
        return f"seat {seat} chose {index!r}; its options are 0 to {len(self.asked[seat]) - 1}"

    def _seal(self, answers: Answers) -> None:
        self._sealed = answers
        self.table.sealed = {seat: self.asked_in_all[seat][index] for seat, index in answers.items()}

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
        """See `to_bytes`. Raises `UsageError` for a game that is not installed: unpickling could not find it."""
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
        """Read a match that `to_bytes` wrote. Pass `game` if it is not installed."""
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
        """Make a match at the start of a phase from a given table: for a game's tests, and for puzzles.

        `phase` is one of `game.phase_by_name`. `table` is either plain data, as `msgspec.to_builtins(match.table)`
        returns it while `match.table.phase` is that phase, or a table, which is copied. Omitted fields have their
        defaults. Earlier events are lost. The caller has to make sure that the table can occur in play.

        Raises `UsageError` for an unknown game or phase or a table with other fields, `CardSetError` for invalid cards,
        and `MatchFailed` if the rules fail on this table.
        """
        game = find_game(game)
        if phase not in game.phase_by_name:
            raise UsageError(f"{game.id} has no phase {phase!r}; its phases are {', '.join(game.phase_by_name)}")
        plain = table if isinstance(table, Mapping) else msgspec.to_builtins(table)
        try:
            own = msgspec.convert(plain, game.table_type, str_keys=True)
        except msgspec.ValidationError as error:
            raise UsageError(f"not a table of {game.id}: {error}") from None
        match = Match(game, own, CardSet.of(game, cards), [])
        match._enter(game.phase_by_name[phase])
        return match

    def redeal(self, seat: Seat | None, seed: bytes | int) -> Match:
        """A clone in which everything that `seat` (None: the spectator) cannot know is dealt again.

        Raises `NoOtherWorld` if no such deal was found that agrees with what the seat saw.
        """
        self._check_seat(seat)
        seed = seed_from(seed)
        with self._failing:
            world = redealing.redeal(self, seat, seed)
        if world is None:
            who = "the spectator" if seat is None else f"seat {seat}"
            raise NoOtherWorld(f"{redealing.MOST_TRIES} other deals all differ from what {who} saw")
        return world

    def _running_phase(self) -> Stretch:
        """The steps from the start of the current phase until now; they are computed once."""
        self._stretch = of_running_phase(self._stretch, self.game, self.card_set.cards, self._log)
        return self._stretch

    def _at_phase_start(self, table: Table[Any], encoded: bytes | None = None) -> Match:
        """A match at the start of the current phase, with the given table."""
        match = Match(self.game, table, self.card_set, self._log[: self._running_phase().event_count])
        match._enter(self.game.phase_by_name[table.phase], encoded)
        return match

    def _set_up(self) -> None:
        """Set up the table and begin the first phase."""
        with self._failing:
            self.game.set_up(self.table)
            self._enter(self.game.phases[0])

    def _enter(self, phase: Phase[Any], encoded: bytes | None = None) -> None:
        """Begin a phase and continue to the next question; `encoded` is the table as bytes, if the caller has them."""
        with self._failing:
            self._begin(phase, encoded)
            self._go_on(None)

    def _begin(self, phase: Phase[Any], encoded: bytes | None = None) -> None:
        name = getattr(phase, "__name__", "")
        if name not in self.game.phase_by_name:
            raise RulesError(self._why_no_phase(phase))
        self.table.phase = name
        if self._stretch.start and not self._stretch.steps:
            self._stretch.passed += 1
        else:
            self._stretch = Stretch(encoded or self.game.encode(self.table), len(self._log))
        self._running = phase(self.table)

    def _why_no_phase(self, given: Any) -> str:
        what = f"phase {given.__name__!r}" if hasattr(given, "__name__") else repr(given)
        listed = f"is not in Game.phases of {self.game.id}; it lists {', '.join(self.game.phase_by_name)}"
        return f"phase {self.table.phase!r} returned {what}, which {listed}"

    def _go_on(self, answers: Answers | None) -> None:
        """Continue to the next question; a phase that ends returns the next phase."""
        following: Phase[Any] | None
        while True:
            assert self._running is not None
            try:
                self._asking = self._running.send(answers)
            except StopIteration as done:
                following = done.value
            else:
                if not isinstance(self._asking, Asking):
                    raise RulesError("a phase may await only ask, ask_all and coroutines that use them")
                return
            self._asking = answers = None
            if following is None:
                self._ended = True
                return
            self._begin(following)
