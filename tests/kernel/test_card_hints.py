"""What is wrong in a card set is named with what would be right."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec import Struct

from referee.errors import CardSetError
from referee.kernel import cards


class Kind(Struct, tag_field="kind", forbid_unknown_fields=True):
    """An effect."""


class Hit(Kind, tag="hit"):
    """An effect with a word."""

    hard: Literal["yes", "no"]


class Miss(Kind, tag="miss"):
    """An effect without parameters."""


class Row(Struct, forbid_unknown_fields=True):
    """A row of a card set."""

    id: str
    size: Literal["small", "large"] = "small"
    effects: list[Hit | Miss] = []
    sizes: dict[str, Literal["small", "large"]] = {}
    named: dict[str, Hit] = {}


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        pytest.param('size = "tiny"', "'tiny'.*; allowed are large, small$", id="word"),
        pytest.param('effects = [{kind = "hat"}]', "'hat'.*; allowed are hit, miss$", id="kind"),
        pytest.param('effects = [{kind = "hit", hard = "so"}]', "'so'.*; allowed are no, yes$", id="word of a kind"),
        pytest.param('effects = [{kind = "miss", by = 1}]', "`by`.*; allowed are hard$", id="parameter of a kind"),
        pytest.param("colour = 1", "`colour`; allowed are id, size, effects, sizes, named$", id="field"),
        pytest.param("size = 3", "got `int`.*; allowed are large, small$", id="type of a word"),
        pytest.param("effects = 3", "got `int` - at `[$].effects`$", id="a list"),
        pytest.param('sizes = {a = "tiny"}', "'tiny' - at `[$].sizes.*; allowed are large, small$", id="of a table"),
        pytest.param(
            'named = {a = {kind = "hit", hard = "so"}}', "'so' - at .*; allowed are no, yes$", id="inside one"
        ),
    ],
)
def test_what_is_allowed_is_named(toml: str, message: str) -> None:
    with pytest.raises(CardSetError, match="row 'a': .*" + message):
        cards.rows(cards.parse(f'[[row]]\nid = "a"\n{toml}'), "row", Row)
