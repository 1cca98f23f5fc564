"""The sample bots use the card set of each match, even when matches with several sets are mixed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from referee_client.bots import brick_cards, inventory_cards, lootroll_cards
from referee_client.bots.greedy import Greedy
from referee_client.games.lootroll.v1.lootroll_pb2 import CARD_JINX
from referee_client.session import Session
from referee_client.v1 import play_service_pb2 as wire

import referee
from referee.kernel.cards import parse
from referee.kernel.job import MatchJob
from referee.kernel.record import header_of
from referee.server.match import messages
from referee.server.match.turns import turn as asking

PRICES: Mapping[str, tuple[str, str, Callable[[], object], tuple[object, object]]] = {
    "brick": ("cost = 8\n", "cost = 80\n", lambda: brick_cards.store("bakery").cost, (8, 80)),
    "inventory": ("price = 0\n", "price = 7\n", lambda: inventory_cards.card_of("potato").price, (0, 7)),
    "lootroll": ("price = 1\n", "price = 9\n", lambda: lootroll_cards.cards.now.rows[CARD_JINX]["price"], (1, 9)),
}


def begun(session: Session, match_id: str, game: str, cards: str | None, *, told: bool) -> wire.PlayResponse:
    """Begin a match with these cards, and return its first Turn."""
    data = None if cards is None else parse(cards)
    job = MatchJob(match_id=match_id, game_id=game, bots=("a", "b"), seed=bytes(32), cards=data)
    match = job.start()
    text = match.card_set.text if told else b""
    session.receive(messages.match_started(header_of(job, match), 0, text, resumed=False))
    seat = next(iter(match.asked))
    asked = asking(match, match_id, seat, number=1, left=(1.0, 1.0), since=None, text=False)
    return wire.PlayResponse.FromString(asked)


@pytest.mark.parametrize("game", PRICES)
def test_cards_are_those_of_the_match(game: str) -> None:
    old, new, price, (house, changed) = PRICES[game]
    toml = referee.all_games()[game].cards_toml
    assert old in toml
    session = Session(Greedy, wants_cards=True)
    own = begun(session, "own", game, toml.replace(old, new), told=True)
    usual = begun(session, "usual", game, None, told=True)
    untold = begun(session, "untold", game, None, told=False)
    for turn, expected in [(own, changed), (usual, house), (own, changed), (untold, house)]:
        turn.turn.turn += 1  # else it would be the same Turn again
        assert session.receive(turn)
        assert price() == expected
