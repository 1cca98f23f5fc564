"""Cases 3 and 6 to 31: whole Turns. Every effect kind must be played in one of them."""

from __future__ import annotations

import pytest

import referee
from referee.games.inns import effects
from referee.games.inns.cards import Cards
from referee.games.inns.events import Blocked, Collected, Unblocked
from referee.games.inns.state import invariants
from referee.games.inns.words import CHARACTERS
from tests.games.inns.auction_cases import AUCTIONS
from tests.games.inns.drawn import decide, placed, table_of
from tests.games.inns.turn_cases import TURNS, TurnCase

CASES = [*TURNS, *AUCTIONS]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_turn(case: TurnCase) -> None:
    match = placed(case.cards, head=case.head, options=case.options)
    for decision in case.decisions:
        decide(match, decision)
        invariants(table_of(match))
    assert table_of(match).turn == 2
    events = match.events(None)
    collected = {event.seat: event for event in events if isinstance(event, Collected)}
    assert [collected[seat].table for seat in match.table.all_seats()] == case.tables
    assert [collected[seat].ability for seat in match.table.all_seats()] == case.abilities
    assert [player.hoard for player in table_of(match).players] == case.gains
    blocked = set()
    for event in events:
        if isinstance(event, Blocked):
            blocked.add(event.seat)
        if isinstance(event, Unblocked):
            blocked.remove(event.seat)
    assert sorted(blocked) == case.blocked


def test_every_effect_kind_is_played_in_a_case() -> None:
    cards: Cards = referee.all_games()["inns"].cards
    names = {name for case in CASES for name in case.cards.split()}
    played = [cards.characters[CHARACTERS.index(name)] for name in sorted(names)]
    kinds: set[type] = {type(card.reveal) for card in played}
    kinds |= {type(card.loot.count) for card in played}
    kinds |= {type(card.reveal.count) for card in played if isinstance(card.reveal, effects.GainPer)}
    known: set[type] = {*effects.TOKENS.values(), *effects.COUNTS.values(), *effects.PLAIN_REVEALS.values()}
    known |= {effects.GainPer, effects.Auction}
    assert known - kinds == set()
    chosen = {decision.split()[1].partition("(")[0] for case in CASES for decision in case.decisions}
    assert set(effects.PRIZES) - chosen == set()
