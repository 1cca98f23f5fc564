"""A person plays at a referee elsewhere: `referee join`, against `referee serve` in a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from referee_client.v1.match_pb2 import Match

from referee.kernel.job import TimeControl
from referee.kernel.record import Cause, SeatEnd
from referee.kernel.replay import verify
from tests.end_to_end.serving import PATIENT, Server
from tests.support.certificates import make_certificate
from tests.support.runner_process import running
from tests.support.shell import referee
from tests.support.terminal import PROMPT, Terminal, terminal
from tests.support.tournaments import a_plan_text
from tests.support.waiting import PATIENCE, wait_until
from tests.tournament.commands.test_commands import tournament


@contextmanager
def joined(server: Server, name: str = "ada") -> Iterator[Terminal]:
    environment = {"REFEREE_TOKEN": server.token(name)}
    with terminal("join", server.address, environment=environment) as person:
        person.expect(f"Connected as {name}. Waiting for a match")
        yield person


def play_on(person: Terminal, until: str) -> str:
    while True:
        shown = person.expect(rf"{PROMPT}|{until}")
        if not shown.endswith(":"):
            return shown
        person.type("0\n")


def chosen_by(server: Server, match_id: str, seat: int) -> list[Cause]:
    record = server.record(match_id)
    verify(record)
    return [answer.cause for step in record.steps for answer in step.answers if answer.seat == seat]


def test_a_person_plays_one_match_after_the_other_and_leaves(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.running(), server.bots(bob="greedy"), joined(server) as person:
        for match_id in ("m-1", "m-2"):
            server.create(match_id, ["ada", "bob"])
            shown = person.expect(PROMPT)
            assert "Seat 0: ada (you)" in shown
            assert "Turn 1, seat 0" in shown
            assert re.search(r"(2m|11\ds) left", shown), "the minute of the decision and the one of the bank"
            person.type("0\n")
            play_on(person, "Waiting for the next match")
            assert set(chosen_by(server, match_id, 0)) == {Cause.CHOSEN}
        person.interrupt()
        code, _ = person.end()
        assert code == 0


def test_who_leaves_in_the_middle_comes_back_to_the_open_turn(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.running(), server.bots(bob="first"):
        with joined(server) as person:
            server.create("m-1", ["ada", "bob"])
            person.answer("0")
            before = person.expect(PROMPT)
            person.interrupt()
            code, told = person.end()
            assert code == 3
            assert "your clock keeps running" in told
        with joined(server) as person:
            shown = person.expect(PROMPT)
            assert "resumed" in shown
            assert before.rpartition("\n\n")[2].partition("Your choice")[0] in shown, "the same options"
            person.type("0\n")
            play_on(person, "Waiting for the next match")
        assert set(chosen_by(server, "m-1", 0)) == {Cause.CHOSEN}


def test_a_referee_that_starts_again_finds_the_person_still_there(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with joined_through_a_restart(server) as person:
        play_on(person, "Waiting for the next match")
    assert set(chosen_by(server, "m-1", 0)) == {Cause.CHOSEN}


@contextmanager
def joined_through_a_restart(server: Server) -> Iterator[Terminal]:
    """A person whose referee is killed while the first question is open, and is answered before it is back."""
    with server.running() as first, server.bots(bob="first"), joined(server) as person:
        server.create("m-1", ["ada", "bob"])
        person.expect(PROMPT)
        first.send_signal(signal.SIGKILL)
        first.wait()
        person.expect("The connection is lost")
        person.type("0\n")
        person.expect("You: ")
        with server.running():
            yield person


def test_who_resigns_hears_how_it_ended(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.running(), server.bots(bob="first"), joined(server) as person:
        server.create("m-1", ["ada", "bob"], TimeControl(decision_ms=60_000, cover_forfeits=False))
        person.answer("q")
        person.expect(r"Resign this match\? \[y/N\]")
        person.type("yes\n")
        assert "resigned" in person.expect("Waiting for the next match")
        end = server.record("m-1").end
        assert end is not None
        assert end.ends == [SeatEnd.RESIGNED, SeatEnd.PLAYED]


def test_a_cancelled_match_closes_the_question(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.running(), server.bots(bob="first"), joined(server) as person:
        server.create("m-1", ["ada", "bob"])
        person.expect(PROMPT)
        server.cancel("m-1")
        person.expect("The match has no result: cancelled by an organiser")
        wait_until(lambda: server.state("m-1") == Match.STATE_VOIDED)
        server.create("m-2", ["ada", "bob"], PATIENT)
        person.answer("0")
        person.expect("You: ")


def test_over_tls_with_a_certificate_of_ones_own(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)
    token = referee("token", "ada", "--data", tmp_path / "data").stdout.strip()
    command = [
        "serve",
        "--data",
        tmp_path / "data",
        "--address",
        "localhost:0",
        "--tls-cert",
        certificate,
        "--tls-key",
        key,
    ]
    with terminal(*command) as server:
        address = server.expect(r"localhost:\d+").strip().rpartition("\n")[2]
        (tmp_path / "token").write_text(f"{token}\n")
        with terminal("join", address, "--token-file", tmp_path / "token", "--ca", certificate) as person:
            person.expect("Connected as ada")
            person.interrupt()
            assert person.end()[0] == 0


@pytest.mark.parametrize(
    ("words", "environment", "why"),
    [
        pytest.param(["localhost:1"], {}, "a token is missing", id="no token"),
        pytest.param(["nowhere"], {"REFEREE_TOKEN": "x"}, "invalid address of a referee 'nowhere'", id="no address"),
        pytest.param(["localhost:99999"], {"REFEREE_TOKEN": "x"}, "invalid address of a referee", id="no port"),
    ],
)
def test_what_is_missing_is_said(words: list[str], environment: dict[str, str], why: str) -> None:
    with terminal("join", *words, environment=environment) as person:
        code, told = person.end()
    assert code == 1
    assert why in told


def test_a_wrong_token_is_refused_with_the_reason(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.running(), terminal("join", server.address, environment={"REFEREE_TOKEN": "wrong"}) as person:
        code, told = person.end()
    assert code == 1
    assert "Error: the referee ended the stream with UNAUTHENTICATED: this referee did not issue the token" in told


def test_without_a_terminal_it_says_so() -> None:
    environment = {**os.environ, "REFEREE_TOKEN": "x"}
    command = ["referee", "join", "localhost:1"]
    ended = subprocess.run(
        [sys.executable, "-m", *command], env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert ended.returncode == 1
    assert "needs a terminal" in ended.stderr


def test_a_person_takes_part_in_a_tournament(tmp_path: Path) -> None:
    plan, address = tmp_path / "plan.toml", f"unix:{tmp_path / 'dial'}"
    extra = f'[[bots]]\nname = "ada"\ndial_in = true\n[listen]\naddress = "{address}"\n[time]\ndecision = "1m"'
    plan.write_text(a_plan_text("first", deals=1, in_process=False, extra=extra))
    token = tournament("token", plan, "ada").stdout.strip()
    with running(plan, tmp_path / "t.db") as runner:
        wait_until((tmp_path / "dial").exists)
        with terminal("join", address, environment={"REFEREE_TOKEN": token}) as person:
            play_on(person, "Waiting for the next match")
            assert runner.wait() == 0
    (match,) = json.loads(tournament("show", tmp_path / "t.db", "--json").stdout)["bots"][:1]
    assert match["matches"] == 1
