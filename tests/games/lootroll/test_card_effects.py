"""Every kind of played effect that moves cards: draws, thefts, scouting, banking and recovering."""

from __future__ import annotations

import pytest

from referee.games.lootroll.choices import (
    DONE,
    PlayAbility,
    PlayLoot,
    PutInBank,
    PutOnTop,
    Take,
)
from referee.games.lootroll.events import (
    Banked,
    Discarded,
    Drew,
    LookedInto,
    MonsterChosen,
    Scouted,
    Stolen,
)
from referee.kernel.asking import Option
from tests.games.lootroll.tables import asked_seat, bag, choose, listed, tbl, told
from tests.games.lootroll.windows import DECKS, ME, NEXT, in_window


def test_loot_is_drawn_until_the_bag_is_full() -> None:
    match = in_window("turn", hands={0: ["treasure_hunt"]}, bags={0: ["ruby"] * 6})
    choose(match, PlayAbility("treasure_hunt"))
    assert bag(match, 0) == ["caltrops", *["ruby"] * 6]
    assert told(match, Drew, 0) == [Drew(ME, "common", "caltrops")]
    assert told(match, Drew, 1) == [Drew(ME, "common")]


def test_drawing_stops_when_there_is_no_card_left() -> None:
    match = in_window("turn", hands={0: ["treasure_hunt"]}, decks={"common": ["caltrops"], "monster": ["lich"]})
    choose(match, PlayAbility("treasure_hunt"))
    assert bag(match, 0) == ["caltrops"]


def test_abilities_come_back_out_of_the_discard_pile() -> None:
    """Ruling 39: a played card can come back."""
    match = in_window("turn", hands={0: ["study"]}, decks={"ability": ["jinx"], "monster": ["lich"]})
    choose(match, PlayAbility("study"))
    assert tbl(match).adventurers[0].hand == ["jinx", "study"]


def test_a_theft_is_known_to_thief_and_victim() -> None:
    match = in_window("turn", hands={0: ["pickpocket"]}, bags={1: ["ruby"]})
    choose(match, PlayAbility("pickpocket", NEXT))
    assert (bag(match, 0), bag(match, 1)) == (["ruby"], [])
    seen = [told(match, Stolen, seat) for seat in (0, 1, 2, None)]
    assert seen == [[Stolen(ME, NEXT, "ruby")]] * 2 + [[Stolen(ME, NEXT)]] * 2


def test_snatching() -> None:
    match = in_window("turn", hands={0: ["inspect_and_snatch"]}, bags={1: ["ruby", "caltrops", "ruby"]})
    choose(match, PlayAbility("inspect_and_snatch", NEXT))
    assert listed(match) == [Take("caltrops"), Take("ruby")]
    assert match.default(ME) == 0
    assert told(match, LookedInto, 0) == [LookedInto(ME, NEXT, ("caltrops", "ruby", "ruby"))]
    assert told(match, LookedInto, 1) == [LookedInto(ME, NEXT)]
    choose(match, Take("ruby"))
    assert (bag(match, 0), bag(match, 1)) == (["ruby"], ["caltrops", "ruby"])
    assert asked_seat(match) == 0
    assert told(match, Stolen, 2) == [Stolen(ME, NEXT)]


def test_destroying() -> None:
    match = in_window("turn", hands={0: ["sabotage"]}, bags={1: ["ruby"]})
    choose(match, PlayAbility("sabotage", NEXT))
    assert told(match, Discarded) == [Discarded(NEXT, "ruby", "destroyed")]
    assert tbl(match).discards["rare"] == ["ruby"]


def test_scouting() -> None:
    match = in_window("turn", hands={0: ["scouting"]})
    choose(match, PlayAbility("scouting"))
    assert listed(match) == [PutOnTop("cave_rat"), PutOnTop("troll"), PutOnTop("lich")]
    assert match.default(ME) == 0
    assert told(match, Scouted, 0) == [Scouted(ME, 3, ("cave_rat", "troll", "lich"))]
    assert told(match, Scouted, None) == [Scouted(ME, 3)]
    choose(match, PutOnTop("lich"))
    assert tbl(match).decks["monster"] == ["lich", "cave_rat", "troll", "hydra"]
    assert told(match, MonsterChosen, 0) == [MonsterChosen(ME, "lich")]
    assert told(match, MonsterChosen, 1) == [MonsterChosen(ME)]


@pytest.mark.parametrize(
    ("deck", "discard", "seen"),
    [
        pytest.param(["lich"], ["troll"], 1, id="fewer cards: no shuffle"),
        pytest.param([], ["troll", "lich"], 2, id="an empty deck is shuffled first"),
    ],
)
def test_scouting_a_short_deck(deck: list[str], discard: list[str], seen: int) -> None:
    zones = {"decks": {**DECKS, "monster": deck}, "discards": {"monster": discard}}
    match = in_window("turn", bags={0: ["old_map"]}, **zones)
    choose(match, PlayLoot("old_map"))
    assert len(listed(match)) == seen


def test_scouting_without_a_monster_shows_nothing() -> None:
    match = in_window("turn", bags={0: ["old_map"]}, decks={**DECKS, "monster": []})
    choose(match, PlayLoot("old_map"))
    assert told(match, Scouted) == []
    assert tbl(match).duties == []


@pytest.mark.parametrize(
    ("held", "answers", "left"),
    [
        pytest.param(["ruby"] * 2, [PutInBank("ruby"), DONE], ["ruby"], id="done early"),
        pytest.param(["ruby"] * 3, [PutInBank("ruby")] * 2, ["ruby"], id="as many as allowed"),
        pytest.param(["ruby"], [PutInBank("ruby")], [], id="an empty bag ends it"),
        pytest.param(["ruby"], [DONE], ["ruby"], id="nothing"),
    ],
)
def test_banking(held: list[str], answers: list[Option], left: list[str]) -> None:
    match = in_window("turn", hands={0: ["pocket_portal"]}, bags={0: held})
    choose(match, PlayAbility("pocket_portal"))
    assert listed(match) == [DONE, PutInBank("ruby")]
    choose(match, *answers)
    assert bag(match, 0) == left
    assert tbl(match).duties == []
    assert told(match, Banked, 1) == [Banked(ME)] * (len(held) - len(left))


def test_recovering() -> None:
    discards = {"rare": ["ruby", "knight_helm", "ruby", "ranger_boots"]}
    match = in_window("turn", hands={0: ["scavenge"]}, discards=discards)
    choose(match, PlayAbility("scavenge"))
    assert listed(match) == [Take("knight_helm"), Take("ranger_boots"), Take("ruby")]
    assert match.default(ME) == 0
    choose(match, Take("ruby"))
    assert (bag(match, 0), tbl(match).discards["rare"]) == (["ruby"], ["knight_helm", "ruby", "ranger_boots"])
