"""What a card set may not be; the message names the card, the field and what is allowed."""

from __future__ import annotations

import pytest

import referee
from referee.errors import CardSetError
from referee.games.inns.cards import load_cards
from referee.games.inns.events import AuctionEffect
from referee.kernel.cards import parse
from tests.games.inns.drawn import asked, decide, placed, table_of
from tests.support.card_sets import check_refused

TOML = referee.all_games()["inns"].cards_toml


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param(
            'kind = "toll"',
            'kind = "tax"',
            r"card 'dragon': reveal.kind is 'tax'; allowed are target, gain_per, auction",
            id="reveal kind",
        ),
        pytest.param(
            'token = "steal"',
            'token = "rob"',
            r"card 'thief': reveal.token is 'rob'; allowed are steal, bounty",
            id="token",
        ),
        pytest.param('token = "steal", ', "", r"card 'thief': reveal.token is None; allowed are steal", id="no token"),
        pytest.param(
            'per = "face_down"',
            'per = "asleep"',
            r"card 'bard': reveal.per is 'asleep'; allowed are face_down",
            id="per of a reveal",
        ),
        pytest.param(
            'base = 0, per = "blocked"',
            'base = 0, per = "tied"',
            r"card 'goblins': loot.per is 'tied'; allowed are",
            id="per of loot",
        ),
        pytest.param(
            '{ kind = "unblock" }',
            '{ kind = "bribe" }',
            r"card 'lord': reveal.options.kind is 'bribe'; allowed are gift, block, unblock",
            id="prize",
        ),
        pytest.param(
            '{ kind = "auction", options = [',
            '{ kind = "auction", options = [], more = [',
            r"card 'lord': reveal.options must be a list of gift",
            id="no prizes",
        ),
        pytest.param(
            '"auction", options',
            '"auction", range = true, options',
            r"card 'lord': reveal.range is not allowed here",
            id="parameter of an auction",
        ),
        pytest.param(
            '"transmute", amount = 3',
            '"transmute", amount = 3, range = true',
            r"card 'alchemist': reveal \(transmute\): .*`range`; its parameters are amount",
            id="unknown parameter",
        ),
        pytest.param(
            '"extort", range = true, amount = 2',
            '"extort", range = true',
            r"card 'goblins': reveal \(extort\): .*`amount`; its parameters are amount, range",
            id="missing parameter",
        ),
        pytest.param(
            '"toll", range = true',
            '"toll", range = 2',
            r"card 'dragon': reveal \(toll\): Expected `bool`.*`\$.range`",
            id="wrong type",
        ),
        pytest.param(
            '"transmute", amount = 3',
            '"transmute", amount = -3',
            r"card 'alchemist': reveal \(transmute\): .*>= 0",
            id="negative amount",
        ),
        pytest.param(
            "base = 0, per",
            'base = "0", per',
            r"card 'goblins': loot.base is '0'; it must be a whole number",
            id="base is no number",
        ),
        pytest.param(
            "amount = 1 }\nloot = { base = 1",
            "amount = true }\nloot = { base = 1",
            r"card 'bard': reveal.amount is True; it must be a whole number",
            id="amount is no number",
        ),
        pytest.param(
            "{ base = 3 }",
            "{ base = 3, amount = 1 }",
            r"card 'thief': loot.amount is not allowed here",
            id="amount without per",
        ),
        pytest.param(
            'value = "hero"',
            'value = "saint"',
            r"card 'thane': reveal.value is 'saint'; allowed are hero, mercenary, villain",
            id="value of a count",
        ),
        pytest.param(
            'value = "jaded_dragon", amount = 2',
            'value = "inn", amount = 2',
            r"card 'monk': reveal.value is 'inn'; allowed are wobblin_wagon",
            id="value of a token",
        ),
        pytest.param(
            'value = "jaded_dragon", range',
            'value = "inn", range',
            r"card 'dragon': loot.value is 'inn'; allowed are wobblin_wagon",
            id="value of loot",
        ),
        pytest.param(
            'race = "goblin"\nmorality = "villain"',
            'race = "ghost"\nmorality = "villain"',
            r"card 'goblins': race is 'ghost'; allowed are human, elf",
            id="race",
        ),
        pytest.param(
            "starting_loot = 2", "starting_loot = -2", r"card 'thief': .*`\$.starting_loot`", id="starting loot"
        ),
        pytest.param(
            "initiative = 1", "initiative = 7", r"card 'thief': .*`\$.initiative`", id="initiative out of range"
        ),
        pytest.param(
            "initiative = 1",
            "initiative = 2",
            r"number of .* with inn = 'wobblin_wagon' and initiative = 1: the card set has 0, but must have 1",
            id="initiative twice",
        ),
        pytest.param(
            "copies = 8", "copies = 7", r"card 'thief': copies: the card set has 7, but must have 8", id="copies"
        ),
        pytest.param(
            "copies_per_character = 8",
            "copies_per_character = 9",
            r"copies_per_character: the card set has 9",
            id="copies of all",
        ),
        pytest.param(
            "block = false",
            "block = true",
            r"card 'thief': block is true, but .* may_block has entries for 2, 3, .* alone, not for initiative 1",
            id="block without a chart entry",
        ),
        pytest.param(
            'id = "thief"',
            'id = "burglar"',
            r"the ids of .* must be thief, guard, .*, in this order",
            id="unknown card",
        ),
        pytest.param(
            '["hero", "mercenary", "villain"]',
            '["hero", "villain"]',
            r"\[traits\] morality must be hero, mercenary, villain",
            id="moralities",
        ),
        pytest.param(
            "wobblin_wagon_cards = 48",
            "wobblin_wagon_cards = 47",
            r"wobblin_wagon_cards: the card set has 47, but must have 48",
            id="cards of an inn",
        ),
        pytest.param(
            "may_block = { 2 = 1",
            "may_block = { 2 = 7",
            r"\[blocking_chart\]: .*<= 6",
            id="blocking chart",
        ),
        pytest.param("7 = 50, 8 = 50", "7 = 50", r"by_players has no Hoard for 8 players", id="hoards"),
        pytest.param(
            "[components]",
            "[extras]\n[components]",
            r"unknown part 'extras': the known parts are blocking_chart, card",
            id="unknown part",
        ),
        pytest.param("[[card]]", "[[card", r"not valid TOML", id="not TOML"),
    ],
)
def test_a_wrong_card_set_is_refused(old: str, new: str, message: str) -> None:
    assert old in TOML
    check_refused(load_cards, TOML, TOML.replace(old, new, 1), message)


