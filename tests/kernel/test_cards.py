"""Card sets: what is wrong is named with its row and field."""

from __future__ import annotations

import pytest
from msgspec import Struct

from referee.errors import CardSetError
from referee.kernel import cards


class Row(Struct, forbid_unknown_fields=True):
    """A row of a card set."""

    id: str
    count: int


def test_rows_are_typed() -> None:
    found = cards.rows(cards.parse('[[row]]\nid = "a"\ncount = 2'), "row", Row)
    assert found == [Row("a", 2)]


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        pytest.param('[[row]]\nid = "a"', "row 'a': .*missing required field `count`", id="missing"),
        pytest.param('[[row]]\nid = "a"\ncount = 1\ncolour = 2', "row 'a': .*unknown field `colour`", id="unknown"),
        pytest.param("[[row]]\ncount = 1", "row number 1: .*missing required field `id`", id="no id"),
        pytest.param("row = 3", r"has no \[\[row\]\]", id="no rows"),
    ],
)
def test_wrong_rows(toml: str, message: str) -> None:
    with pytest.raises(CardSetError, match=message):
        cards.rows(cards.parse(toml), "row", Row)


def test_counts_and_ids() -> None:
    cards.check_count("cards", 3, 3)
    cards.check_unique("card", ["a", "b"])
    with pytest.raises(CardSetError, match="cards: the card set has 2, but must have 3"):
        cards.check_count("cards", 2, 3)
    with pytest.raises(CardSetError, match="card 'a': the card set uses this id twice"):
        cards.check_unique("card", ["a", "b", "a"])


def test_a_value_before_the_first_section_is_typed() -> None:
    found = cards.parse('hand = 3\nlast = "x"\n[[row]]\nid = "a"\ncount = 2')
    assert (cards.value(found, "hand", int), cards.rows(found, "row", Row)) == (3, [Row("a", 2)])


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        pytest.param('[[row]]\nid = "a"\nhand = 1', "has no hand = ... before its first section", id="in a section"),
        pytest.param('hand = "many"', "hand: Expected `int`, got `str`", id="another type"),
    ],
)
def test_wrong_values(toml: str, message: str) -> None:
    with pytest.raises(CardSetError, match=message):
        cards.value(cards.parse(toml), "hand", int)
