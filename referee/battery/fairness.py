"""The results of the seats: random players play the same deals, each from every seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, pvariance, stdev
from typing import Any

from referee.battery.facts import Facts
from referee.battery.odds import UNLIKELY, odds_of
from referee.battery.playing import play
from referee.battery.streams import Draws, watched
from referee.counts import counted
from referee.kernel.asking import Answers
from referee.kernel.game import Game
from referee.kernel.match import Match, start
from referee.kernel.seats import Seat

FEWEST_DEALS = 2
ENOUGH_DEALS = 100
"""With fewer deals, the standard error is too uncertain to print it, or to compare wins with a limit."""
CLEARLY = 5
"""The number of standard errors by which wins must exceed the limit: chance alone does that once in a million times."""

BySeat = list[float]


@dataclass
class Fares:
    """The results of each seat in many deals: for each deal the mean of its rotations."""

    scores: list[BySeat] = field(default_factory=list)
    wins: list[BySeat] = field(default_factory=list)
    throws: list[tuple[Seat, int]] = field(default_factory=list)
    wrong_chance: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Shares of wins and mean scores by seat; each list ends with the largest of its standard errors."""
        wins, win_error = means_and_error(self.wins)
        scores, score_error = means_and_error(self.scores)
        enough = len(self.wins) >= ENOUGH_DEALS
        return (
            f"wins {' '.join(f'{share:.1%}' for share in wins)}{f' (±{win_error:.1%})' if enough else ''}, "
            f"mean score {' '.join(f'{score:.2f}' for score in scores)}{f' (±{score_error:.2f})' if enough else ''}; "
            f"{counted(len(self.wins), 'deal')} from every seat{'' if enough else ', few: pytest -m long plays more'}"
        )

    def complaints(self, facts: Facts) -> Iterator[str]:
        """Shared streams of chance, throws that favour a seat, and wins beyond the declared limit."""
        yield from self.wrong_chance
        yield from uneven_throws(self.throws)
        if facts.seat_advantage is not None and len(self.wins) >= ENOUGH_DEALS:
            wins, error = means_and_error(self.wins)
            equal = 1 / len(wins)
            for seat, share in enumerate(wins):
                if abs(share - equal) > facts.seat_advantage + CLEARLY * error:
                    yield (
                        f"seat {seat} wins {share:.1%} (±{error:.1%}) of {len(self.wins)} deals; an equal share is "
                        f"{equal:.1%}, and Facts.seat_advantage allows a difference of {facts.seat_advantage:.1%}"
                    )


def play_deals(game: Game[Any], seats: int, facts: Facts, decisions: int, deals: int = FEWEST_DEALS) -> Fares:
    """Play deals, each once in every rotation, until both the numbers of deals and of decisions are reached."""
    game, watch = watched(game)
    fares, made = Fares(), 0
    while made < decisions or len(fares.wins) < deals:
        deal = len(fares.wins)
        scores, wins = [], []
        for rotation in range(seats):
            match = start(game, seats=seats, seed=deal)
            made += _play(match, [Random(f"deal {deal}, player {player}") for player in range(seats)], rotation)
            assert match.result is not None
            scores.append(match.result.scores)
            firsts = [place == 1 for place in match.result.places]
            wins.append([first / sum(firsts) for first in firsts])
            fares.throws += _throws(match, facts)
        fares.scores.append([*map(fmean, zip(*scores, strict=True))])
        fares.wins.append([*map(fmean, zip(*wins, strict=True))])
    fares.wrong_chance = [*_not_drawn(fares.throws, watch), *watch.shared_streams()]
    return fares


def uneven_throws(throws: Sequence[tuple[Seat, int]]) -> Iterator[str]:
    """Seats whose dice show higher or lower numbers than those of all seats, beyond what chance explains."""
    by_seat = defaultdict(list)
    for seat, shown in throws:
        by_seat[seat].append(shown)
    if len(by_seat) > 1:
        everything = [shown for _, shown in throws]
        mean, variance = fmean(everything), pvariance(everything)
        most = max(abs(shown - mean) for shown in everything)
        for seat, own in sorted(by_seat.items()):
            spread = len(own) * variance * (1 - len(own) / len(everything))
            if odds_of(abs(sum(own) - len(own) * mean), spread, most) * 2 * len(by_seat) < UNLIKELY:
                yield (
                    f"seat {seat} throws {fmean(own):.2f} on average in {len(own)} throws, all seats {mean:.2f}: "
                    "chance alone does not explain that"
                )


def means_and_error(rows: Sequence[BySeat]) -> tuple[BySeat, float]:
    """The mean for each seat, and the largest of their standard errors."""
    columns = [*zip(*rows, strict=True)]
    return [*map(fmean, columns)], max(map(stdev, columns)) / len(rows) ** 0.5


def _play(match: Match, players: Sequence[Random], rotation: int) -> int:
    """Play to the end and return the number of decisions. A player uses the same random numbers at every seat."""

    def choose(match: Match, _: Random) -> Answers:
        sitting = {seat: players[(seat + rotation) % len(players)] for seat in match.asked}
        return {seat: sitting[seat].randrange(len(options)) for seat, options in match.asked.items()}

    return sum(len(now.asked) for now in play(match, choose=choose))


def _throws(match: Match, facts: Facts) -> Iterator[tuple[Seat, int]]:
    for event in match.events(None):
        yield from facts.throws(event)


def _not_drawn(throws: Sequence[tuple[Seat, int]], watch: Draws) -> Iterator[str]:
    if len(throws) > watch.numbers:
        yield (
            f"{counted(len(throws), 'throw')} came from {counted(watch.numbers, 'number')} drawn by t.chance: every "
            "die needs its own number, as values derived from cards are not chance"
        )
