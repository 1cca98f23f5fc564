"""The text of a `.proto`: comments, and numbers that stay."""

from __future__ import annotations

import pytest

import referee
from referee.kernel.proto_text import moved_numbers

KEEPERS = referee.all_games()["keepers"]


def test_the_docstrings_are_the_comments() -> None:
    text = KEEPERS.proto
    assert "// A card was laid face down on a bid pile.\nmessage CardLaid {\n" in text
    assert "  // The colour of the card; only its owner sees it.\n  Colour colour = 2;\n" in text
    assert "    // A card was laid face down on a bid pile.\n    CardLaid card_laid = 3;\n" in text
    assert "  // Warrior.\n  COLOUR_WARRIOR = 1;\n" in text
    assert "  optional uint32 seat = 12;\n" in text
    assert all(len(line) <= 120 for line in text.splitlines())


@pytest.mark.parametrize(
    ("old", "new", "moved"),
    [
        pytest.param("", "", [], id="nothing changed"),
        pytest.param("uint32 deck = 5;", "uint32 deck = 50;", ["View.deck would move from 5 to 50"], id="a field"),
        pytest.param(
            "COLOUR_ROGUE = 3;", "COLOUR_ROGUE = 5;", ["Colour.COLOUR_ROGUE would move from 3 to 5"], id="a word"
        ),
        pytest.param(
            "    Drew drew = 13;", "    Drew drew = 18;", ["Event.drew would move from 13 to 18"], id="a kind of event"
        ),
        pytest.param("  uint32 deck = 5;\n", "", [], id="a field went"),
        pytest.param("uint32 deck = 5;", f"uint32 deck = {'5' * 5000};", [], id="a number that no field can have"),
        pytest.param("  uint32 deck = 5;\n", "  uint32 deck = 5;\n  uint32 luck = 13;\n", [], id="a field came"),
    ],
)
def test_a_number_that_moves_is_noticed(old: str, new: str, moved: list[str]) -> None:
    assert old in KEEPERS.proto
    assert moved_numbers(KEEPERS.proto, KEEPERS.proto.replace(old, new)) == moved
