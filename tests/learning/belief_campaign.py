"""Beliefs in many matches: `python -m tests.learning.belief_campaign GAME --samples 100000`.

Each match has its own number of seats, seat, card set and way to play, which follow from its seed. A belief follows one
seat from the wire and is sampled at every turn. Every sample must agree with what the seat saw, and no turn may raise
`NoOtherWorld`. Prints what was reached, and each match that failed, so that it can be repeated with `--first SEED`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any

import referee
from referee.errors import NoOtherWorld
from referee.kernel.cards import CardData
from referee.kernel.game import Game
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.zones import all_cards
from referee.learning import Belief
from tests.games.extreme_cards import extreme_set

SAMPLES_A_TURN = 10
MOST_TURNS = 150
"""The most turns of a seat in one match: extreme card sets can make matches very long."""

DEFAULTS = (0.0, 0.0, 0.5, 0.9)
"""How often the defaults are played instead of random options: one of these in each match."""


@dataclass
class Reached:
    """What a campaign reached."""

    matches: int = 0
    turns: int = 0
    samples: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    settings: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    longest: float = 0.0


def check_sample(sample: Match, match: Match, seat: Seat) -> None:
    """It is the same to the seat, has the same cards, and can be copied and played on."""
    assert sample.view(seat) == match.view(seat)
    assert sample.asked[seat] == match.asked[seat]
    assert sample.asked.keys() == match.asked.keys()
    assert sample.default(seat) == match.default(seat)
    assert sample.events(seat) == match.events(seat)
    assert all_cards(sample.game.zones, sample.table) == all_cards(match.game.zones, match.table)
    sample.game.invariants(sample.table)
    twin = sample.clone()
    for each in (sample, twin):
        each.answer({asked: each.default(asked) for asked in each.asked})
    assert sample.table_bytes() == twin.table_bytes()


def kind_of_turn(match: Match, seat: Seat) -> str:
    """The classes of the options, and whether other seats are asked at the same time."""
    classes = sorted({type(option).__name__ for option in match.asked[seat]})
    return "/".join(classes) + (" (several seats)" if len(match.asked) > 1 else "")


def follow(match: Match, seat: Seat, known: Belief, answers: Iterator[dict[Seat, int]]) -> Iterator[None]:
    """Play on, and let a belief see the turns of a seat from the wire, one at each step of the iterator."""
    told = 0
    for given in answers:
        if seat in match.asked:
            known.see(match.position_bytes(seat, told), match.default(seat))
            yield
            told = match.event_count
            known.chose(given[seat])
        match.answer(given)


def random_answers(match: Match, randomly: Random, defaults: float = 0.0) -> Iterator[dict[Seat, int]]:
    """Answers for all seats that are asked, until the match ends."""
    while match.asked:
        yield {
            seat: match.default(seat) if randomly.random() < defaults else randomly.randrange(len(options))
            for seat, options in match.asked.items()
        }


def setting(game: Game[Any], seed: int) -> tuple[Random, int, Seat, CardData | None, str]:
    """The number of seats, the seat, and the card set of a match; every second match has changed cards."""
    low, high = game.seats
    randomly = Random(f"{game.id} {seed}")
    seats = low + seed % (high - low + 1)
    cards = None
    if seed // (high - low + 1) % 2:
        cards = extreme_set(game, randomly)
    return randomly, seats, Seat(randomly.randrange(seats)), cards, f"{seats} seats{', changed cards' if cards else ''}"


def play(game: Game[Any], seed: int, reached: Reached) -> None:
    """Follow one match."""
    randomly, seats, seat, cards, said = setting(game, seed)
    match = referee.start(game, seats=seats, seed=seed, cards=cards)
    known = Belief(game, seats=seats, seat=seat, cards=cards)
    turns = follow(match, seat, known, random_answers(match, randomly, randomly.choice(DEFAULTS)))
    reached.matches += 1
    reached.settings[said] += 1
    try:
        for _ in range(MOST_TURNS):
            began = time.monotonic()
            if next(turns, turns) is turns:
                break
            reached.longest = max(reached.longest, time.monotonic() - began)
            reached.turns += 1
            reached.kinds[kind_of_turn(match, seat)] += 1
            for _ in range(SAMPLES_A_TURN):
                reached.samples += 1
                check_sample(known.sample(reached.samples), match, seat)
    except NoOtherWorld as error:
        reached.failures.append(f"seed {seed}, seat {seat} of {said}, {match.event_count} events: {error}")


def campaign(
    game: Game[Any],
    *,
    samples: int = sys.maxsize,
    seconds: float = inf,
    first: int = 0,
    matches: int = sys.maxsize,
) -> Reached:
    """Follow matches from a seed on, until there are so many samples or matches, or the time is over."""
    reached, until = Reached(), time.monotonic() + seconds
    while reached.samples < samples and reached.matches < matches and time.monotonic() < until:
        play(game, first + reached.matches, reached)
    return reached


def main() -> None:
    """Run the campaign for one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=referee.all_games())
    parser.add_argument("--samples", type=int, default=100_000, help="stop after so many samples")
    parser.add_argument("--seconds", type=float, default=inf, help="stop after this number of seconds")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--matches", type=int, default=sys.maxsize, help="the most matches")
    chosen = vars(parser.parse_args())
    game = referee.all_games()[chosen.pop("game")]
    reached = campaign(game, **chosen)
    first = chosen["first"]
    print(json.dumps({"game": game.id, "first": first, "next": first + reached.matches, **vars(reached)}))
    sys.exit(bool(reached.failures))


if __name__ == "__main__":
    main()
