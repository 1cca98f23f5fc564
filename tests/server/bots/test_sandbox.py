"""What a bot cannot do from inside the sandbox: a real bot makes each attempt."""

from __future__ import annotations

import os
import shutil
import socket
import stat
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from tempfile import gettempdir

import pytest
import trio

from referee.errors import UsageError
from referee.server.bots import sandbox
from referee.server.bots.processes import BotProcess, open_bot
from referee.server.bots.sandbox import MIB, BotLimits, find_sandbox
from tests.support.sandboxes import bot, host, needs_sandbox, says
from tests.support.waiting import until

LISTS_WHAT_IT_CAN_READ = """
import importlib.util, json, os, sys
allowed = {sys.prefix, sys.base_prefix, "/usr", "/proc", "/dev", "/etc"}
allowed.update(os.path.dirname(importlib.util.find_spec(name).origin) for name in ("referee_client", "referee"))
found = []
for folder, folders, files in os.walk("/"):
    folders[:] = [name for name in folders if os.path.join(folder, name) not in allowed]
    for name in files:
        try:
            open(os.path.join(folder, name), "rb").close()
            found.append(os.path.join(folder, name))
        except OSError:
            pass
print(json.dumps(found))
"""
TRIES = """
import json, os, socket, sys
def attempt(action):
    try:
        action()
        return "done"
    except OSError as error:
        return type(error).__name__
print(json.dumps({  # without a network both are refused at once; the timeout is for a network
    "loopback": attempt(lambda: socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=2)),
    "abroad": attempt(lambda: socket.create_connection(("192.0.2.1", 80), timeout=2)),
    "own folder": attempt(lambda: open(__file__ + ".new", "w")),
    "working directory": attempt(lambda: open("new", "w")),
    "root": attempt(lambda: open("/new", "w")),
    "devices": attempt(lambda: open("/dev/new", "w")),
    "the token's folder": attempt(lambda: open("/run/referee/new", "w")),
    "tmp": attempt(lambda: open("/tmp/" + sys.argv[3], "w")),
    "kill the referee": attempt(lambda: os.kill(int(sys.argv[2]), 0)),
    "mount": attempt(lambda: os.chroot("/tmp")),
    "processes": sorted(int(name) for name in os.listdir("/proc") if name.isdigit())[-1] < 20,
}))
"""
FORK_BOMB = """
import os, time
forked = 0
try:
    for _ in range(1000):
        if os.fork() == 0:
            time.sleep(600)
        forked += 1
except BlockingIOError:
    print(f"stopped after {forked}", flush=True)
time.sleep(600)
"""


@needs_sandbox
def test_a_bot_can_read_only_its_own_files_and_its_interpreter(tmp_path: Path) -> None:
    bot(tmp_path / "other", "the secrets of another bot")
    (tmp_path / "tournament.db").write_text("all results")
    found = says(bot(tmp_path / "mine", LISTS_WHAT_IT_CAN_READ), host(tmp_path))
    assert found == [str(tmp_path / "mine" / "bot.py")]


@needs_sandbox
def test_records_in_the_bots_own_folder_are_hidden(tmp_path: Path) -> None:
    program = bot(tmp_path / "mine", LISTS_WHAT_IT_CAN_READ)
    (tmp_path / "mine" / "records").mkdir()
    (tmp_path / "mine" / "records" / "m1.jsonl").write_text("the seed of the deal that is played again")
    (tmp_path / "mine" / "plan.toml").write_text("seed = 42")
    hidden = (tmp_path / "mine" / "records", tmp_path / "mine" / "plan.toml")
    found = says(program, host(tmp_path, hidden=hidden))
    assert found == [str(tmp_path / "mine" / "bot.py")]


@needs_sandbox
def test_a_bot_reaches_no_network_no_process_and_writes_to_tmp_alone(tmp_path: Path) -> None:
    name = token_hex()  # unique in the temporary folder of this machine
    with socket.create_server(("127.0.0.1", 0)) as server:
        program = bot(tmp_path / "mine", TRIES, str(server.getsockname()[1]), str(os.getpid()), name)
        outcome = says(program, host(tmp_path))
    done = {what for what, how in outcome.items() if how == "done"}
    assert done == {"tmp"}
    assert outcome["processes"] is True
    assert not (Path(gettempdir()) / name).exists()


