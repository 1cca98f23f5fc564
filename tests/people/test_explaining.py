"""What `? CARD` says, in every game."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import referee
from referee.kernel.game import game_ids
from referee.people.explaining import cards_of, explain


def text_of(game: str) -> str:
    """What the first asked seat sees."""
    match = referee.start(game, seats=referee.all_games()[game].seats[0], seed=7)
    return match.view_text(match.view(min(match.asked)))


def texts_of(game: str) -> Mapping[str, str]:
    """What the game says about each card."""
    found = referee.all_games()[game]
    return found.card_texts(found.cards)


@pytest.mark.parametrize("game", game_ids())
def test_every_card_of_every_game_is_explained(game: str) -> None:
    data, text, texts = referee.all_games()[game].card_data, text_of(game), texts_of(game)
    cards = list(cards_of(data))
    assert cards
    for card in cards:
        for word in (card.name, card.name.upper(), card.facts["id"]):
            said = explain(word, text, data, texts)
            assert any(
                line.casefold().startswith((card.name.casefold(), card.facts["id"].replace("_", " "))) for line in said
            )


def test_what_the_table_says_of_a_card_comes_before_what_the_set_says() -> None:
    data = referee.all_games()["inns"].card_data
    shown = "  Bard (3): human, hero; gains 1."
    assert explain("bard", shown, data, {}) == ["Bard (3): human, hero; gains 1."]
    assert explain("bard", "nothing", data, {})[0].startswith("Bard (card): inn wobblin wagon; ")
    treasure = "Your hand: Treasure Hunt (price 3; in turn: draw 2)."
    loot = referee.all_games()["lootroll"].card_data
    assert explain("treasure h", treasure, loot, {}) == ["Treasure Hunt (price 3; in turn: draw 2)"]


def test_a_beginning_finds_all_that_begin_so() -> None:
    said = explain("treasure", "", referee.all_games()["lootroll"].card_data, {})
    assert [line.partition(" (")[0] for line in said] == ["Treasure Sense", "Treasure Hunt", "Treasure Golem"]


def test_a_card_that_there_is_not_is_named_with_those_that_there_are() -> None:
    (said,) = explain("unicorn", "", referee.all_games()["keepers"].card_data, {})
    assert said == (
        "there is no card called 'unicorn', and the table does not show that name; "
        "the cards are warrior, wizard, rogue, ranger"
    )


def test_without_a_card_set_the_table_is_searched() -> None:
    assert explain("wizard", "Hand: 2 wizards.\nDeck of 3.", {}, {}) == ["Hand: 2 wizards."]
    assert "unknown here" in explain("elf", "Hand: 2 wizards.", {}, {})[0]


@pytest.mark.parametrize("game", game_ids())
def test_a_card_is_explained_in_words_of_the_rules_and_not_in_keys_of_the_card_set(game: str) -> None:
    data, texts = referee.all_games()[game].card_data, texts_of(game)
    cards = list(cards_of(data))
    assert {*texts} == {card.facts["id"] for card in cards}
    for card in cards:
        assert f"{card.name}: {texts[card.facts['id']]}." in explain(card.name, "", data, texts)


def test_a_store_is_explained_under_the_name_that_people_read() -> None:
    (said,) = explain("flea market", "", referee.all_games()["brick"].card_data, texts_of("brick"))
    assert said.startswith("Flea Market: cost $")
    assert "; utilities $" in said


def test_a_place_is_explained_by_what_the_table_shows_of_it() -> None:
    game = referee.all_games()["inventory"]
    said = explain("premium market", text_of("inventory"), game.card_data, texts_of("inventory"))
    assert [line.partition(":")[0] for line in said] == ["Premium Market"]
