"""A person in a browser, who hears what a bot would hear and says what a bot would say."""

from __future__ import annotations

import json
import logging
import time
from collections import deque
from collections.abc import AsyncIterable, Callable, Sequence
from typing import Any

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

log = logging.getLogger(__name__)


class WebSeat:
    """Plays one match after the other. What the page shows is in `feed`, so it can be loaded again at any time.

    Attributes:
        feed: What the page follows.
        replay_of: The path of the replay of a match by its id; empty where there is none.
    """

    def __init__(self, replay_of: Callable[[str], str] = lambda _match_id: "") -> None:
        self.feed = Feed()
        self.replay_of = replay_of
        self._started: wire.MatchStarted | None = None
        self._turn: wire.Turn | None = None
        self._answer = wire.Choice()
        self._resigned = False
        self._cards: Any = None
        self._log: deque[str] = deque(maxlen=SHOWN_EVENTS)
        self._say: Say = lambda _request: None
        self.tell("Connecting.")

    @property
    def title(self) -> str:
        """What is played, and against whom."""
        return "Your seat" if self._started is None else game_name(self._started.game_id)

    async def play(self, heard: AsyncIterable[wire.PlayResponse], say: Say) -> None:
        """Plays until there is nothing more to hear."""
        self._say = say
        async for response in heard:
            self._hear(response)

    def tell(self, text: str) -> None:
        """Says how things are."""
        self.feed.show(playing.status_part(text.strip()))

    def choose(self, turn: int, option: int) -> bool:
        """Answers the open Turn; False if it is not open any more, or has no such option."""
        open_turn = self._turn
        if open_turn is None or open_turn.turn != turn or not 0 <= option < open_turn.option_count:
            return False
        self._answer = wire.Choice(match_id=open_turn.match_id, turn=turn, option=option)
        self._close("Your answer is in. Waiting for the others.")
        self._say(wire.PlayRequest(choice=self._answer))
        return True

    def resign(self) -> None:
        """Gives the match up."""
        if self._started is None or self._resigned:
            return
        self._resigned = True
        self._close("You have resigned; the defaults play on for your seat until the match is over.")
        self._say(wire.PlayRequest(resign=wire.Resign(match_id=self._started.match_id)))

    def explain(self, word: str) -> list[str]:
        """What is known of a card."""
        word = word.strip()[:MOST_OF_A_WORD]
        if self._started is None or not word:
            return ["Write the name of a card, or a part of it."]
        known = KnownGame.of(self._started)
        return explain(word, "" if self._turn is None else self._turn.text, known.data, known.card_texts)

    def _hear(self, response: wire.PlayResponse) -> None:
        match response.WhichOneof("response"):
            case "match_started":
                self._begin(response.match_started)
            case "turn" if self._started is not None and response.turn.match_id == self._started.match_id:
                self._ask(response.turn)
            case "strike":
                self._take_strike(response.strike)
            case "match_ended" if self._started is not None:
                if response.match_ended.match_id == self._started.match_id:
                    self._end(response.match_ended, self._started)
            case "goodbye":
                self._close(f"The referee says goodbye: {response.goodbye.why}")

    def _begin(self, started: wire.MatchStarted) -> None:
        if self._started is None or self._started.match_id != started.match_id:
            self._started, self._turn, self._answer, self._resigned = started, None, wire.Choice(), False
            self._cards = _cards_of(started)
            self._log.clear()
            self.feed.show({"head": [], **log_part([]), **playing.no_choice()})
        others = ", ".join(seat.bot for number, seat in enumerate(started.seats) if number != started.seat)
        self.tell(f"You are in seat {started.seat}, against {others}.")

    def _ask(self, turn: wire.Turn) -> None:
        """Opens a question; one that comes again is answered as before."""
        if self._resigned:
            self._say(wire.PlayRequest(resign=wire.Resign(match_id=turn.match_id)))
        elif turn.turn == self._answer.turn:
            self._say(wire.PlayRequest(choice=self._answer))
        else:
            self._show(turn, is_new=self._turn is None or self._turn.turn != turn.turn)
            self._turn = turn

    def _show(self, turn: wire.Turn, *, is_new: bool) -> None:
        assert self._started is not None
        game, position = self._read(turn)
        table, places = text_parts(turn.text), [""] * turn.option_count
        if game is not None and position is not None:
            try:
                table, places = self._drawn(game, position, turn.seat)
                self._log.extend([*map(game.event_text, position.events)] if is_new else ())
            except Exception:  # the person can play on with the text, which came with the turn
                log.exception("the board of match %s can not be drawn", turn.match_id)
        choice = _choice(turn, places)
        asked = playing.status_part(f"Your turn {turn.turn}: choose.", strong=True)
        self.feed.show({**table, **log_part([*self._log]), **playing.choice_parts(choice), **asked})

    def _drawn(self, game: Game[Any], position: Position, seat: int) -> tuple[dict[str, list[Markup]], list[str]]:
        """The board, and where on it each option can be chosen."""
        assert self._started is not None
        bots = [seat.bot for seat in self._started.seats]
        board = board_of(game, position.view, self._started.card_set_digest, self._cards)
        return board_parts(board, bots, seat, [seat]), [*map(game.place_of, position.options)]

    def _read(self, turn: wire.Turn) -> tuple[Game[Any] | None, Position | None]:
        assert self._started is not None
        game = game_known(self._started.game_id)
        try:
            return game, None if game is None else game.decoder.position(turn.position.value)
        except UnreadablePosition:
            return game, None

    def _take_strike(self, strike: wire.Strike) -> None:
        left = f" Strikes left: {strike.strikes_left}." if strike.counted and strike.HasField("strikes_left") else ""
        if self._turn is not None and strike.counted and strike.turn == self._turn.turn:
            self._close(f"{strike.why}.{left}")
        else:
            self.tell(f"{strike.why}.{left}")

    def _end(self, ended: wire.MatchEnded, started: wire.MatchStarted) -> None:
        results = [SeatFacts(of.place, of.score, _end_word(of.end), of.strikes) for of in ended.results]
        bots = [seat.bot for seat in started.seats]
        replay = self.replay_of(started.match_id)
        self._close("The match is over.")
        self.feed.show(playing.end_part(bots, results, ended.reason, ended.void_reason, replay))
        self._started = None

    def _close(self, why: str) -> None:
        """Ends the open question, if there is one."""
        self._turn = None
        self.feed.show({**playing.no_choice(), **playing.status_part(why)})


def _cards_of(started: wire.MatchStarted) -> Any:
    """The cards of a match; None where they are not told, or can not be read here."""
    game = game_known(started.game_id)
    if game is None or not started.card_set:
        return None
    try:
        return CardSet.of(game, json.loads(started.card_set)).cards
    except RefereeError:
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
