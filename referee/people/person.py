"""A person at this terminal, who hears what a bot would hear and says what a bot would say."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable
from dataclasses import dataclass, field

import trio
from referee_client.v1 import play_service_pb2 as wire

from referee.durations import as_text
from referee.people.answers import Asked, GiveUp, Picked, Several, ShowAgain, Unclear, read_line
from referee.people.explaining import explain
from referee.people.fitting import Told
from referee.people.keyboard import Keyboard
from referee.people.knowing import KnownGame
from referee.people.screen import Screen
from referee.people.shown import Shown

Say = Callable[[wire.PlayRequest], None]


@dataclass
class _Played:
    """The match that is being played; `answer` is the last one, in case its Turn comes again."""

    started: wire.MatchStarted
    game: KnownGame
    shown: Shown
    answer: wire.Choice = field(default_factory=wire.Choice)
    resigned: bool = False

    @property
    def match_id(self) -> str:
        return self.started.match_id


@dataclass
class _Question:
    """The Turn that is open; `since` is when its clock was told last. `closed` is set when nobody reads for it.

    `told` is what it says, with all cards.
    """

    turn: wire.Turn
    told: Told
    since: float
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    closed: trio.Event = field(default_factory=trio.Event)


class Person:
    """Plays one match after the other."""

    def __init__(self, keyboard: Keyboard, screen: Screen, *, timed: bool, between: str = "") -> None:
        """With `timed` the person is told how much time is left; `between` is said when a match has ended."""
        self._keyboard = keyboard
        self._screen = screen
        self._timed = timed
        self._between = between
        self._played: _Played | None = None
        self._question: _Question | None = None

    async def play(self, heard: AsyncIterable[wire.PlayResponse], say: Say) -> None:
        """Plays until there is nothing more to hear."""
        async with trio.open_nursery() as nursery:
            async for response in heard:
                await self._hear(response, say, nursery)
            nursery.cancel_scope.cancel()

    async def _hear(self, response: wire.PlayResponse, say: Say, nursery: trio.Nursery) -> None:
        match response.WhichOneof("response"):
            case "match_started":
                self._begin(response.match_started)
            case "turn" if self._played is not None and response.turn.match_id == self._played.match_id:
                await self._ask(response.turn, self._played, say, nursery)
            case "strike":
                await self._take_strike(response.strike)
            case "match_ended" if self._played is not None and response.match_ended.match_id == self._played.match_id:
                await self._close()
                bots, ended = [seat.bot for seat in self._played.started.seats], response.match_ended
                self._screen.match_ended(bots, ended, self._played.game.ending(ended.reason))
                self._screen.say(self._between)
                self._played = None
            case "goodbye":
                self._screen.say(f"The referee says goodbye: {response.goodbye.why}")

    def _begin(self, started: wire.MatchStarted) -> None:
        if self._played is None or self._played.match_id != started.match_id:
            game = KnownGame.of(started)
            self._played = _Played(started, game, Shown(self._screen, game))
            self._screen.match_began(started)
            self._screen.say("Type ? for help.")

    async def _ask(self, turn: wire.Turn, played: _Played, say: Say, nursery: trio.Nursery) -> None:
        """Opens a question; one that comes again goes on, or is answered as before."""
        if played.resigned:
            say(wire.PlayRequest(resign=wire.Resign(match_id=played.match_id)))
        elif turn.turn == played.answer.turn:
            say(wire.PlayRequest(choice=played.answer))
        elif self._question is not None and self._question.turn.turn == turn.turn:
            self._question.turn, self._question.since = turn, trio.current_time()
            self._prompt(self._question)
        else:
            await self._close()
            self._question = _Question(turn, played.shown.told(turn), trio.current_time())
            nursery.start_soon(self._read_answer, self._question, played, say)

    async def _close(self) -> None:
        """Ends the open question, if there is one, without an answer."""
        if self._question is not None:
            self._question.scope.cancel()
            await self._question.closed.wait()

    async def _take_strike(self, strike: wire.Strike) -> None:
        if self._question is not None and strike.counted and strike.turn == self._question.turn.turn:
            await self._close()
            self._screen.say("")
        left = f" Strikes left: {strike.strikes_left}." if strike.counted and strike.HasField("strikes_left") else ""
        self._screen.say(f"{strike.why}.{left}", style="bold")

    async def _read_answer(self, question: _Question, played: _Played, say: Say) -> None:
        with question.scope:
            self._keyboard.forget()
            played.shown.show(question.turn, question.told)
            if await self._decides(question, played):
                if played.resigned:
                    say(wire.PlayRequest(resign=wire.Resign(match_id=played.match_id)))
                    self._screen.say("You have resigned; the defaults play on for your seat until the match is over.")
                else:
                    say(wire.PlayRequest(choice=played.answer))
                    self._screen.say(f"You: {question.turn.option_texts[played.answer.option]}", style="dim")
        if self._question is question:
            self._question = None
        question.closed.set()

    async def _decides(self, question: _Question, played: _Played) -> bool:
        """Reads lines until there is an answer or a resignation, which is then noted."""
        while True:
            self._prompt(question)
            line = await self._line()
            match read_line(line, question.turn.option_texts):
                case Picked(option):
                    played.answer = wire.Choice(match_id=played.match_id, turn=question.turn.turn, option=option)
                    return True
                case GiveUp():
                    if await self._is_sure():
                        played.resigned = True
                        return True
                case ShowAgain():
                    turn = question.turn
                    self._screen.table(turn.seat, turn.turn, question.told.view, turn.option_texts)
                case Asked(word):
                    self._explain(word, question, played)
                case Several(why, options):
                    self._screen.options(question.turn.option_texts, options)
                    self._screen.say(_sentence(why))
                case Unclear(why):
                    self._screen.say(_sentence(why))

    def _explain(self, word: str, question: _Question, played: _Played) -> None:
        told = question.told
        match word.casefold():
            case "":
                self._screen.options(told.options)
                self._screen.help()
            case "options":
                self._screen.options(told.options)
            case "events":
                self._screen.lines([f"* {event}" for event in told.events] or ["Nothing has happened."])
            case "cards":
                self._screen.lines(told.cards or ["There is nothing to be said of the cards in sight."])
            case _:
                text = "\n".join([*told.view, *told.cards])
                for line in explain(word, text, played.game.data, played.game.card_texts):
                    self._screen.say(_sentence(line))

    async def _is_sure(self) -> bool:
        """Asks once; the end of the input means yes."""
        self._screen.prompt("Resign this match? [y/N]")
        line = await self._line()
        return line is None or line.casefold() in {"y", "yes"}

    async def _line(self) -> str | None:
        line = await self._keyboard.line()
        if line is None:
            self._screen.say("")  # Ctrl-D leaves the prompt's line open
        return line

    def _prompt(self, question: _Question) -> None:
        last = len(question.turn.option_texts) - 1
        numbers = f"0-{last}" if last else "0"
        self._screen.prompt(f"Your choice [{numbers}]{self._clock(question)}:")

    def _clock(self, question: _Question) -> str:
        if not self._timed:
            return ""
        turn, gone = question.turn, trio.current_time() - question.since
        own, bank = (span.ToMilliseconds() / 1000 for span in (turn.decision_left, turn.bank_left))
        left = max(0, round(1000 * (own + bank - gone)))
        return f", {as_text(left // 1000 * 1000) if left >= 1000 else '0s'} left"


def _sentence(line: str) -> str:
    return f"{line[0].upper()}{line[1:]}" + ("" if line.endswith((".", ":")) else ".")
