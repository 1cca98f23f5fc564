"""Control groups for bots. They need a cgroup v2 folder that we may write to; not every machine has one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from secrets import token_hex

import pytest
import trio

from referee.errors import UsageError
from referee.server.bots import cgroups, sandbox
from referee.server.bots.cgroups import given_group, make_group, own_group, shares_cores_evenly
from referee.server.bots.core_time import CoreTime
from referee.server.bots.processes import open_bot
from referee.server.bots.sandbox import MIB, BotLimits, find_sandbox
from tests.support.sandboxes import bot, host, needs_sandbox, play
from tests.support.waiting import until


def mounted() -> Path | None:
    """Where cgroup v2 is mounted."""
    with Path("/proc/mounts").open() as lines:
        return next((Path(line.split()[1]) for line in lines if line.split()[2] == "cgroup2"), None)


def groups_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cgroup").read_text()


STAYS = "import time\nprint(1, flush=True)\ntime.sleep(600)"


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A group that we made."""
    top = mounted()
    if top is None or not os.access(top, os.W_OK):
        pytest.skip("there is no cgroup v2 that we may write to")
    folder = top / f"test-{token_hex(8)}"
    folder.mkdir()
    monkeypatch.setenv(cgroups.VARIABLE, str(folder))
    try:
        yield folder
    finally:
        folder.rmdir()


@needs_sandbox
def test_a_bot_is_in_a_group_of_its_own_as_long_as_it_lives(
    given: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroups, "NEEDED", ())
    where = host(tmp_path)
    assert where.sandbox is not None
    where = replace(where, sandbox=replace(where.sandbox, cgroup=given_group()))

    async def main() -> str:
        async with open_bot(bot(tmp_path / "mine", STAYS), where, "") as one:
            await until(one.output.text)
            return groups_of(one.pid)

    assert f"/{given.name}/bot-{os.getpid()}-" in trio.run(main)
    assert not [path for path in given.iterdir() if path.is_dir()]


@needs_sandbox
def test_the_kernel_keeps_a_bot_within_its_memory(given: Path, tmp_path: Path) -> None:
    if "memory" not in (given / "cgroup.controllers").read_text().split():
        pytest.skip("cgroup v2 has no controller for memory here")
    where = host(tmp_path, limits=BotLimits(memory=64 * MIB))
    assert where.sandbox is not None
    where = replace(where, sandbox=replace(where.sandbox, cgroup=given_group()))
    code = "import os\nfor _ in range(3): os.fork()\nx = b'x' * (32 << 20)\nimport time\ntime.sleep(600)"
    assert play(bot(tmp_path / "mine", code), where).ended[0].how == "used more than 64 MiB of memory"


def test_groups_of_killed_referees_are_removed(given: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroups, "NEEDED", ())
    ended = 1 << 22  # above the largest number that a process can have
    (given / f"bot-{ended}-0").mkdir()
    ours = make_group(given, {})
    given_group()
    assert [path for path in given.iterdir() if path.is_dir()] == [ours.folder]
    ours.close()


def test_no_group_is_given() -> None:
    assert given_group() is None


