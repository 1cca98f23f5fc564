"""A person in a browser, who receives what a bot would receive and sends what a bot would send."""

from __future__ import annotations

import json
import logging
import time
from collections import deque
from collections.abc import AsyncIterable, Callable, Sequence
from typing import Any

import trio
from google.protobuf.any_pb2 import Any as Packed
from referee_client.protocol import Heard, MatchOver, NewMatch, OpenTurn, StepSeen, StrikeNotice
from referee_client.seat import ANSWERED, RESIGNATION, Seat
from referee_client.v1 import play_service_pb2 as wire
from referee_client.v1.match_pb2 import SeatEnd

from referee.errors import RefereeError
from referee.kernel.card_set import CardSet
from referee.kernel.decoding import Position, UnreadablePosition
from referee.kernel.game import Game
from referee.kernel.job import MAX_TIME_MS
from referee.pages import playing
from referee.pages.markup import Markup
from referee.pages.matches import SHOWN_EVENTS, SeatFacts, board_parts, game_name, log_part, text_parts
from referee.people.explaining import explain
from referee.people.knowing import KnownGame
from referee.web.feeds import Feed
from referee.web.watching import board_of, game_known

Say = Callable[[wire.PlayRequest], None]
MOST_OF_A_WORD = 80
SECONDS_BETWEEN_UPDATES = 0.5
"""The minimum number of seconds between two tables while others play, as for spectators."""

log = logging.getLogger(__name__)


