"""The totals of a layout. Cases C34 to C36."""

from __future__ import annotations

import pytest

from referee.games.inventory import layout as totals
from referee.games.inventory.kinds import Stat
from tests.games.inventory.tables import house_set, placed


@pytest.mark.parametrize(
    ("layout", "stats"),
    [
        pytest.param(
            "sword@hand beer_helmet@head beer@stored cape@back", {"power": 6, "defense": 4}, id="C34 the cape"
        ),
        pytest.param(
            "sword@hand beer_helmet@head beer@stored cape@back mercenary@follow", {"power": 10}, id="C34 no followers"
        ),
        pytest.param(
            "bread@stored fedora_of_leadership@head dog@follow cape@back", {"gold": 2, "defense": 3}, id="C34 gold"
        ),
        pytest.param("sword@hand cape@back cape@ally_back squire@follow", {"power": 4}, id="R20 two capes"),
        pytest.param("fancy_glove@hand", {"gold": 1}, id="C35 the glove"),
        pytest.param("fancy_glove@hand plain_clothes@body", {"gold": 2}, id="C35 and clothes"),
        pytest.param("fancy_glove@hand plain_clothes@body cape@stored", {"gold": 2}, id="C35 stored clothes"),
        pytest.param("dog@follow potato@stored", {"defense": 3}, id="C36 a dog with food"),
        pytest.param("dog@follow beer@stored", {"defense": 2}, id="C36 a dog without food"),
        pytest.param("attack_dog@follow bread@stored", {"power": 2}, id="C36 an attack dog with food"),
        pytest.param("attack_dog@follow beer@stored", {"power": 1}, id="C36 an attack dog without food"),
        pytest.param("sword@stored iron_helm@stored", {"power": 0, "defense": 0}, id="stored equipment"),
        pytest.param("guard@follow sword@ally_hand", {"power": 2}, id="an ally's sword"),
    ],
)
def test_stats(layout: str, stats: dict[Stat, int]) -> None:
    laid_out = placed(layout)
    found = {name: totals.stat(house_set(), laid_out, name) for name in stats}
    if "guard" in layout or "mercenary" in layout or "squire" in layout:
        own = {name: sum(getattr(card, name) for card in totals.followers(house_set(), laid_out)) for name in stats}
        assert all(found[name] >= own[name] for name in stats)
    assert found == stats


@pytest.mark.parametrize(("gold", "dice", "smallest"), [(1, 1, 1), (6, 1, 6), (7, 2, 1), (12, 2, 6), (14, 3, 2)])
def test_gold_lies_in_the_fewest_dice(gold: int, dice: int, smallest: int) -> None:
    assert totals.dice(gold) == dice
    assert totals.smallest_die(gold) == smallest


def test_no_gold_needs_no_die() -> None:
    assert totals.dice(0) == 0


def test_a_pocket_holds_a_die_outside_the_weight() -> None:
    layout = placed("wallet_chain@body potato@stored")
    assert [totals.weight(house_set(), layout, gold) for gold in (0, 6, 7, 13)] == [1, 1, 2, 3]
