"""Every command and every block of code in the manual works: each page is followed from its top to its end."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from configparser import ConfigParser
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
import yaml

import referee.cli
import tournament.cli
from referee.kernel.game import find_game
from referee.manual.contents import pages
from referee.terminal.late_commands import LateCommand
from referee.web.listener_options import ADDRESS
from tests.manual.blocks import Block, blocks_of, outputs, script
from tests.support.certificates import make_certificate
from tests.support.chat_endpoint import chat_endpoint
from tournament.plan.reading import parse_plan

ROOT = Path(__file__).parents[2]
PROGRAMS = {"referee": referee.cli.main, "tournament": tournament.cli.main}
A_PLAN = """\
plan = 1
[tournament]
game = "keepers"
seats = 2
[format]
deals = 1
[run]
in_process = true
[[bots]]
name = "one"
builtin = "first"
[[bots]]
name = "two"
builtin = "first"
"""
PLAY = "referee play keepers --in-process --bot first --bot random --seed 7 --record records > played"
SETUP: Mapping[str, Sequence[str]] = {
    # what a reader of the page has already
    "howto/sandbox-does-not-start": ["mkdir -p mybot models", 'printf %s "$BOT" > mybot/bot.py'],
    "howto/proxy": [PLAY],
    "howto/upgrade": [
        PLAY,
        'printf %s "$PLAN" > spring.toml',
        "tournament run spring.toml --db spring.db --no-check > run",
        "referee bot new python my-bot > made",
    ],
}
BOT = "from referee_client import run\n\n\nclass Bot:\n    def choose(self, turn):\n        return 0\n\n\nrun(Bot)\n"
NOT_RUN: Mapping[str, Mapping[str, str]] = {
    # how a line begins, and why it is not run; what is ours in it is read all the same
    "howto/bots-elsewhere": {"grpcurl": "it is another program", '       "seats"': "it belongs to grpcurl"},
    "howto/cluster": {
        "dask": "it is another program, and needs three machines",
        "tournament run plan.toml --db t.db --cluster tls": "as above",
    },
    "howto/containers": {"docker": "it is another program, and would fetch an image"},
    "howto/cgroups-and-pinning": {
        "systemd-run": "it needs a session of systemd",
        "REFEREE_CGROUP=": "it needs a control group",
    },
}
SECONDS = 280


@pytest.mark.timeout(SECONDS + 10)
@pytest.mark.parametrize("topic", [page.topic for page in pages() if blocks_of(page.topic)])
def test_a_page_works_from_its_top_to_its_end(topic: str, tmp_path: Path) -> None:
    blocks = blocks_of(topic)
    with a_reader(tmp_path) as (words, environment):
        lines = "\n".join(["exec 2>&1", *SETUP.get(topic, ()), script(blocks, list(NOT_RUN.get(topic, ())))])
        for word, replacement in words.items():
            lines = lines.replace(word, replacement)
        done = subprocess.run(
            ["bash", "-c", lines],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    assert done.returncode == 0, done.stdout
    printed = outputs(done.stdout)
    for number, block in enumerate(blocks):
        if block.printed:
            assert block.text in printed[number - 1]


@contextmanager
def a_collector() -> Iterator[str]:
    """The address of a collector of traces; where OpenTelemetry is missing, no page that needs one is tried."""
    if find_spec("opentelemetry") is None:
        yield ""
        return
    from tests.support.collector import Collector, collecting

    with collecting(Collector()) as address:
        yield address


@contextmanager
def a_reader(folder: Path) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Ports that are free here in place of those of the pages, and the environment of a reader."""
    make_certificate(folder)
    with ExitStack() as stack:
        endpoint = stack.enter_context(chat_endpoint(lambda request, number: "0"))
        collector = stack.enter_context(a_collector())
        words = {"8750": str(free_port()), "9464": str(free_port()), "localhost:11434": endpoint.url.split("/")[2]}
        words |= {"http://127.0.0.1:4317": collector, "127.0.0.1:8752": f"127.0.0.1:{free_port()}"}
        words |= {serving: f"{serving} --address 127.0.0.1:0" for serving in ("referee web", "tournament web")}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        yield words, {**os.environ, "PATH": path, "BOT": BOT, "PLAN": A_PLAN, "HOME": str(folder), "ROOT": str(ROOT)}


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


BLOCKS = [(page.topic, block) for page in pages() for block in blocks_of(page.topic)]


def of_language(language: str) -> list[object]:
    """The blocks in a language, as parameters of a test."""
    return [pytest.param(block.text, id=topic) for topic, block in BLOCKS if block.language == language]


def test_no_block_is_left_out() -> None:
    assert {block.language for _, block in BLOCKS} == {
        "sh",
        "text",
        "python",
        "toml",
        "json",
        "ini",
        "nginx",
        "yaml",
        "caddy",
    }
    assert sum(block.printed for _, block in BLOCKS) > 0