@needs_sandbox
def test_a_bot_with_the_network_reaches_nothing_else_more(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        program = bot(tmp_path / "mine", TRIES, str(server.getsockname()[1]), str(os.getpid()), token_hex())
        outcome = says(replace(program, network=True), host(tmp_path))
    done = {what for what, how in outcome.items() if how == "done"}
    assert done - {"abroad"} == {"tmp", "loopback"}
    assert outcome["processes"] is True


@needs_sandbox
def test_names_of_other_machines_can_be_found_with_the_network(tmp_path: Path) -> None:
    code = "import json, socket\nprint(json.dumps(socket.gethostbyname('localhost')))"
    assert says(replace(bot(tmp_path / "mine", code), network=True), host(tmp_path)) == "127.0.0.1"


@needs_sandbox
def test_a_bot_reaches_the_referees_socket(tmp_path: Path) -> None:
    where = host(tmp_path)
    path = Path(where.address.removeprefix("unix:"))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        path.chmod(stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO)
        server.listen()
        code = (
            "import os, socket\ns = socket.socket(socket.AF_UNIX)\n"
            "s.connect(os.environ['REFEREE_ADDRESS'].removeprefix('unix:'))\nprint('true')"
        )
        assert says(bot(tmp_path / "mine", code), where) is True


@needs_sandbox
@pytest.mark.parametrize(
    ("code", "error"),
    [
        pytest.param("bytearray(256 << 20)", "MemoryError", id="memory of one process"),
        pytest.param("open('/tmp/x', 'wb').write(bytes(32 << 20))", "OSError", id="a large file"),
        pytest.param("[open('/dev/null') for _ in range(100)]", "OSError", id="open files"),
    ],
)
def test_limits_hold(code: str, error: str, tmp_path: Path) -> None:
    tried = f"try:\n    {code}\nexcept Exception as error:\n    print('\"' + type(error).__name__ + '\"')"
    limits = BotLimits(memory=128 * MIB, open_files=64, file_size=16 * MIB)
    assert says(bot(tmp_path / "mine", tried), host(tmp_path, limits=limits)) == error


@needs_sandbox
def test_a_fork_bomb_is_stopped_and_disturbs_nobody(tmp_path: Path) -> None:
    bomb = bot(tmp_path / "bomb", FORK_BOMB)
    other = bot(tmp_path / "other", "import os\nfor _ in range(20):\n    if os.fork() == 0: os._exit(0)\nprint('fine')")

    async def main() -> tuple[str, str]:
        where = host(tmp_path, limits=BotLimits(processes=40))
        with trio.fail_after(60):
            async with open_bot(bomb, where, "") as bad:
                await until(lambda: "stopped" in bad.output.text())
                async with open_bot(other, where, "") as good:
                    await good.over.wait()
                return bad.output.text(), good.output.text()

    stopped, fine = trio.run(main)
    assert fine == "fine\n"
    assert 0 < int(stopped.split()[-1]) < 40


@needs_sandbox
def test_a_bots_own_folder_can_not_be_hidden_from_it(tmp_path: Path) -> None:
    program = bot(tmp_path / "mine", "")
    with pytest.raises(UsageError, match=r"cannot hide .*/mine from the bot, which is inside it"):
        BotProcess(program, host(tmp_path, hidden=(tmp_path / "mine",)), "")


@needs_sandbox
@pytest.mark.skipif(os.geteuid() != 0, reason="only root's bots have another user id")
def test_a_folder_that_the_bots_user_can_not_read_is_named(tmp_path: Path) -> None:
    program = bot(tmp_path / "mine", "")
    (tmp_path / "mine").chmod(0o700)
    with pytest.raises(UsageError, match=r"cannot read .*/mine: run `chmod -R o\+rX .*/mine`"):
        BotProcess(program, host(tmp_path), "")


@needs_sandbox
@pytest.mark.skipif(os.geteuid() != 0, reason="only root's bots have another user id")
@pytest.mark.parametrize("unreadable", ["mine/bot.py", "tools/python"])
def test_a_file_that_the_bots_user_can_not_read_is_named(tmp_path: Path, unreadable: str) -> None:
    """As with root's umask 077: it is not only the bot's folder."""
    program = bot(tmp_path / "mine", "")
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "python").write_text("#!/bin/sh\n")
    (tmp_path / "tools" / "python").chmod(0o755)
    (tmp_path / unreadable).chmod(0o700)
    other = replace(program, command=(str(tmp_path / "tools" / "python"), *program.command[1:]))
    with pytest.raises(UsageError, match=rf"cannot read .*/{unreadable}: run `chmod -R o\+rX .*/{unreadable}`"):
        BotProcess(other, host(tmp_path), "")


def test_a_missing_tool_is_named_when_the_sandbox_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda tool: None if tool == "bwrap" else f"/bin/{tool}")
    with pytest.raises(UsageError, match="the sandbox is required, but bwrap is not installed"):
        find_sandbox("require")
    assert find_sandbox("auto") is None


@needs_sandbox
def test_a_sandbox_without_seccomp_does_not_forget_and_is_not_what_is_required(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    where = host(tmp_path)
    assert where.sandbox is not None
    assert where.sandbox.forgets
    monkeypatch.setattr(sandbox, "program_of_this_machine", lambda: None)
    monkeypatch.setattr(sandbox, "_working_sandbox", sandbox._working_sandbox.__wrapped__)
    with pytest.raises(UsageError, match=r"the sandbox is required, but this kernel .* cannot refuse system calls"):
        find_sandbox("require")
    weaker = find_sandbox("auto")
    assert weaker is not None
    assert not weaker.forgets
    assert says(bot(tmp_path / "mine", "print(1)"), replace(where, sandbox=weaker)) == 1


def test_no_sandbox_is_looked_for_when_none_is_wanted() -> None:
    assert find_sandbox("off") is None
