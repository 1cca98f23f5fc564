"""Tournaments with a language model, from plan to export: its key, its sandbox, and what is said of failures."""

from __future__ import annotations

import csv
import json
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from referee.server.bots.sandbox import find_sandbox
from tests.support.chat_endpoint import ChatEndpoint, Reply, chat_endpoint
from tests.support.sandboxes import needs_sandbox
from tests.support.shell import referee, tournament
from tournament.storage.database import Database

KEY = "sk-0123456789-very-secret"
PLAN = """\
plan = 1
[tournament]
game = "keepers"
seats = 2
[format]
deals = 1
[run]
concurrency = 1
[time]
decision = "20s"
[options]
max_rounds = 1
[[bots]]
name = "first"
builtin = "first"
[[bots]]
name = "model"
builtin = "llm"
{how}
env = {{ LLM_URL = "{url}", LLM_MODEL = "tiny", LLM_KEY = {{ from = "SERVICE_KEY" }} }}
"""
TELLS_ALL = """\
[[bots]]
name = "talker"
command = ["python", "-c", "import os; print(os.environ); raise SystemExit(os.environ['LLM_KEY'])"]
env = { LLM_KEY = { from = "SERVICE_KEY" } }
"""


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE_KEY", KEY)


def a_plan(folder: Path, endpoint: ChatEndpoint, how: str = 'sandbox = "off"', more: str = "") -> Path:
    path = folder / "plan.toml"
    path.write_text(PLAN.format(url=endpoint.url, how=how) + more)
    return path


def one(_request: object, _number: int) -> Reply:
    return f"1\nThe key is {KEY}."


def files_with(text: str, folder: Path) -> list[str]:
    """The files in which a text stands, packed or not; of a database every value is looked at."""
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        if data.startswith(b"SQLite format 3"):
            with closing(Database(path)) as db:
                data += b"".join(zlib.decompress(packed) for (packed,) in db.execute("SELECT packed FROM records"))
        found += [path.name] if text.encode() in data else []
    return found


def test_a_key_from_the_environment_stands_in_no_file_and_in_no_output(tmp_path: Path) -> None:
    """Although the model repeats it, and another bot writes all that it knows."""
    said = []
    with chat_endpoint(one) as endpoint:
        plan = a_plan(tmp_path, endpoint, more=TELLS_ALL)
        database = tmp_path / "t.db"
        for words in (
            ("check", plan),
            ("run", plan, "--db", database, "--no-check"),
            ("show", database),
            ("report", database, "-o", tmp_path / "report"),
            ("export", database, "-o", tmp_path / "data", "--records"),
            ("verify", database),
        ):
            result = tournament(*words, code=None)
            said.append(result.output + result.stderr)
    assert set(endpoint.keys) == {f"Bearer {KEY}"}
    assert "'LLM_KEY': '***'" in "".join(said), "what the other bot wrote is shown, without the key"
    assert KEY not in "".join(said)
    assert len(list(tmp_path.rglob("*"))) > 10
    assert files_with(KEY, tmp_path) == []
    assert "t.db" in files_with("The key is ***.", tmp_path), "the search finds what is there"


def test_a_tournament_goes_on_with_another_key_and_not_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with chat_endpoint(one) as endpoint:
        plan, database = a_plan(tmp_path, endpoint), tmp_path / "t.db"
        tournament("run", plan, "--db", database)
        monkeypatch.setenv("SERVICE_KEY", "sk-another")
        said = tournament("run", plan, "--db", database).stderr
        assert "is not what it was" not in said
        monkeypatch.delenv("SERVICE_KEY")
        for words in (("run", plan, "--db", tmp_path / "new.db"), ("check", plan)):
            refused = tournament(*words, code=1).stderr
            assert 'bots[1].env.LLM_KEY: the variable "SERVICE_KEY" is not set in the environment' in refused
        assert not (tmp_path / "new.db").exists()
        assert "model" in tournament("show", database).stdout, "show needs no key"


