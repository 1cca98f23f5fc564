"""Attacks on the deal by real bots. Each also succeeds where the deal can be found, or it would prove nothing."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from referee.kernel.record import Record, read_record
from referee.server.bots.sandbox import find_sandbox, is_forgetful
from tests.around.guessing import Told, guess, look_alike, numbers_in_examples
from tests.support.shell import quoted, referee
from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import tournament
from tournament.plan.reading import parse_plan
from tournament.storage.archive import open_archive
from tournament.storage.store import open_store

HERE = Path(__file__).parent
LIKELY = {*range(20_000), *numbers_in_examples()}
PATIENT = '[time]\nstartup = "60s"\ndecision = "60s"\n'
needs_sandbox = pytest.mark.skipif(not is_forgetful(find_sandbox()), reason="there is no sandbox that forgets")


def bot_in(folder: Path, name: str) -> Path:
    """A copy of a bot in a folder of its own."""
    folder.mkdir(exist_ok=True)
    return Path(shutil.copy(HERE / name, folder / name))


def command_bots(script: Path, *words: str) -> str:
    """Two bots of a plan with that script."""
    command = json.dumps([sys.executable, str(script), *words])
    return "".join(f"[[bots]]\nname = '{name}'\ncommand = {command}\n" for name in ("one", "two"))


def told_in(records: list[Record]) -> list[Told]:
    """What a telling bot heard, from its notes."""
    notes = [answer.note for record in records for step in record.steps for answer in step.answers if answer.note]
    assert len(notes) >= len(records) > 0
    return [(match_id, commitment) for match_id, commitment in (note.split() for note in notes)]


def told_by_play(folder: Path, *words: object) -> list[Told]:
    bot = quoted(sys.executable, bot_in(folder / "bot", "telling_bot.py"))
    referee("play", "keepers", "--bot", bot, "--bot", "first", "--deals", 2, "--record", folder / "records", *words)
    return told_in([read_record(path.read_bytes()) for path in (folder / "records").glob("*.jsonl")])


def told_by_tournament(folder: Path, **settings: Any) -> list[Told]:
    script = bot_in(folder / "bot", "telling_bot.py")
    (folder / "plan.toml").write_text(
        a_plan_text("", extra=command_bots(script) + PATIENT, in_process=False, **settings)
    )
    tournament("run", folder / "plan.toml", "--db", folder / "t.db")
    return told_in(records_in(folder / "t.db"))


def records_in(database: Path) -> list[Record]:
    with open_archive(database) as archive:
        return [archive.record(match) for match in archive.fixed()]


@pytest.fixture(scope="module")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> list[Told]:
    """What bots received in matches whose deals must stay unknown; the plans have the seeds of our examples."""
    told = told_by_play(tmp_path_factory.mktemp("play"))
    for seed in (1, 42):
        told += told_by_tournament(tmp_path_factory.mktemp("tournament"), seed=seed)
    return told


def test_no_likely_number_gives_the_deal(hidden: list[Told]) -> None:
    assert {1, 7, 42} <= LIKELY
    assert guess(hidden, LIKELY) == set()


@pytest.mark.long
def test_no_number_up_to_a_million_gives_the_deal(hidden: list[Told]) -> None:
    assert guess(hidden, range(1_000_001)) == set()


def test_deals_that_follow_from_a_number_are_found(tmp_path: Path) -> None:
    assert guess(told_by_play(tmp_path, "--seed", 7), LIKELY) == {7}
    assert guess(told_by_tournament(tmp_path, seed=42, deals_from_seed=True), LIKELY) == {42}


BEFORE = {
    1668426544: ("keepers-1668426544-d001-r0", "937da563e8064ed3e9120d1d30907d625ae3268ab8e9bad48b99dc8dd4e4c27c"),
    42: ("d001-t001-r0", "096f1d0499598ee5e3c9d116251df2976378b673dc56b747678f88563036dedf"),
}
"""What bots received before there was a secret: in `play` without a seed, and in a plan with `seed = 42`."""


@pytest.mark.parametrize("number", BEFORE)
def test_what_was_told_before_gave_the_deal_away(number: int) -> None:
    assert guess([BEFORE[number]], LIKELY) == {number}


def test_bots_are_told_nothing_but_numbers(hidden: list[Told]) -> None:
    for match_id, commitment in hidden:
        assert (len(bytes.fromhex(match_id)), len(bytes.fromhex(commitment))) == (12, 32)


def test_that_two_matches_share_a_deal_can_not_be_seen(tmp_path: Path) -> None:
    """All rotations of each deal are played; what the bots receive looks like that of any two other matches."""
    plan = tmp_path / "plan.toml"
    plan.write_text(a_plan_text("first random greedy", deals=10, duplicate=True))
    tournament("run", plan, "--db", tmp_path / "t.db")
    headers = [record.header for record in records_in(tmp_path / "t.db")]
    told = {header.name: (header.match_id, header.commitment) for header in headers}
    sharing = [(one, other) for one, other in combinations(headers, 2) if one.seed == other.seed]
    assert len(headers) == 60
    assert len(sharing) == 30
    assert not [pair for pair in combinations(told.values(), 2) if look_alike(*pair)]
    assert agreement([header.match_id for header in headers]) < 0.5, "nor does their order tell anything"


def test_matches_that_shared_a_deal_looked_alike_before() -> None:
    match_id, commitment = BEFORE[42]
    assert look_alike((match_id, commitment), ("d001-t001-r1", commitment))
    assert agreement([f"d{deal:03}-t001-r0" for deal in range(60)]) == 1


def agreement(ids: list[str]) -> float:
    """How far the order of ids agrees with that of the schedule: 1 for the same or the contrary, about 0 by chance."""
    pairs = list(combinations(ids, 2))
    return abs(sum(1 if one < other else -1 for one, other in pairs)) / len(pairs)


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"duplicate": False}, id="no duplicate deals"),
        pytest.param({"processes": "kept"}, id="processes that are kept"),
    ],
)
def test_no_two_matches_share_a_deal_where_a_bot_could_remember_it(tmp_path: Path, settings: dict[str, Any]) -> None:
    """At three tables and in two deals; all bots are built in and have no process."""
    kept = "processes" in settings
    script = bot_in(tmp_path / "bot", "telling_bot.py")
    extra = command_bots(script) + PATIENT if kept else ""
    plan = tmp_path / "plan.toml"
    plan.write_text(
        a_plan_text("first" if kept else "first random greedy", extra=extra, in_process=not kept, **settings)
    )
    tournament("run", plan, "--db", tmp_path / "t.db")
    headers = [record.header for record in records_in(tmp_path / "t.db")]
    assert len(headers) == len({header.seed for header in headers}) == 6


def found_in(records: list[Record]) -> list[dict[str, Any]]:
    """What searching bots found, from their notes."""
    notes = [answer.note for record in records for step in record.steps for answer in step.answers if answer.note]
    return [json.loads(note) for note in notes]


@pytest.fixture
def mine(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of bots, in which the files of a run lie as well; its path is short, for sockets come into it."""
    folder = tmp_path_factory.mktemp("m")
    folder.chmod(0o755)  # root's bots have other user ids
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def searched_tournament(mine: Path, sandbox: str) -> list[dict[str, Any]]:
    """A tournament of two searching bots; in the folder of both lie the plan and the database too."""
    script = bot_in(mine, "searching_bot.py")
    words = [] if sandbox == "require" else [f"--in={mine}"]
    text = a_plan_text("", extra=command_bots(script, *words) + PATIENT, in_process=False, sandbox=sandbox, deals=1)
    (mine / "plan.toml").write_text(text)
    with open_store(mine / "t.db", parse_plan(text), duplicate=False) as store:
        secret = store.secret
    shutil.copy(mine / "t.db", mine / "t.db.damaged")  # as `tournament repair` puts it aside
    needles = [secret.reveal(), secret.seed(1, 1), secret.salt(1, 1, 0)]
    needles += [needle.hex().encode() for needle in needles]
    (mine / "needles").write_text("\n".join(bytes(byte ^ 0xFF for byte in needle).hex() for needle in needles))
    tournament("run", mine / "plan.toml", "--db", mine / "t.db")
    return found_in(records_in(mine / "t.db"))