def test_an_unknown_trait_of_a_count_is_refused() -> None:
    with pytest.raises(
        CardSetError, match=r"card 'mage': loot \(unique\): .*`\$.trait`; its parameters are trait, range"
    ):
        load_cards(parse(TOML.replace('per = "unique", trait = "initiative"', 'per = "unique", trait = "size"')))


def test_an_initiative_as_value_must_be_one() -> None:
    by_initiative = TOML.replace('trait = "inn", value = "wobblin_wagon"', 'trait = "initiative", value = 6')
    assert len(load_cards(parse(by_initiative)).characters) == 12
    with pytest.raises(CardSetError, match=r"card 'dragon': reveal.value is 9; allowed are 1, 2, 3, 4, 5, 6"):
        load_cards(parse(by_initiative.replace("value = 6", "value = 9")))


def test_an_auction_without_a_possible_prize_has_no_effect() -> None:
    toml = TOML.replace('{ kind = "gift", amount = 3 }, ', "")
    match = placed("lord goblins dragon", cards=toml)
    decide(match, "0 bid(1) of 5")
    assert [player.table for player in table_of(match).players] == [3, 1, 2]
    assert not any(isinstance(event, AuctionEffect) for event in match.events(None))


def test_lists_stay_short_however_much_loot_there_is() -> None:
    rich = TOML.replace("starting_loot = 4", "starting_loot = 400").replace(
        '"transmute", amount = 3', '"transmute", amount = 300'
    )
    match = placed("alchemist lord goblins", cards=rich)
    assert {seat: options[-1] for seat, options in asked(match).items()} == {0: "pay(254)"}
    decide(match, "0 pay(0) of 255")
    assert {seat: options[-1] for seat, options in asked(match).items()} == {1: "bid(253)"}
    decide(match, "1 bid(253) of 254")
    assert {seat: options[-1] for seat, options in asked(match).items()} == {0: "bid(400)"}
