"""Tables to begin a test with, and short ways to answer. Zones that are not named are empty, as in the cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, TypeVar

import referee
from referee.games.lootroll.cards import Cards
from referee.games.lootroll.choices import DONE, FIGHT_BOSS, FIGHT_NORMAL, PASS
from referee.games.lootroll.state import LootTable
from referee.games.lootroll.words import PILES
from referee.kernel.asking import Option
from referee.kernel.chance import Chance, seed_from
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.table import Event

E = TypeVar("E", bound=Event)
Zones = Mapping[int, Sequence[str]]


def house_set() -> Cards:
    """The cards that the game comes with."""
    cards: Cards = referee.all_games()["lootroll"].cards
    return cards


SOME_LOOT = {rarity: house_set().pile(rarity)[:12] for rarity in ("common", "rare", "epic")}


def table(
    seats: int,
    *,
    hands: Zones | None = None,
    bags: Zones | None = None,
    banks: Zones | None = None,
    gear: Zones | None = None,
    decks: Mapping[str, Sequence[str]] | None = None,
    discards: Mapping[str, Sequence[str]] | None = None,
    dice: Sequence[int] = (),
    **rest: Any,
) -> dict[str, Any]:
    """A table as plain data. `dice` are the next rolls of the d20."""
    zones = {"hand": hands or {}, "bag": bags or {}, "bank": banks or {}}
    adventurers = [
        {"slots": worn((gear or {}).get(seat, ())), **{name: [*zone.get(seat, ())] for name, zone in zones.items()}}
        for seat in range(seats)
    ]
    return {
        "seat_count": seats,
        "seed": seed_for(dice),
        "dungeon": 1,
        "adventurers": adventurers,
        "decks": {pile: [*(decks or {}).get(pile, ())] for pile in PILES},
        "discards": {pile: [*(discards or {}).get(pile, ())] for pile in PILES},
        "window": "turn",
        "plays": [0] * seats,
        **rest,
    }


def worn(cards: Sequence[str]) -> dict[str, str]:
    """The slots of a seat that wears these cards."""
    return {slot: card for card in cards for slot in house_set().loot[card].fills}


def seed_for(dice: Sequence[int]) -> bytes:
    """A seed with which the first dice fall as wanted."""
    for number in count():
        rolls = Chance(seed_from(number), "dice", {})
        if all(rolls.below(20) + 1 == die for die in dice):
            return seed_from(number)
    raise AssertionError


def begin(plain: dict[str, Any], phase: str = "turn", cards: str | None = None) -> Match:
    """The match that begins with this table, with `cards` (TOML) in place of the game's."""
    return referee.Match.from_table("lootroll", table=plain, phase=phase, cards=cards)


def tbl(match: Match) -> LootTable:
    """The table of the match, typed."""
    assert isinstance(match.table, LootTable)
    return match.table


def bag(match: Match, seat: int) -> list[str]:
    """A bag, sorted."""
    return sorted(tbl(match).adventurers[seat].bag)


def asked_seat(match: Match) -> int:
    """The one seat that is asked."""
    (seat,) = match.asked
    return seat


def listed(match: Match) -> list[Option]:
    """The options of the one seat that is asked."""
    (options,) = match.asked.values()
    return [*options]


def choose(match: Match, *options: Option) -> None:
    """Lets each asked seat choose these options, one after the other."""
    for option in options:
        seat = Seat(asked_seat(match))
        match.answer({seat: match.asked[seat].index(option)})


def all_pass(match: Match) -> None:
    """Lets every seat pass until the window is closed."""
    window = tbl(match).window
    while window and match.asked and tbl(match).window == window and PASS in listed(match):
        choose(match, PASS)


def take_sides(match: Match, *fighters: int) -> None:
    """Answers the choice: these seats fight, the others flee."""
    match.answer({seat: 0 if seat in fighters else 1 for seat in match.asked})


def fight(match: Match, *fighters: int, boss: bool = False) -> None:
    """Begins a fight and goes on to its fight window, or beyond if nobody can act there; nobody plays in prep."""
    choose(match, FIGHT_BOSS if boss else FIGHT_NORMAL)
    all_pass(match)
    take_sides(match, *fighters)


def done(match: Match) -> None:
    """Ends a town turn."""
    choose(match, DONE)


def told(match: Match, kind: type[E], seat: int | None = None) -> list[E]:
    """All events of a kind, as a seat or the spectator received them."""
    return [event for event in match.events(None if seat is None else Seat(seat)) if isinstance(event, kind)]


def monsters(*top: str) -> dict[str, list[str]]:
    return {**SOME_LOOT, "monster": [*top, "lich", "cave_rat"]}
