"""User ids for root's bots: one for each bot on the machine, released by the kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
import trio

from referee.errors import UsageError
from referee.server.bots import user_ids
from referee.server.bots.processes import open_bot
from referee.server.bots.sandbox import BotLimits
from referee.server.bots.user_ids import user_id
from tests.support.sandboxes import bot, host, needs_sandbox
from tests.support.waiting import until

HOLDS_AN_ID = """
import sys
from pathlib import Path
from referee.server.bots import user_ids
user_ids.FILE, user_ids.HOW_MANY = Path(sys.argv[1]), 3
with user_ids.user_id() as (number, _):
    print(number, flush=True)
    sys.stdin.read()
"""
STAYS = "import os, time\nprint(os.getuid(), flush=True)\ntime.sleep(600)"
BOMB = """
import os, time
try:
    while os.fork():
        pass
except BlockingIOError:
    print("stopped", flush=True)
time.sleep(600)
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate lock file, for three ids."""
    path = tmp_path / "ids.lock"
    monkeypatch.setattr(user_ids, "FILE", path)
    monkeypatch.setattr(user_ids, "HOW_MANY", 3)
    return path


def test_every_id_is_taken_once(file: Path) -> None:
    with ExitStack() as stack:
        taken = [stack.enter_context(user_id())[0] for _ in range(3)]
        assert sorted(taken) == [user_ids.FIRST, user_ids.FIRST + 1, user_ids.FIRST + 2]
        with pytest.raises(UsageError, match=rf"all 3 user ids for bots are in use: {file}"), user_id():
            pass
    with user_id() as (number, _):
        assert number in taken


def test_processes_do_not_share_ids_and_a_kill_gives_them_back(file: Path) -> None:
    holders = []
    for _ in range(3):
        command = [sys.executable, "-c", HOLDS_AN_ID, str(file)]
        holders.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    try:
        numbers = {holder.stdout.readline() for holder in holders if holder.stdout}
        assert len(numbers) == 3
        with pytest.raises(UsageError, match="in use"), user_id():
            pass
        holders[1].kill()
        holders[1].wait()
        with user_id():
            pass
    finally:
        for holder in holders:
            holder.kill()
            holder.communicate()


def test_an_id_is_kept_as_long_as_somebody_has_inherited_it(file: Path) -> None:
    with ExitStack() as stack:
        descriptors = [stack.enter_context(user_id())[1] for _ in range(3)]
        child = subprocess.Popen(["cat"], stdin=subprocess.PIPE, pass_fds=descriptors[:1])
    with ExitStack() as stack:
        assert len({stack.enter_context(user_id())[0] for _ in range(2)}) == 2
        with pytest.raises(UsageError, match="in use"), user_id():
            pass
        child.communicate()
        with user_id():
            pass


def test_a_file_that_can_not_be_opened_is_named(file: Path) -> None:
    file.symlink_to("elsewhere")
    with pytest.raises(UsageError, match=rf"cannot open {file}, the list of user ids that bots are using"), user_id():
        pass


@needs_sandbox
@pytest.mark.skipif(os.geteuid() != 0, reason="only root's bots have another user id")
def test_the_sandbox_holds_the_id_of_its_bot(file: Path, tmp_path: Path) -> None:
    async def main() -> list[str]:
        async with open_bot(bot(tmp_path / "one", STAYS), host(tmp_path), "") as one:
            await until(one.output.text)
            async with open_bot(bot(tmp_path / "two", STAYS), host(tmp_path), "") as two:
                await until(two.output.text)
                with user_id() as (third, _):
                    return [one.output.text().strip(), two.output.text().strip(), str(third)]

    numbers = trio.run(main)
    assert file.exists()
    assert sorted(numbers) == [str(user_ids.FIRST + place) for place in range(3)]


FAIR = """
import os, sys
from pathlib import Path
import trio
from referee.server.bots.processes import open_bot
from referee.server.bots.sandbox import BotLimits
from tests.support.sandboxes import bot, host

async def main():
    folder = Path(sys.argv[1])
    code = "import os\\nfor _ in range(20):\\n    if os.fork() == 0: os._exit(0)\\nprint('fine')"
    async with open_bot(bot(folder / "other", code), host(folder, limits=BotLimits(processes=40)), "") as good:
        await good.over.wait()
    print(good.output.text())

trio.run(main)
"""


@needs_sandbox
def test_a_fork_bomb_of_another_process_disturbs_nobody(tmp_path: Path) -> None:
    """Two workers of a tournament: their first bots once had the same user id."""

    async def main() -> str:
        with trio.fail_after(60):
            async with open_bot(
                bot(tmp_path / "bomb", BOMB), host(tmp_path, limits=BotLimits(processes=40)), ""
            ) as bad:
                await until(lambda: "stopped" in bad.output.text())
                other = [sys.executable, "-c", FAIR, str(tmp_path)]
                return (await trio.run_process(other, capture_stdout=True)).stdout.decode()

    assert trio.run(main) == "fine\n\n"