def test_a_model_that_never_decides_is_found_by_check_and_named_everywhere(tmp_path: Path) -> None:
    with chat_endpoint(lambda _request, _number: 401) as endpoint:
        plan, database = a_plan(tmp_path, endpoint), tmp_path / "t.db"
        checked = tournament("check", plan, code=1).stdout
        tournament("run", plan, "--db", database)
    assert "\nmodel: failed: it made none of its " in checked
    assert "x 401 Unauthorized (check LLM_KEY: it is wrong, or was not passed on)" in checked
    shown = tournament("show", database).stdout
    bots = {bot["bot"]: bot for bot in json.loads(tournament("show", database, "--json").stdout)["bots"]}
    decisions = bots["model"]["decisions"]
    assert bots["model"]["defaults"] == decisions > 0 == bots["first"]["defaults"]
    assert shown.splitlines()[[line.split()[-1:] for line in shown.splitlines()].index(["defaults"]) + 1].split()
    none = f"model made none of its {decisions} decisions: its results are those of the default options."
    assert none in shown
    tournament("report", database, "-o", tmp_path / "report")
    assert none in (tmp_path / "report" / "index.html").read_text()
    tournament("export", database, "-o", tmp_path / "data")
    for name, column in (("results", "bot"), ("bots", "bot")):
        with (tmp_path / "data" / f"{name}.csv").open() as file:
            rows = list(csv.DictReader(file))
        assert sum(int(row["defaults"]) for row in rows if row[column] == "model") == decisions


def test_a_model_that_decides_now_and_then_is_good_and_the_rest_is_said(tmp_path: Path) -> None:
    with chat_endpoint(lambda _request, number: "1" if number % 2 else 400) as endpoint:
        checked = tournament("check", a_plan(tmp_path, endpoint)).stdout
    assert "model: ok, " in checked
    assert "of them left to the default: " in checked
    assert "x 400 Bad Request (check LLM_MODEL" in checked


def test_play_says_why_a_model_decided_nothing(tmp_path: Path) -> None:
    with chat_endpoint(lambda _request, _number: 403) as endpoint:
        words = ["--env", f"LLM_URL={endpoint.url}", "--env", "LLM_MODEL=tiny", "--sandbox", "off"]
        said = referee("play", "keepers", "--bot", "llm", "--bot", "first", "--option", "max_rounds=1", *words).stdout
    assert "\ndefaults: llm, " in said
    assert " x 403 Forbidden (LLM_KEY is not allowed to use LLM_MODEL)\n" in said


@needs_sandbox
def test_a_model_in_its_sandbox_has_the_network_and_the_other_bots_have_not(tmp_path: Path) -> None:
    looks = """\
import os, socket, sys
from referee_client import run
try:
    socket.create_connection(("127.0.0.1", int(os.environ["PORT"])), timeout=2)
    sys.exit("it has a network")
except OSError:
    run(type("Bot", (), {"choose": lambda self, turn: 0}))
"""
    (tmp_path / "bots" / "alone").mkdir(parents=True)
    alone = tmp_path / "bots" / "alone" / "alone.py"
    alone.write_text(looks)
    with chat_endpoint(one) as endpoint:
        port = endpoint.url.rpartition(":")[2].partition("/")[0]
        more = f'[[bots]]\nname = "alone"\ncommand = ["python", "{alone}"]\nenv = {{ PORT = "{port}" }}\n'
        plan = a_plan(tmp_path, endpoint, "network = true", more)
        plan.write_text(plan.read_text().replace("[run]", '[run]\nsandbox = "require"'))
        checked = tournament("check", plan).stdout
        said = tournament("run", plan, "--db", tmp_path / "t.db").stderr
    assert "model: ok" in checked
    assert "left to the default" not in checked
    assert "alone: ok" in checked
    assert "note: the sandbox of model can reach this machine's network and local services" in said


def test_only_the_model_runs_without_a_sandbox(tmp_path: Path) -> None:
    with chat_endpoint(one) as endpoint:
        plan = a_plan(tmp_path, endpoint, 'sandbox = "off"')
        said = tournament("run", plan, "--db", tmp_path / "t.db").stderr
    who = "bots run without a sandbox (model)" if find_sandbox() else "bots run without a sandbox"
    assert f"note: {who}: they can read files and use the network" in said


def test_bot_check_finds_a_model_that_never_decides() -> None:
    with chat_endpoint(lambda _request, _number: 401) as endpoint:
        words = ["--env", f"LLM_URL={endpoint.url}", "--env", "LLM_MODEL=tiny", "--sandbox", "off", "--game", "keepers"]
        told = referee("bot", "check", "llm", *words, code=1).stdout
    assert (
        "decisions; its note says: 401 Unauthorized (check LLM_KEY: it is wrong, or was not passed on)\n"
        "       to fix it: the text after `default: ` in its notes is why it chose the default\n"
        "       | turn 1: 127.0.0.1 answers 401 Unauthorized: "
    ) in told
