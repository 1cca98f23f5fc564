"""What is hidden in a folder that a bot may read stays hidden, by whatever path, and even if it appears later."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from referee.errors import UsageError
from referee.server.bots import showing
from referee.server.bots.processes import BotProgram, open_bot
from referee.server.bots.showing import show
from tests.support.sandboxes import bot, host, needs_sandbox, says
from tests.support.waiting import until

pytestmark = needs_sandbox

SECRET = "the secret of the deals"
LOOKS = f"""
import json, os, sys
found = []
for top in sys.argv[1:]:
    for folder, folders, files in os.walk(top, followlinks=False):
        for name in files + folders:
            path = os.path.join(folder, name)
            try:
                if os.path.isfile(path) and {SECRET!r} in open(path).read() and name != "bot.py":
                    found.append(path)
            except OSError:
                pass
print(json.dumps(found))
"""


def records(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "match.jsonl").write_text(SECRET)
    return folder


def plain(mine: Path) -> Path:
    return records(mine / "records")


def through_a_link_in_the_folder(mine: Path) -> Path:
    records(mine / "real" / "records")
    (mine / "latest").symlink_to("real")
    return mine / "latest" / "records"


def through_a_link_from_outside(mine: Path) -> Path:
    records(mine / "records")
    (mine.parent / "elsewhere").symlink_to(mine)
    return mine.parent / "elsewhere" / "records"


def a_link_that_leads_into_the_folder(mine: Path) -> Path:
    records(mine / "real")
    (mine / "records").symlink_to("real")
    return mine / "records"


def deep_down(mine: Path) -> Path:
    return records(mine / "a" / "b" / "c" / "records")


def a_file(mine: Path) -> Path:
    (mine / "spring.db").write_text(SECRET)
    return mine / "spring.db"


def with_a_link_to_it_beside(mine: Path) -> Path:
    records(mine / "records")
    (mine / "shortcut").symlink_to("records")
    (mine / "match").symlink_to(mine / "records" / "match.jsonl")
    return mine / "records"


@pytest.mark.parametrize(
    "hide",
    [
        plain,
        through_a_link_in_the_folder,
        through_a_link_from_outside,
        a_link_that_leads_into_the_folder,
        deep_down,
        a_file,
        with_a_link_to_it_beside,
    ],
)
def test_what_is_hidden_can_not_be_read(hide: Callable[[Path], Path], tmp_path: Path) -> None:
    program = bot(tmp_path / "mine", LOOKS, str(tmp_path / "mine"))
    hidden = hide(tmp_path / "mine")
    assert says(program, host(tmp_path)) != []
    assert says(program, host(tmp_path, hidden=(hidden,))) == []


def test_a_bots_folder_that_is_reached_through_a_link_hides_no_less(tmp_path: Path) -> None:
    bot(tmp_path / "real", LOOKS)
    records(tmp_path / "real" / "records")
    (tmp_path / "mine").symlink_to("real")
    program = bot(tmp_path / "mine", LOOKS, str(tmp_path / "mine"))
    assert says(program, host(tmp_path)) != []
    assert says(program, host(tmp_path, hidden=(tmp_path / "real" / "records",))) == []


def test_a_further_readable_folder_hides_no_less(tmp_path: Path) -> None:
    data = records(tmp_path / "data" / "records").parent
    program = bot(tmp_path / "mine", LOOKS, str(data))
    program = BotProgram(program.name, program.command, readable=(data,))
    assert says(program, host(tmp_path)) != []
    assert says(program, host(tmp_path, hidden=(data / "records",))) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_a_folder_that_is_mounted_twice_hides_no_less(tmp_path: Path) -> None:
    program = bot(tmp_path / "mine", LOOKS, str(tmp_path / "mine"))
    records(tmp_path / "mine" / "records")
    (tmp_path / "other").mkdir()
    subprocess.run(["mount", "--bind", tmp_path / "mine", tmp_path / "other"], check=True)
    try:
        assert says(program, host(tmp_path, hidden=(tmp_path / "other" / "records",))) == []
    finally:
        subprocess.run(["umount", tmp_path / "other"], check=True)


WAITS_FOR_A_SIGN = """
import os, sys, time
print("waits", flush=True)
while not os.path.exists(sys.argv[1] + "/open/sign"):
    time.sleep(0.01)
found = [os.path.join(folder, name) for folder, _, names in os.walk(sys.argv[1]) for name in names]
print(sorted(found))
"""


@pytest.mark.parametrize(
    "before", [pytest.param(True, id="it is replaced"), pytest.param(False, id="it is made later")]
)
def test_what_comes_later_is_hidden_too(before: bool, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    program = bot(mine, WAITS_FOR_A_SIGN, str(mine))
    (mine / "open").mkdir()
    names = ["spring.db", "spring.db-wal", "records/match.jsonl"]
    if before:
        (mine / "records").mkdir()
        for name in names:
            (mine / name).write_text(SECRET)
    hidden = (mine / "spring.db", mine / "spring.db-wal", mine / "records")

    async def main() -> str:
        with trio.fail_after(60):
            async with open_bot(program, host(tmp_path, hidden=hidden), "") as running:
                await until(running.output.text)
                (mine / "records").mkdir(exist_ok=True)
                for name in names:
                    (mine / f"{name}.new").write_text(SECRET)
                    (mine / f"{name}.new").replace(mine / name)
                (mine / "open" / "sign").touch()  # the folders beside it are the real ones
                await running.over.wait()
        return running.output.text()

    assert trio.run(main).splitlines()[1] == str([str(mine / "bot.py"), str(mine / "open" / "sign")])


TELLS_OF_ITS_FOLDER = """
import json, os, sys
os.chdir(sys.argv[1])
print(json.dumps([sorted(os.listdir()), open("weights/big").read(), os.readlink("link"), open("link").read()]))
"""


def test_the_rest_of_the_folder_is_as_it_was(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    program = bot(mine, TELLS_OF_ITS_FOLDER, str(mine))
    (mine / "weights").mkdir()
    (mine / "weights" / "big").write_text("1")
    (mine / "link").symlink_to("weights/big")
    records(mine / "records")
    found = says(program, host(tmp_path, hidden=(mine / "records", mine / "later.db")))
    assert found == [["bot.py", "link", "weights"], "1", "weights/big", "1"]


def test_a_folder_with_too_many_others_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "MOST_ENTRIES", 3)
    for number in range(4):
        (tmp_path / str(number)).touch()
    with pytest.raises(UsageError, match=r"cannot hide .*spring.db from the bot in a folder of 4 entries: move it"):
        show([(tmp_path, tmp_path)], [tmp_path / "spring.db"])


def test_what_is_readable_and_hidden_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("data")
    (tmp_path / "data").mkdir()
    with pytest.raises(UsageError, match=r"cannot hide .*data from the bot, which is inside it"):
        show([(tmp_path / "link", tmp_path / "link")], [tmp_path / "data"])


WALKS = """
import json, os, sys
print(json.dumps([f"{folder}/{name}" for top in sys.argv[1:] for folder, _, names in os.walk(top) for name in names]))
"""


def test_a_socket_below_the_folder_of_a_bot_is_seen_in_one_place(tmp_path: Path) -> None:
    """The folder for temporary files may lie there."""
    mine = tmp_path / "mine"
    program = bot(mine, WALKS, str(mine), "/run/referee")
    where = host(mine)
    (mine / "sockets" / "referee").touch()
    assert says(program, where) == [f"{mine}/bot.py", "/run/referee/referee"]
