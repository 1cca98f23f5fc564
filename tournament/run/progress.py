"""Count the progress of a run from its events, for a display."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from referee.counts import counted
from tournament.plan.stop_texts import state_text
from tournament.run.events import EndedEarly, Failed, Played, RunBegan, RunEvent, Void
from tournament.statistics.stopping import StopState
from tournament.storage.summary import MatchSummary


@dataclass
class BotTally:
    """A bot's results in this run. The bot won `points` in `meetings` with other bots; a tie is half a point."""

    matches: int = 0
    meetings: int = 0
    points: float = 0.0
    forfeits: Counter[str] = field(default_factory=Counter)
    failures: int = 0


class RunProgress:
    """The current progress of a run. Times are in seconds on the clock whose readings are passed to `tell`.

    Attributes:
        name: The name of the tournament.
        done: How many of the `total` matches are stored.
        drawing: Whether the format may draw further matches, besides the `total` ones.
        played: How many of them were played in this run.
        voids: How many matches were void in this run.
        ratings: The Elo ratings so far.
        stop: How close the decision is that ends the tournament early; None if there is no such rule.
        bots: Each bot's results in this run.
    """

    def __init__(self) -> None:
        self.name = ""
        self.total = 0
        self.done = 0
        self.drawing = False
        self.played = 0
        self.voids = 0
        self.ratings: dict[str, float] = {}
        self.stop: StopState | None = None
        self.bots: dict[str, BotTally] = {}
        self._began = 0.0
        self._now = 0.0

    def tell(self, event: RunEvent, now: float) -> None:
        """Process an event."""
        self._now = now
        match event:
            case RunBegan():
                self.name, self.total, self.done = event.name, event.total, event.done
                self.drawing = event.drawing
                self.bots = {bot: BotTally() for bot in event.bots}
                self._began = now
            case Played():
                self.done, self.total, self.ratings = event.done, event.total, event.ratings
                self.stop, self.drawing = event.stop, event.drawing
                self.played += 1
                self._count(event.match)
            case EndedEarly():
                self.done = self.total = event.done
                self.stop, self.drawing = event.stop, False
            case Void():
                self.voids += 1
            case Failed():
                self.bots[event.process.bot].failures += 1

    @property
    def rate(self) -> float:
        """Matches per second in this run."""
        return self.played / (self._now - self._began) if self._now > self._began else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take; None until there is an estimate."""
        return (self.total - self.done) / self.rate if self.rate and not self.drawing else None

    def standings(self) -> list[tuple[str, float, BotTally]]:
        """Return the bots with their Elo ratings, best first."""
        order = sorted(self.bots, key=lambda bot: (-self.ratings.get(bot, 0.0), bot))
        return [(bot, self.ratings.get(bot, 0.0), self.bots[bot]) for bot in order]

    def text(self) -> str:
        """Return one line for people."""
        left = self.seconds_left
        drawn = " drawn so far" if self.drawing else ""
        parts = [f"{self.done} of {counted(self.total, 'match', 'matches')}{drawn}"]
        if self.rate:
            parts.append(f"{self.rate:.1f} per second")
        if left is not None and self.done < self.total:
            parts.append(f"{span(left)} left")
        if self.stop is not None:
            parts.append(state_text(self.stop))
        if self.voids:
            parts.append(f"{self.voids} void")
        return ", ".join(parts)

    def _count(self, match: MatchSummary) -> None:
        result = match.result
        for seat, bot in enumerate(result.bots):
            tally = self.bots[bot]
            others = [other for other in range(len(result.bots)) if other != seat and result.rated]
            tally.matches += 1
            tally.meetings += len(others)
            tally.points += sum(result.points(seat, other) for other in others)
        for forfeit in result.forfeits:
            self.bots[result.bots[forfeit.seat]].forfeits[forfeit.cause] += 1


def span(seconds: float) -> str:
    """Format a duration for people: "12 s", "3 min 20 s", "2 h 5 min"."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
