"""Whole matches, from the first deal to each of the three ends. Spec, section 10."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

import referee
from referee.games.inventory.choices import BuyCommon, BuyLoot, BuyPremium
from referee.games.inventory.events import Bought, EndTriggered, GameOver, PutCard, TurnBegins
from referee.kernel.asking import Option
from referee.kernel.match import Match
from tests.games.inventory.tables import house_set, told
from tests.support.play import play

TOML = referee.all_games()["inventory"].cards_toml
CHEAP_COMMON = re.sub(r'(deck = "common"(?:\n.+)*?\nprice = )\d+', r"\g<1>0", TOML)
CHEAP = re.sub(r"price = \d+", "price = 1", TOML)
CHEAP_EPIC = TOML.replace("price = 10", "price = 1")
MOST_ROUNDS = {2: 20, 3: 20, 4: 21}


def eagerly(options: Sequence[Option], wanted: type[Option]) -> int:
    """Buys what is wanted and nothing else; places and draws whatever can be placed or drawn."""
    buying = isinstance(options[-1], BuyPremium | BuyCommon | BuyLoot)
    if not buying:
        return len(options) - 1
    return max((index for index, option in enumerate(options) if isinstance(option, wanted)), default=0)


def played(seats: int, cards: str, wanted: type[Option]) -> Match:
    match = referee.start("inventory", seats=seats, seed=3, cards=cards)
    while match.asked:
        match.answer({seat: eagerly(options, wanted) for seat, options in match.asked.items()})
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    ("cards", "wanted", "why"),
    [
        pytest.param(TOML, BuyPremium, "premium", id="premium"),
        pytest.param(CHEAP_COMMON, BuyCommon, "common", id="common"),
        pytest.param(CHEAP_EPIC, BuyLoot, "epic", id="epic"),
    ],
)
def test_every_end_is_reached(seats: int, cards: str, wanted: type[Option], why: str) -> None:
    match = played(seats, cards, wanted)
    assert [event.reason for event in told(match, EndTriggered)] == [why]
    assert match.result is not None
    assert match.result.reason == why
    turns = told(match, TurnBegins)
    last = [event.seat for event in turns if event.round == turns[-1].round]
    assert len(last) == seats, "the round is played to its end"
    assert turns[-1].round <= MOST_ROUNDS[seats]
    assert told(match, GameOver)[0].scores == tuple(match.result.scores)


def test_every_card_is_bought_and_placed_somewhere() -> None:
    """Where all cards are cheap, random play meets the whole card set."""
    laid_out, bought = set(), set()
    for seed in range(12):
        match = referee.start("inventory", seats=4, seed=seed, cards=CHEAP)
        assert [*play(match, seed)][-1].over
        laid_out |= {event.card for event in told(match, PutCard)}
        bought |= {event.card for event in told(match, Bought)}
    cards = house_set().by_id.values()
    assert laid_out == {card.id for card in cards}
    assert bought == {card.id for card in cards if card.deck not in {"starter", "pesky"}}