def test_what_is_not_run_is_there() -> None:
    for topic, lines in NOT_RUN.items():
        texts = "\n".join(block.text for block in blocks_of(topic))
        assert all(f"\n{line}" in f"\n{texts}" for line in lines), topic
    assert SETUP.keys() <= {topic for topic, _ in BLOCKS}


@pytest.mark.parametrize("text", of_language("toml"))
def test_a_plan_is_one(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "models").mkdir()  # what the pages have beside their plans
    (tmp_path / "my.toml").write_text(find_game("keepers").cards_toml, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert parse_plan(text, "manual").bots


@pytest.mark.parametrize("topic", NOT_RUN)
def test_our_commands_that_are_not_run_are_right(topic: str) -> None:
    lines = [line for block in blocks_of(topic) if block.language == "sh" for line in block.lines]
    not_run = [line for line in lines if line.startswith(tuple(NOT_RUN[topic]))]
    ours = [line[found.start() :] for line in not_run if (found := re.search("referee play|tournament run", line))]
    for line in ours:
        parse(line)
    assert ours or "grpcurl" in NOT_RUN[topic]


@pytest.mark.parametrize("text", of_language("ini"))
def test_the_unit_of_systemd_starts_a_server(text: str) -> None:
    unit = ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # systemd's names have capital letters
    unit.read_string(text)
    start = unit["Service"]["ExecStart"]
    if "dask worker" in start:
        parse_of_dask(start[start.index("dask worker") :])
    else:
        parse(start[start.index("referee serve") :])
    grace = 30
    assert int(unit["Service"]["TimeoutStopSec"]) > grace


def test_dask_knows_the_options_of_its_commands() -> None:
    lines = [line for block in blocks_of("howto/cluster") if block.language == "sh" for line in block.lines]
    starts = [line[line.index("dask ") :] for line in lines if re.search(r"\bdask (scheduler|worker) ", line)]
    assert len(starts) == 3
    for line in starts:
        parse_of_dask(line)


def parse_of_dask(line: str) -> None:
    """Raises if dask does not know an option of a line."""
    from distributed.cli import dask_scheduler, dask_worker

    _, name, *words = shlex.split(line)
    command = {"scheduler": dask_scheduler.main, "worker": dask_worker.main}[name]
    files = {"ca.pem", "me.pem", "me.key"}  # which are there on the machines of a reader
    command.make_context(name, [__file__ if word in files else word for word in words])


@pytest.mark.parametrize("text", of_language("nginx"))
def test_the_proxy_asks_our_pages_by_the_name_that_they_know(text: str) -> None:
    assert f"proxy_pass http://{ADDRESS};" in text
    (name,) = re.findall(r"server_name (.*);", text)
    assert any(f"--host {name}" in block.text for block in blocks_of("howto/proxy"))
    assert "proxy_set_header Host $http_host;" in text  # tests/end_to_end/test_proxies_in_front.py runs it


@pytest.mark.parametrize("text", of_language("yaml"))
def test_a_workflow_runs_our_commands(text: str) -> None:
    said = yaml.safe_load(text)
    if "scrape_configs" in said:  # of Prometheus
        assert any("--metrics 9464" in block.text for block in blocks_of("howto/metrics"))
        assert said["scrape_configs"][0]["static_configs"] == [{"targets": ["127.0.0.1:9464"]}]
        return
    (job,) = said["jobs"].values()
    lines = [step["run"] for step in job["steps"] if "run" in step]
    for line in lines:
        if line.startswith("tournament"):
            parse(line.replace("${{ matrix.game }}", "ci"))
    assert any(line.startswith("tournament run") for line in lines)


@pytest.mark.parametrize("text", of_language("json"))
def test_json_is_json(text: str) -> None:
    assert json.loads(text)


def parse(line: str) -> None:
    """Raises if a command of ours does not know an option or argument of a line."""
    program, name, *words = shlex.split(line)
    command = PROGRAMS[program].commands[name]
    loaded = command.load() if isinstance(command, LateCommand) else command
    try:
        loaded.make_context(name, words, **PROGRAMS[program].context_settings)
    except click.BadParameter as error:
        if "does not exist" not in str(error):  # a file of the reader
            raise


def test_a_wrong_option_is_found() -> None:
    with pytest.raises(click.NoSuchOption):
        parse("referee serve --data a --tls-certificate b")


def test_a_page_that_fails_is_seen(tmp_path: Path) -> None:
    wrong = Block("sh", "true\nfalse\ntrue\n", "", printed=False)
    done = subprocess.run(["bash", "-c", script([wrong], [])], cwd=tmp_path, check=False, capture_output=True)
    assert done.returncode == 1
