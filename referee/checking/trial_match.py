"""A real match for a trial: the bot has one seat, and the others play at random."""

from __future__ import annotations

from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.chance import Chance, seed_from
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.record import End, SeatEnd, header_of
from referee.kernel.seats import Seat
from referee.server.match import messages, turns


class TrialMatch:
    """One match.

    Attributes:
        match_id: Its id.
        number: The number of the bot's last Turn.
        defaults: The reasons, from the bot's notes, each time that it fell back to the default.
    """

    def __init__(self, game: str, match_id: str, seats: int, *, hello: wire.Hello, decision: float) -> None:
        seed = seed_from(len(match_id))
        control = TimeControl(decision_ms=max(1, round(decision * 1000)))
        names = ("bot", *(f"opponent{number}" for number in range(1, seats)))
        job = MatchJob(match_id=match_id, game_id=game, bots=names, seed=seed, salt=seed, time_control=control)
        self.match_id = match_id
        self.number = 0
        self.defaults: list[str] = []
        self._match = job.start()
        self._header = header_of(job, self._match)
        self._hello = hello
        self._decision = decision
        self._told = 0
        self._dice = Chance(seed, "opponents", {})
        self._play_others()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._match.over

    @property
    def option_count(self) -> int:
        """The number of options that the bot has now."""
        return len(self._match.asked[Seat(0)])

    def started(self, *, resumed: bool = False) -> wire.PlayResponse:
        """The message saying that the match begins."""
        cards = self._match.card_set.text if self._hello.wants_cards else b""
        return messages.match_started(self._header, 0, cards, resumed=resumed)

    def turn(self, *, again: bool = False) -> wire.PlayResponse:
        """The bot's next Turn, or the same one again."""
        self.number += not again
        response = turns.turn(
            self._match,
            self.match_id,
            Seat(0),
            number=self.number,
            left=(self._decision, 0.0),
            since=self._told if self._hello.wants_events else None,
            text=self._hello.wants_text,
        )
        return wire.PlayResponse.FromString(response)

    def answer(self, option: int) -> None:
        """Play the bot's choice, and then the other seats up to the bot's next decision."""
        self._told = self._match.event_count
        self._match.answer({Seat(0): option})
        self._play_others()

    def ended(self) -> wire.PlayResponse:
        """The message with the result, or that the match is void because it is not over."""
        result = self._match.result
        seats = len(self._header.bots)
        end = End(
            places=[] if result is None else result.places,
            scores=[] if result is None else result.scores,
            reason="" if result is None else result.reason,
            void_reason="the referee gave up the match" if result is None else "",
            ends=[SeatEnd.PLAYED] * seats,
            strikes=[0] * seats,
        )
        return messages.match_ended(self.match_id, end)

    def _play_others(self) -> None:
        while not self._match.over and Seat(0) not in self._match.asked:
            asked = self._match.asked
            self._match.answer({seat: self._dice.below(len(options)) for seat, options in asked.items()})