@needs_sandbox
def test_a_bot_in_the_sandbox_finds_the_secret_nowhere_and_sees_no_match(mine: Path) -> None:
    found = searched_tournament(mine, "require")
    assert len(found) == 2
    for one in found:
        assert one["looked"] > 20
        assert one["needles"] == []
        assert (one["sockets"], one["galleries"]) == (1, 0), "its own way to the referee, and no other"


def test_without_a_sandbox_it_is_in_the_database_and_the_bot_finds_it(mine: Path) -> None:
    """So the search is good; and nothing is promised without a sandbox."""
    found = searched_tournament(mine, "off")
    assert len(found) == 2
    for one in found:
        assert any(place.startswith("t.db") for place in one["needles"])
        assert one["galleries"] == 1


@pytest.mark.parametrize("sandbox", [pytest.param("require", marks=needs_sandbox), "off"])
def test_the_secret_beside_the_records_of_play_is_hidden_in_the_sandbox_alone(tmp_path: Path, sandbox: str) -> None:
    """The records lie in the bot's own folder."""
    mine = tmp_path / "mine"
    script = bot_in(mine, "searching_bot.py")
    bot = quoted(sys.executable, script, *([] if sandbox == "require" else [f"--in={mine}"]))
    words = ["--bot", bot, "--bot", "first", "--record", mine / "records", "--sandbox", sandbox, "--json"]
    secret = json.loads(referee("play", "keepers", *words).stdout)["secret"]
    (found,) = found_in([read_record(path.read_bytes()) for path in (mine / "records").glob("*.jsonl")])
    assert (secret[:8] in found["numbers"]) is (sandbox == "off")
