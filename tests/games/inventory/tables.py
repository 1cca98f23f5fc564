"""Tables to begin a test with, in the notation of the cases (`card@where`), and short ways to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any, TypeVar

import referee
from referee.games.inventory.cards import Cards
from referee.games.inventory.choices import Put
from referee.games.inventory.state import Adventurer, InventoryTable, Placed
from referee.kernel.asking import Option
from referee.kernel.chance import Chance, seed_from
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.table import Event

E = TypeVar("E", bound=Event)


@cache
def house_set() -> Cards:
    cards: Cards = find_game("inventory").cards
    return cards


def placed(text: str) -> list[Placed]:
    """A layout: "sack@back potato@stored"; "potato@stored*3" is three of them."""
    found = []
    for word in text.split():
        name, _, times = word.partition("*")
        card, _, where = name.partition("@")
        assert card in house_set().by_id, card
        found += [Placed(card, where)] * int(times or 1)  # type: ignore[arg-type]
    return found


def drawn(
    phase: str,
    *layouts: str,
    seats: int = 2,
    active: int = 0,
    hand: str = "",
    deck: str = "",
    discard: str = "",
    others: str = "",
    purse: int = 0,
    carried: Sequence[int] = (),
    attacked: bool = False,
    row: str = "",
    common: str = "",
    rebate: int = 0,
    premium_deck: str = "",
    common_deck: str = "",
    piles: Mapping[str, int] | None = None,
    dice: Sequence[int] = (),
    **rest: Any,
) -> Match:
    """A match at the start of a phase. Hand, deck, discard pile and purse are those of the active seat.

    The `others` have that hand.

    `dice` are the next rolls of the seats, from seat 0. A row has four places, `-` is an empty one.
    """
    adventurers = [
        Adventurer(
            layout=placed(layouts[seat]) if seat < len(layouts) else [],
            carried=carried[seat] if seat < len(carried) else 0,
        )
        for seat in range(seats)
    ]
    own = adventurers[active]
    for seat, other in enumerate(adventurers):
        other.hand = others.split() if seat != active else []
    own.hand, own.deck, own.discard = hand.split(), deck.split(), discard.split()
    own.purse, own.attacked = purse, attacked
    table = InventoryTable(
        seat_count=seats,
        seed=_seed_for(tuple(dice)),
        adventurers=adventurers,
        piles={"uncommon_loot": 12, "rare_loot": 8, "epic_loot": 8, "pesky_quest_item": 12, **(piles or {})},
        round=1,
        active=Seat(active),
        **rest,
    )
    market = table.market
    market.row = [None if card == "-" else card for card in row.split()] or [None] * 4
    market.common, market.rebate = common or None, rebate
    market.premium_deck, market.common_deck = premium_deck.split(), common_deck.split()
    return referee.Match.from_table("inventory", table=table, phase=phase)


@cache
def _seed_for(dice: tuple[int, ...]) -> bytes:
    """A seed with which the seats roll so."""
    for number in count():
        seed = seed_from(number)
        if all(1 + Chance(seed, f"die of seat {seat}", {}).below(6) == value for seat, value in enumerate(dice)):
            return seed
    raise AssertionError


def table_of(match: Match) -> InventoryTable:
    assert isinstance(match.table, InventoryTable)
    return match.table


def of(match: Match, seat: int = 0) -> Adventurer:
    return table_of(match).adventurers[seat]


def options(match: Match, seat: int = 0) -> list[Option]:
    return list(match.asked.get(Seat(seat), ()))


def answer(match: Match, *choices: Option, seat: int = 0) -> Match:
    """Lets a seat choose, one after the other."""
    for choice in choices:
        match.answer({Seat(seat): options(match, seat).index(choice)})
    return match


def places(match: Match, card: str) -> list[str]:
    """Where the asked seat may put a card."""
    return [option.where for option in options(match) if isinstance(option, Put) and option.card == card]


def told(match: Match, kind: type[E]) -> list[E]:
    """What everyone received, of one kind."""
    return [event for event in match.events(None) if isinstance(event, kind)]
