"""A Python bot as a process: signals, exit codes, and its messages on stderr."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from referee_client.v1 import play_service_pb2 as wire

from tests.clients import messages
from tests.clients.processes import bot_process, exit_of, run_bot
from tests.clients.scripted_referee import Ear, scripted_referee


def python_bot(choose: str) -> list[str]:
    """A bot whose choose() has this body."""
    code = f"from referee_client import run\nclass MyBot:\n  def choose(self, turn):\n    {choose}\nrun(MyBot)\n"
    return [sys.executable, "-c", code]


def one_turn(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
    yield from [messages.welcome(), messages.match_started(), messages.turn()]
    assert ear.hear().choice.option == 2
    yield from [messages.match_ended(), messages.goodbye()]


def test_a_process_ends_well_after_goodbye(tmp_path: Path) -> None:
    with scripted_referee(tmp_path, one_turn) as (_, address):
        assert run_bot(python_bot("return 2"), address) == (0, "", "")


def test_an_exception_in_choose_ends_the_process_with_a_traceback(tmp_path: Path) -> None:
    with scripted_referee(tmp_path, one_turn) as (_, address):
        code, _, errors = run_bot(python_bot("return 1 // 0"), address)
    assert code == 1
    assert "ZeroDivisionError" in errors


def test_a_refused_process_says_why_in_one_line(tmp_path: Path) -> None:
    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        context.abort(grpc.StatusCode.UNAUTHENTICATED, "wrong token")
        yield messages.goodbye()

    with scripted_referee(tmp_path, stream) as (_, address):
        code, _, errors = run_bot(python_bot("return 0"), address)
    assert code == 1
    assert errors == "referee_client: the referee ended the stream with UNAUTHENTICATED: wrong token\n"


def test_sigterm_right_after_an_answer_leaves_and_ends_well(tmp_path: Path) -> None:
    processes: list[subprocess.Popen[str]] = []

    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome(), messages.match_started(), messages.turn()]
        assert ear.hear().choice.option == 2
        processes[0].send_signal(signal.SIGTERM)
        assert ear.hear() == wire.PlayRequest(leave=wire.Leave())
        ear.hear_the_end()

    with scripted_referee(tmp_path, stream) as (_, address), bot_process(python_bot("return 2"), address) as process:
        processes.append(process)
        assert exit_of(process) == (0, "", "")


def test_sigterm_while_thinking_leaves_and_ends_well(tmp_path: Path) -> None:
    heard: list[wire.PlayRequest] = []

    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome(), messages.match_started(), messages.turn()]
        heard.append(ear.hear())

    thinker = python_bot("print('thinking', flush=True)\n    while True: pass")
    with scripted_referee(tmp_path, stream) as (_, address), bot_process(thinker, address) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "thinking\n"
        process.send_signal(signal.SIGTERM)
        assert exit_of(process) == (0, "", "")
    assert heard == [wire.PlayRequest(leave=wire.Leave())]


SIGNAL_TO_ITSELF = """
import os, signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)  # background processes of a shell ignore it
def looking_on(frame, event, argument):
    if event == "call" and frame.f_code is threading.Thread.start.__code__:
        sys.setprofile(None)
        os.kill(os.getpid(), signal.{name})
sys.setprofile(looking_on)
"""


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [("SIGTERM", 0, ""), ("SIGINT", -signal.SIGINT, r"Traceback .*\nKeyboardInterrupt\n")],
)
def test_a_signal_while_grpc_starts_its_threads_ends_the_bot(tmp_path: Path, name: str, code: int, said: str) -> None:
    command = [sys.executable, "-c", SIGNAL_TO_ITSELF.format(name=name) + python_bot("return 0")[-1]]
    ended, out, err = run_bot(command, f"unix:{tmp_path / 'nobody'}")
    assert (ended, out) == (code, "")
    assert re.fullmatch(said, err, re.DOTALL)


@pytest.mark.parametrize("name", ["first", "random", "greedy"])
def test_a_sample_bot_runs_by_name(tmp_path: Path, name: str) -> None:
    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        assert ear.hello.software == name
        yield from [messages.welcome(), messages.goodbye()]

    with scripted_referee(tmp_path, stream) as (_, address):
        assert run_bot([sys.executable, "-m", "referee_client.bots", name], address) == (0, "", "")


def test_an_unknown_sample_bot_is_a_usage_error() -> None:
    usage = "usage: python -m referee_client.bots {first,random,greedy,ismcts,llm}\n"
    assert run_bot([sys.executable, "-m", "referee_client.bots", "brilliant"], "nowhere") == (1, "", usage)


@pytest.mark.parametrize("first", ["referee_client", "referee.server"])
def test_grpc_is_told_the_same_before_it_is_imported_whoever_comes_first(first: str) -> None:
    code = f"import os, sys, {first}; print(os.environ['GRPC_EXPERIMENTS'], 'grpc' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], env={}, check=True, capture_output=True, text=True).stdout
    assert told == "-event_engine_client,-event_engine_listener False\n"
