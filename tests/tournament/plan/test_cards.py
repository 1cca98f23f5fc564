"""A custom card set beside the plan: it is played, is in the records, and makes a different tournament."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.kernel.game import find_game
from referee.kernel.record import read_record
from tests.support.tournaments import SECRET, a_plan_text, play_slot
from tests.tournament.commands.test_commands import tournament
from tournament.errors import UserError
from tournament.plan.draw import slots_of
from tournament.plan.plan import Plan
from tournament.plan.reading import read_plan
from tournament.storage.store import open_store
from tournament.storage.summary import finished

OWN = find_game("keepers").cards_toml.replace("hand = 5", "hand = 4")


def a_plan(folder: Path, cards: str = OWN, **settings: Any) -> Path:
    (folder / "own.toml").write_text(cards)
    (folder / "plan.toml").write_text(a_plan_text("first random", cards="own.toml", **settings))
    return folder / "plan.toml"


@pytest.mark.parametrize("workers", [1, 2])
def test_it_is_played_and_stands_in_the_records(tmp_path: Path, workers: int) -> None:
    tournament("run", a_plan(tmp_path, workers=workers), "--db", tmp_path / "t.db")
    (tmp_path / "own.toml").unlink()
    assert "all as it should be" in tournament("verify", tmp_path / "t.db").stdout
    tournament("export", tmp_path / "t.db", "-o", tmp_path / "data", "--records")
    for path in (tmp_path / "data" / "records").iterdir():
        header = read_record(path.read_bytes()).header
        assert header.card_set is not None
        assert header.card_set_digest != find_game("keepers").card_set_digest


def test_other_cards_are_another_tournament_and_a_comment_is_not(tmp_path: Path) -> None:
    tournament("run", a_plan(tmp_path), "--db", tmp_path / "t.db")
    tournament("run", a_plan(tmp_path, OWN + "\n# the same cards"), "--db", tmp_path / "t.db")
    other = a_plan(tmp_path, OWN.replace("hand = 4", "hand = 6"))
    assert "rules.card_set_digest: " in tournament("run", other, "--db", tmp_path / "t.db", code=1).stderr
    (tmp_path / "plan.toml").write_text(a_plan_text("first random"))
    refused = tournament("run", tmp_path / "plan.toml", "--db", tmp_path / "t.db", code=1).stderr
    assert "rules.card_set_digest: " in refused


def test_where_the_file_lies_and_what_it_is_called_does_not_count(tmp_path: Path) -> None:
    tournament("run", a_plan(tmp_path), "--db", tmp_path / "t.db")
    (tmp_path / "own.toml").rename(tmp_path / "renamed.toml")
    plan = tmp_path / "plan.toml"
    plan.write_text(plan.read_text().replace("own.toml", "renamed.toml"))
    tournament("run", plan, "--db", tmp_path / "t.db")


def test_a_match_that_was_played_with_other_cards_is_found(tmp_path: Path) -> None:
    """Sound in itself, and dealt from the right seed."""
    plan = read_plan(a_plan(tmp_path, deals_from_seed=True, seed=7))
    usual = Plan(plan=1, tournament=plan.tournament, format=plan.format, run=plan.run, bots=plan.bots)
    with open_store(tmp_path / "t.db", plan, duplicate=True) as store:
        assert store.secret.reveal() == SECRET.reveal()
        for slot in slots_of(plan, duplicate=True):
            store.add(slot, finished(play_slot(slot, usual if slot.number == 1 else plan)))
    found = tournament("verify", tmp_path / "t.db", code=1).stdout
    assert found.startswith("match d001-t001-r1: its record has other cards than the plan")
    assert "1 fault\n" in found


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        pytest.param("game = ", r"own.toml: the card set is not valid TOML", id="TOML"),
        pytest.param(find_game("inns").cards_toml, r"own.toml: the card set has an unknown part", id="another game"),
        pytest.param(OWN.replace("total_cards = 68", "total_cards = 69"), r"own.toml: .*69", id="wrong count"),
    ],
)
def test_what_is_wrong_with_it_is_said_with_the_line_of_the_plan(tmp_path: Path, cards: str, said: str) -> None:
    with pytest.raises(UserError, match=rf"plan.toml, line \d+: tournament.cards: .*{said}"):
        read_plan(a_plan(tmp_path, cards))


def test_a_file_that_is_no_utf_8_is_refused(tmp_path: Path) -> None:
    plan = a_plan(tmp_path)
    (tmp_path / "own.toml").write_bytes(b"# \xff")
    with pytest.raises(UserError, match=r"own.toml: the file is not UTF-8"):
        read_plan(plan)


def test_the_cards_do_not_stand_in_the_plan_itself(tmp_path: Path) -> None:
    plan = a_plan(tmp_path)
    plan.write_text(plan.read_text() + "[card_set]\nhand = 3\n")
    with pytest.raises(UserError, match=r"card_set: there is no such key"):
        read_plan(plan)