class WebSeat:
    """Plays one match after the other. The contents of the page are in `feed`, so it can be reloaded at any time.

    Attributes:
        feed: The contents of the page.
        replay_of: Returns the path of the replay of a match, by its id; empty if there is none.
    """

    def __init__(self, replay_of: Callable[[str], str] = lambda _match_id: "") -> None:
        self.feed = Feed()
        self.replay_of = replay_of
        self._seat: Seat | None = None
        self._cards: Any = None
        self._log: deque[str] = deque(maxlen=SHOWN_EVENTS)
        self._say: Say = lambda _request: None
        self._update: wire.Update | None = None
        self._updated = trio.Event()
        self.tell("Connecting.")

    @property
    def title(self) -> str:
        """The title of the page: the name of the game, if a match is played."""
        return "Your seat" if self._seat is None else game_name(self._seat.started.game_id)

    async def play(self, heard: AsyncIterable[Heard], say: Say) -> None:
        """Play until there are no more messages."""
        self._say = say
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._draw_updates)
            async for one in heard:
                self._hear(one)
            nursery.cancel_scope.cancel()

    async def _draw_updates(self) -> None:
        """Show what happens between turns, at most every `SECONDS_BETWEEN_UPDATES`."""
        while True:
            await self._updated.wait()
            self._updated = trio.Event()
            update, self._update = self._update, None
            if update is not None and self._seat is not None:
                self._see(self._seat.started, update.position, update.text, update.seat)
            await trio.sleep(SECONDS_BETWEEN_UPDATES)

    def move(self, why: str) -> None:
        """From now on, show the seat to other pages; the pages that follow it now show why they lost it."""
        left, self.feed = self.feed, Feed()
        self.feed.show(left.parts)
        left.show({**playing.no_choice(), **playing.status_part(why, strong=True)})
        left.close()

    def tell(self, text: str) -> None:
        """Show a status message."""
        self.feed.show(playing.status_part(text.strip()))

    def show_rules(self, game: Game[Any] | None) -> None:
        """Show the rules of the game; None stands for a game that is not installed here, whose rules are unknown."""
        self.feed.show(playing.rules_part("" if game is None else game.rules))

    def has_answered(self, turn: int) -> bool:
        """Whether this is the last Turn, and it was answered in this process."""
        seat = self._seat
        return seat is not None and seat.turn is not None and (seat.state, seat.turn.turn) == (ANSWERED, turn)

    def choose(self, turn: int, option: int) -> bool:
        """Answer the open Turn; return False if it is not open any more, or has no such option."""
        seat = self._seat
        if seat is None or not seat.may_choose(turn, option):
            return False
        self._close("Your answer was sent. Waiting for the others.")
        self._say(seat.choose(option))
        return True

    def resign(self) -> None:
        """Resign the match."""
        seat = self._seat
        if seat is not None and seat.may(RESIGNATION):
            self._close("You have resigned. Your seat plays defaults until the match is over.")
            self._say(seat.resign())

    def explain(self, word: str) -> list[str]:
        """What is known about a card."""
        word = word.strip()[:MOST_OF_A_WORD]
        if self._seat is None or not word:
            return ["Enter the name of a card, or a part of it."]
        known, turn = KnownGame.of(self._seat.started), self._seat.open_turn
        return explain(word, "" if turn is None else turn.text, known.data, known.card_texts)

    def _hear(self, heard: Heard) -> None:
        match heard:
            case NewMatch(seat, again):
                self._begin(seat, again=again)
            case OpenTurn(seat, turn, again) if seat is self._seat:
                self._update = None
                self._show(turn, seat.started, is_new=not again)
            case StepSeen(seat, update) if seat is self._seat:
                self._update = update
                self._updated.set()
            case StrikeNotice(ends_turn=True):
                self._close(heard.text)
            case StrikeNotice():
                self.tell(heard.text)
            case MatchOver(seat, ended) if seat is not None and seat is self._seat:
                self._end(ended, seat.started)
            case wire.Goodbye(why=why):
                self._close(f"The referee ended the connection: {why}")

    def _begin(self, seat: Seat, *, again: bool) -> None:
        started = seat.started
        if not again:
            self._seat = seat
            self._update = None
            self._cards = _cards_of(started)
            self._log.clear()
            self.show_rules(game_known(started.game_id))
            self.feed.show({"head": [], **log_part([]), **playing.no_choice()})
        others = ", ".join(seat.bot for number, seat in enumerate(started.seats) if number != started.seat)
        self.tell(f"You are in seat {started.seat}, against {others}.")

    def _show(self, turn: wire.Turn, started: wire.MatchStarted, *, is_new: bool) -> None:
        table, places, events = self._drawn(started, turn.position, turn.text, turn.seat, [turn.seat])
        if is_new:
            self._log.extend(events)
        choice = _choice(turn, places or [""] * turn.option_count)
        asked = playing.status_part(f"Your turn {turn.turn}: choose.", strong=True)
        self.feed.show({**table, **log_part([*self._log]), **playing.choice_parts(choice), **asked})

    def _see(self, started: wire.MatchStarted, position: Packed, text: str, seat: int) -> None:
        """Show the table while the seat is not asked. The events are repeated until the next turn."""
        table, _, events = self._drawn(started, position, text, seat, [])
        self.feed.show({**table, **log_part([*self._log, *events])})

    def _drawn(
        self, started: wire.MatchStarted, packed: Packed, text: str, seat: int, asked: Sequence[int]
    ) -> tuple[dict[str, list[Markup]], list[str], list[str]]:
        """The table, the place on it where each option can be chosen, and the events as text."""
        game = game_known(started.game_id)
        position = _position(game, packed)
        if game is not None and position is not None:
            try:
                board = board_of(game, position.view, started.card_set_digest, self._cards)
                drawn = board_parts(board, [one.bot for one in started.seats], seat, asked)
                places = [*map(game.place_of, position.options)]
                return drawn, places, [*map(game.event_text, position.events)]
            except Exception:  # the person can continue with the text that came with the position
                log.exception("the board of match %s cannot be drawn", started.match_id)
        return text_parts(text), [], []

    def _end(self, ended: wire.MatchEnded, started: wire.MatchStarted) -> None:
        results = [SeatFacts(of.place, of.score, _end_word(of.end), of.strikes) for of in ended.results]
        bots = [seat.bot for seat in started.seats]
        replay = self.replay_of(started.match_id)
        self._update = None
        if ended.HasField("position"):
            self._see(started, ended.position, ended.text, started.seat)
        self._close("The match is over.")
        self.feed.show(playing.end_part(bots, results, ended.reason, ended.void_reason, replay))
        self._seat = None

    def _close(self, why: str) -> None:
        """Remove the options, and say why."""
        self.feed.show({**playing.no_choice(), **playing.status_part(why)})


def _cards_of(started: wire.MatchStarted) -> Any:
    """The cards of a match; None if they are not sent or cannot be read here."""
    game = game_known(started.game_id)
    if game is None or not started.card_set:
        return None
    try:
        return CardSet.of(game, json.loads(started.card_set)).cards
    except RefereeError:
        return None


def _position(game: Game[Any] | None, packed: Packed) -> Position | None:
    """A position; None if it cannot be read here."""
    try:
        return None if game is None else game.decoder.position(packed.value)
    except UnreadablePosition:
        return None


def _choice(turn: wire.Turn, places: Sequence[str]) -> playing.Choice:
    own, bank = turn.decision_left.ToMilliseconds(), turn.bank_left.ToMilliseconds()
    return playing.Choice(
        turn=turn.turn,
        options=turn.option_texts,
        places=places,
        default=turn.default_option,
        until_ms=None if own >= MAX_TIME_MS else round(time.monotonic() * 1000) + own + bank,
        bank_ms=bank,
    )


def _end_word(end: int) -> str:
    return SeatEnd.Name(end).removeprefix("SEAT_END_").lower() if end in SeatEnd.values() else str(end)
