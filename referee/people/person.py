"""A person at this terminal, who receives what a bot would receive and sends what a bot would send."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable
from dataclasses import dataclass, field

import trio
from referee_client.protocol import Heard, MatchOver, NewMatch, OpenTurn, StrikeNotice
from referee_client.seat import RESIGNATION, Seat
from referee_client.v1 import play_service_pb2 as wire

from referee.durations import as_text
from referee.people.answers import Asked, GiveUp, Picked, Several, ShowAgain, Unclear, read_line
from referee.people.explaining import explain
from referee.people.fitting import TurnLines
from referee.people.keyboard import Keyboard
from referee.people.knowing import KnownGame
from referee.people.screen import Screen
from referee.people.shown import Shown

Say = Callable[[wire.PlayRequest], None]


@dataclass
class _Played:
    """The match that is being played."""

    seat: Seat
    game: KnownGame
    shown: Shown


@dataclass
class _Question:
    """The open Turn.

    `since` is the time at which its remaining time was received last; `closed` is set when no task reads its answer.

    `told` has its texts, with all cards.
    """

    turn: wire.Turn
    told: TurnLines
    since: float
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    closed: trio.Event = field(default_factory=trio.Event)


class Person:
    """Plays one match after the other."""

    def __init__(self, keyboard: Keyboard, screen: Screen, *, timed: bool, between: str = "") -> None:
        """With `timed` the person sees how much time is left; `between` is shown when a match has ended."""
        self._keyboard = keyboard
        self._screen = screen
        self._timed = timed
        self._between = between
        self._played: _Played | None = None
        self._question: _Question | None = None

    async def play(self, heard: AsyncIterable[Heard], say: Say) -> None:
        """Play until there are no more messages."""
        async with trio.open_nursery() as nursery:
            async for one in heard:
                await self._hear(one, say, nursery)
            nursery.cancel_scope.cancel()

    async def _hear(self, heard: Heard, say: Say, nursery: trio.Nursery) -> None:
        played = self._played
        match heard:
            case NewMatch(seat, again=False):
                self._begin(seat)
            case OpenTurn(seat, turn, again) if played is not None and seat is played.seat:
                await self._ask(turn, again, played, say, nursery)
            case StrikeNotice():
                await self._take_strike(heard)
            case MatchOver(seat, ended) if played is not None and seat is played.seat:
                await self._close()
                bots = [one.bot for one in played.seat.started.seats]
                self._screen.match_ended(bots, ended, played.game.ending(ended.reason))
                self._screen.say(self._between)
                self._played = None
            case wire.Goodbye(why=why):
                self._screen.say(f"The referee ended the connection: {why}")

    def _begin(self, seat: Seat) -> None:
        game = KnownGame.of(seat.started)
        self._played = _Played(seat, game, Shown(self._screen, game))
        self._screen.match_began(seat.started)
        self._screen.say("Type ? for help.")

    async def _ask(self, turn: wire.Turn, again: bool, played: _Played, say: Say, nursery: trio.Nursery) -> None:
        """Open a question; a repeated question continues the open one."""
        if again and self._question is not None:
            self._question.turn, self._question.since = turn, trio.current_time()
            self._prompt(self._question)
        else:
            await self._close()
            self._question = _Question(turn, played.shown.told(turn), trio.current_time())
            nursery.start_soon(self._read_answer, self._question, played, say)

    async def _close(self) -> None:
        """End the open question, if there is one, without an answer."""
        if self._question is not None:
            self._question.scope.cancel()
            await self._question.closed.wait()

    async def _take_strike(self, notice: StrikeNotice) -> None:
        if notice.ends_turn:
            await self._close()
            self._screen.say("")
        self._screen.say(notice.text, style="bold")

    async def _read_answer(self, question: _Question, played: _Played, say: Say) -> None:
        with question.scope:
            self._keyboard.forget()
            played.shown.show(question.turn, question.told)
            self._answer(await self._decide(question, played), question.turn, played.seat, say)
        if self._question is question:
            self._question = None
        question.closed.set()

    def _answer(self, option: int | None, turn: wire.Turn, seat: Seat, say: Say) -> None:
        """Send the decision, unless it is too late; None resigns."""
        if option is None:
            if seat.may(RESIGNATION):
                say(seat.resign())
                self._screen.say("You have resigned. Your seat plays defaults until the match is over.")
        elif seat.may_choose(turn.turn, option):
            say(seat.choose(option))
            self._screen.say(f"You: {turn.option_texts[option]}", style="dim")

    async def _decide(self, question: _Question, played: _Played) -> int | None:
        """Read lines until there is an answer; None is a resignation."""
        while True:
            self._prompt(question)
            line = await self._line()
            match read_line(line, question.turn.option_texts):
                case Picked(option):
                    return option
                case GiveUp():
                    if await self._is_sure():
                        return None
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
                self._screen.lines(told.cards or ["The texts for the visible cards are not included."])
            case _:
                text = "\n".join([*told.view, *told.cards])
                for line in explain(word, text, played.game.data, played.game.card_texts):
                    self._screen.say(_sentence(line))

    async def _is_sure(self) -> bool:
        """Ask once; the end of the input means yes."""
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