@pytest.mark.parametrize(
    ("controllers", "message"),
    [
        pytest.param(None, "expected the folder of a cgroup v2 group", id="another folder"),
        pytest.param("cpu pids", r"memory missing in its controllers \['cpu', 'pids'\]", id="a controller is missing"),
        pytest.param("", "memory and pids missing in its controllers", id="all are missing"),
    ],
)
def test_what_is_no_usable_group_is_named(
    controllers: str | None, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if controllers is not None:
        (tmp_path / "cgroup.controllers").write_text(controllers)
    monkeypatch.setenv(cgroups.VARIABLE, str(tmp_path))
    with pytest.raises(UsageError, match=rf"REFEREE_CGROUP={tmp_path}: {message}"):
        given_group()


OWN = "from referee.server.bots.cgroups import own_group\nprint(own_group(), flush=True)\ninput()"


@contextmanager
def makes_its_own_group() -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A program in its own group, which waits for a line."""
    if own_group() is None:
        pytest.skip("there is no cgroup v2 below the group that we are in that we may write to")
    words = [sys.executable, "-c", OWN]
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(words, text=True, stdin=pipe, stdout=pipe, stderr=null) as program:
        assert program.stdout is not None
        yield program, Path(program.stdout.readline().strip())


def test_a_group_of_our_own_lies_below_the_one_we_are_in_and_is_removed() -> None:
    with makes_its_own_group() as (program, folder):
        assert folder.name == f"referee-{program.pid}"
        make_group(folder, {})
        program.communicate("\n")
    assert not folder.exists()


def test_what_a_killed_referee_has_left_is_removed_by_the_next_one() -> None:
    with makes_its_own_group() as (program, left):
        make_group(left, {})
        program.kill()
    assert left.exists()
    with makes_its_own_group():
        assert not left.exists()


@pytest.mark.parametrize("others", [pytest.param([], id="alone"), pytest.param(["1"], id="another process is there")])
def test_only_who_is_alone_in_a_group_divides_it_and_moves_nobody_but_itself(others: list[str], tmp_path: Path) -> None:
    ours = str(os.getpid())
    (tmp_path / "cgroup.controllers").write_text("cpu io memory pids")
    (tmp_path / "cgroup.subtree_control").write_text("")
    (tmp_path / "cgroup.procs").write_text("\n".join([ours, *others]))
    cgroups._divide(tmp_path)
    moved = tmp_path / f"referee-{ours}-self" / "cgroup.procs"
    assert (tmp_path / "cgroup.subtree_control").read_text() == ("" if others else "+memory +pids +cpu")
    assert [file.read_text() for file in tmp_path.rglob("cgroup.procs") if file == moved] == ([] if others else [ours])


def test_workers_of_a_runner_that_divided_its_group_have_groups_beside_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (tmp_path, tmp_path / "referee-1-self"):
        folder.mkdir(exist_ok=True)
        (folder / "cgroup.procs").touch()
    said = {
        "/proc/self/cgroup": "0::/mine/referee-1-self\n",
        "/proc/self/mountinfo": f"30 20 0:1 /mine {tmp_path} rw - cgroup2 cgroup2 rw\n",
    }
    monkeypatch.setattr(Path, "read_text", lambda path: said[str(path)])
    assert cgroups._where_we_are() == tmp_path


def test_a_group_that_is_divided_already_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "cgroup.subtree_control").write_text("memory pids")
    cgroups._divide(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["cgroup.subtree_control"]


AUTOGROUP = "/proc/sys/kernel/sched_autogroup_enabled"


@pytest.mark.parametrize(
    ("files", "weight", "even"),
    [
        pytest.param({AUTOGROUP: "1", "/proc/self/cgroup": "1:cpu:/\n0::/"}, False, True, id="by sessions"),
        pytest.param({AUTOGROUP: "0", "/proc/self/cgroup": "1:cpu:/\n0::/"}, False, False, id="that are off"),
        pytest.param(
            {AUTOGROUP: "1", "/proc/self/cgroup": "1:cpu,cpuacct:/x\n0::/"}, False, False, id="in a group of v1"
        ),
        pytest.param({AUTOGROUP: "1", "/proc/self/cgroup": "0::/user.slice"}, True, False, id="in a group of v2"),
        pytest.param({}, False, False, id="on a kernel without them"),
    ],
)
def test_whether_each_bot_has_an_equal_share(
    files: dict[str, str], weight: bool, even: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(path: Path) -> str:
        if str(path) not in files:
            raise FileNotFoundError(path)
        return files[str(path)]

    (tmp_path / "inner").mkdir()
    if weight:
        (tmp_path / "cpu.weight").touch()
    monkeypatch.setattr(cgroups, "_where_we_are", lambda: tmp_path / "inner")
    monkeypatch.setattr(Path, "read_text", read)
    assert shares_cores_evenly(None) is even


def test_groups_with_a_share_of_their_own_are_even(tmp_path: Path) -> None:
    (tmp_path / "cgroup.subtree_control").write_text("cpu memory pids")
    assert shares_cores_evenly(tmp_path)


@needs_sandbox
def test_by_default_each_bot_has_a_group_that_counts_its_time_on_the_cores(tmp_path: Path) -> None:
    """Without a group, its time is the sum over its threads."""
    forks = "import os\nfor _ in range(3):\n    if os.fork() == 0:\n        sum(range(10**6))\n        os._exit(0)\n"
    busy = "sum(range(5 * 10**6))  # several ticks of the clock in which Linux counts, also on a quick core\n"
    code = f"{forks}for _ in range(3): os.wait()\n{busy}{STAYS}"

    async def main() -> CoreTime | None:
        async with open_bot(bot(tmp_path / "mine", code), host(tmp_path), "") as one:
            await until(one.output.text)
            return one.core_time()

    time = trio.run(main)
    assert time is not None
    assert time.used > 0


@needs_sandbox
def test_a_group_that_nobody_can_enter_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cgroup.controllers").write_text("memory pids")
    monkeypatch.setenv(cgroups.VARIABLE, str(tmp_path))
    monkeypatch.setattr(sandbox, "_working_sandbox", sandbox._working_sandbox.__wrapped__)
    monkeypatch.setattr(cgroups.Group, "entrance", property(lambda group: group.folder / "nowhere" / "cgroup.procs"))
    with pytest.raises(UsageError, match=rf"no sandbox can be started in {tmp_path}"):
        find_sandbox("auto")
