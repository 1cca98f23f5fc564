"""The sample bot `llm`: a real process that plays a real match, and asks a tiny endpoint on this machine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from referee_client.bots import llm
from referee_client.bots.chat import Endpoint
from referee_client.bots.first import First
from referee_client.session import Session
from referee_client.turn import MatchInfo, Turn
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.record import Cause, Record, read_record
from referee.server.bots.sandbox import find_sandbox
from tests.support.chat_endpoint import SLOWLY, ChatEndpoint, Reply, chat_endpoint
from tests.support.inprocess import play_in_process
from tests.support.matches import job
from tests.support.shell import referee
from tests.support.waiting import PATIENCE

INFO = MatchInfo.from_wire(wire.MatchStarted(match_id="m"))
SHORT = ["--option", "max_rounds=1", "--sandbox", "off", "--seed", "1"]


def play(endpoint: ChatEndpoint, folder: Path, *words: str, env: tuple[str, ...] = ()) -> Record:
    """Plays a match of the model against `first`; the model sits in seat 0."""
    variables = [f"LLM_URL={endpoint.url}", "LLM_MODEL=tiny", *env]
    given = [word for variable in variables for word in ("--env", variable)]
    command = ["play", "keepers", "--bot", "llm", "--bot", "first", *SHORT, *given, *words, "--record", str(folder)]
    ended = subprocess.run(
        [sys.executable, "-m", "referee", *command], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert ended.returncode == 0, ended.stderr
    (path,) = folder.glob("*.jsonl")
    return read_record(path.read_bytes())


def play_here(url: str, monkeypatch: pytest.MonkeyPatch) -> Record:
    """The same without separate processes."""
    monkeypatch.setenv("LLM_URL", url)
    monkeypatch.setenv("LLM_MODEL", "tiny")
    match = msgspec.structs.replace(job(2), options={"max_rounds": 1})
    return play_in_process(match, [Session(llm.LanguageModel, wants_text=True), Session(First)])


def answers_of(record: Record) -> list[tuple[int, str]]:
    return [(answer.option, answer.note) for step in record.steps for answer in step.answers if answer.seat == 0]


def question(request: Any) -> str:
    text: str = request["messages"][-1]["content"]
    return text


def options_in(request: Any) -> list[str]:
    listed = question(request).rpartition("Your options:\n")[2].partition("\n\n")[0]
    return [line.split(" ", 1)[1] for line in listed.splitlines()]


def the_last(request: Any, _number: int) -> Reply:
    return f"{len(options_in(request)) - 1}\nThe last one is the boldest."


def test_a_model_plays_a_match_and_gives_its_reasons(tmp_path: Path) -> None:
    with chat_endpoint(the_last) as endpoint:
        record = play(endpoint, tmp_path, env=("LLM_KEY=sesame",))
    answers = answers_of(record)
    assert len(answers) == len(endpoint.asked)
    assert [option for option, _ in answers] == [len(options_in(request)) - 1 for request in endpoint.asked]
    assert {note for _, note in answers} == {"The last one is the boldest."}
    assert {answer.cause for step in record.steps for answer in step.answers} == {Cause.CHOSEN}
    assert set(endpoint.keys) == {"Bearer sesame"}
    assert set(endpoint.paths) == {"/v1/chat/completions"}
    assert {request["model"] for request in endpoint.asked} == {"tiny"}


def test_a_model_is_told_the_game_the_position_and_what_it_did_before(tmp_path: Path) -> None:
    with chat_endpoint(the_last) as endpoint:
        play(endpoint, tmp_path)
    first, second = endpoint.asked[0], endpoint.asked[1]
    system = first["messages"][0]
    assert system["role"] == "system"
    assert "the tabletop game keepers as seat 0 of 2" in system["content"]
    assert "max_rounds = 1" in system["content"]
    assert "Your hand: " in question(first)
    assert "seat 1 draws a card" in question(first), "what is hidden stays so"
    assert "Your last choices" not in question(first)
    assert f"turn 1: {options_in(first)[-1]}" in question(second)
    assert all(len(re.findall("^turn ", question(request), flags=re.MULTILINE)) <= 8 for request in endpoint.asked)


def test_a_model_that_answers_badly_is_asked_again_and_told_why(tmp_path: Path) -> None:
    def second_time_right(_request: Any, number: int) -> Reply:
        return "1" if number % 2 else "I cannot decide between 0 and 1"

    with chat_endpoint(second_time_right) as endpoint:
        record = play(endpoint, tmp_path)
    again = endpoint.asked[1]["messages"]
    assert [message["role"] for message in again] == ["system", "user", "assistant", "user"]
    assert "Answer with a number from 0 to" in again[-1]["content"]
    assert {option for option, _ in answers_of(record)} == {1}


def test_a_model_that_is_too_slow_costs_no_strike(tmp_path: Path) -> None:
    """Byte after byte, so that no single wait is ever too long."""
    with chat_endpoint(lambda _request, _number: SLOWLY) as endpoint:
        record = play(endpoint, tmp_path, "--decision", "1500ms", "--bank", "0s")
    assert all(note.startswith("default: no answer in time (give more time") for _, note in answers_of(record))
    assert {answer.cause for step in record.steps for answer in step.answers} == {Cause.CHOSEN}


def test_one_decision_leaves_most_of_the_bank_to_the_others() -> None:
    turn = Turn(INFO, wire.Turn(option_count=1, decision_left={"seconds": 2}, bank_left={"seconds": 40}), 100.0)
    assert llm._until(turn) == pytest.approx(100 + 2 + 10 - 0.5)


def test_a_long_reason_is_cut_to_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    with chat_endpoint(lambda _request, _number: "0\n" + "ä" * 5000) as endpoint:
        record = play_here(endpoint.url, monkeypatch)
    assert {note for _, note in answers_of(record)} == {"ä" * 512}


@pytest.mark.parametrize(
    ("variables", "why"),
    [
        ({}, "set LLM_URL and LLM_MODEL: LLM_URL is the address of the model's server"),
        ({"LLM_URL": "http://localhost/v1"}, "set LLM_MODEL"),
        (
            {"LLM_URL": "localhost:11434", "LLM_MODEL": "m"},
            "invalid LLM_URL 'localhost:11434': use an address such as http://",
        ),
        ({"LLM_URL": "http://localhost:x/v1", "LLM_MODEL": "m"}, "LLM_URL = 'http://localhost:x/v1': "),
        ({"LLM_URL": "http://localhost/v1", "LLM_MODEL": "m", "LLM_KEY": "a\nb"}, "LLM_KEY is invalid"),
    ],
)
def test_what_is_missing_is_said_before_anything_is_played(variables: dict[str, str], why: str, tmp_path: Path) -> None:
    environment = {"REFEREE_ADDRESS": f"unix:{tmp_path}/nobody", **variables}
    command = [sys.executable, "-m", "referee_client.bots", "llm"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"referee_client: {why}")


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("http://h/v1", "/v1/chat/completions"),
        ("http://h:8/v1/", "/v1/chat/completions"),
        ("https://h/v1/chat/completions", "/v1/chat/completions"),
        ("http://h/a b/ä%20", "/a%20b/%C3%A4%20/chat/completions"),
        ("https://h/deployments/d?api-version=1", "/deployments/d/chat/completions?api-version=1"),
    ],
)
def test_an_address_is_understood(url: str, path: str) -> None:
    assert Endpoint.from_environment({"LLM_URL": url, "LLM_MODEL": "m"}).path == path


@pytest.mark.skipif(find_sandbox() is None, reason="there is no sandbox here")
def test_in_a_sandbox_it_is_not_begun() -> None:
    said = referee("play", "keepers", "--bot", "llm", "--bot", "first", code=1).stderr
    assert said == "Error: llm needs the network to ask a model, and the sandbox has no network: add --sandbox off\n"
