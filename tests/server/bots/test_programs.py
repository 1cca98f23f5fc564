"""What a program needs is found by following links: its interpreter, its libraries and its settings."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from referee.server.bots.processes import BotProgram
from referee.server.bots.programs import needs_of
from tests.support.sandboxes import host, needs_sandbox, play, says

JAVA = """
public class Bot {
    public static void main(String[] words) throws Exception {
        var random = new java.security.SecureRandom().generateSeed(1).length;
        System.out.println(random + java.security.Security.getProviders().length * 0);
    }
}
"""
FINDS_ITS_LIBRARY = "#!/bin/sh\ncat $(dirname $(readlink -f $0))/../share/answer\n"


@needs_sandbox
def test_an_interpreter_under_a_home_directory_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    python = tmp_path / "home" / ".pyenv" / "versions" / "3"
    (python / "lib").mkdir(parents=True)
    (python / "bin").mkdir()
    (python / "lib" / "answer").write_text("42")
    script = python / "bin" / "interpret"
    script.write_text(f"#!/bin/sh\ncat {python}/lib/answer\n")
    script.chmod(0o755)
    venv = tmp_path / "home" / "venv" / "bin"
    venv.mkdir(parents=True)
    (venv.parent / "pyvenv.cfg").write_text(f"home = {python / 'bin'}\n")
    (venv / "interpret").symlink_to(script)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "program").write_text("")
    program = BotProgram("mine", (str(venv / "interpret"), str(tmp_path / "mine" / "program")))
    assert says(program, host(tmp_path)) == 42


def test_what_a_program_needs_ends_below_the_home_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")  # `env` looks for `sh` there, and finds one of the system's
    (tmp_path / "bin").mkdir()
    (tmp_path / "lib").mkdir()
    tool = tmp_path / "bin" / "tool"
    tool.write_text("#!/usr/bin/env sh\n")
    tool.chmod(0o755)
    assert needs_of(tool) == [tool]


@pytest.fixture
def chain(tmp_path: Path) -> Path:
    """A link to a link to a program that finds its library relative to its real path."""
    for folder in ("kit/bin", "kit/lib", "kit/share", "links", "words"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "kit" / "bin" / "tool").write_text(FINDS_ITS_LIBRARY)
    (tmp_path / "kit" / "bin" / "tool").chmod(0o755)
    (tmp_path / "kit" / "share" / "answer").write_text("42")
    (tmp_path / "links" / "tool").symlink_to("../kit/bin/tool")
    (tmp_path / "words" / "tool").symlink_to(tmp_path / "links" / "tool")
    return tmp_path / "words" / "tool"


def test_each_link_on_the_way_is_needed_as_the_link_that_it_is(chain: Path, tmp_path: Path) -> None:
    assert needs_of(chain) == [chain, tmp_path / "links" / "tool", tmp_path / "kit"]


@needs_sandbox
@pytest.mark.parametrize("shown", ["nothing", "the folder of the first link", "the folder of the second link"])
def test_a_program_behind_links_finds_its_library(shown: str, chain: Path, tmp_path: Path) -> None:
    folders = {
        "nothing": [],
        "the folder of the first link": [chain.parent],
        "the folder of the second link": [tmp_path / "links"],
    }
    mine = tmp_path / "mine"
    mine.mkdir()
    program = BotProgram("mine", (str(chain),), folder=mine, readable=tuple(folders[shown]))
    assert says(program, host(tmp_path)) == 42


@needs_sandbox
def test_a_program_behind_links_in_the_bots_own_folder_finds_its_library(chain: Path, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    program = BotProgram("mine", (str(chain),), folder=tmp_path)
    assert says(program, host(tmp_path)) == 42


@needs_sandbox
@pytest.mark.skipif(
    not (shutil.which("java") and shutil.which("javac")), reason="there is no Java development kit here"
)
def test_java_has_its_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian's `java` is a link in /etc/alternatives, and `java.security` a link to a separate folder in /etc."""
    (tmp_path / "classes").mkdir()
    (tmp_path / "Bot.java").write_text(JAVA)
    subprocess.run(["javac", "-d", "classes", "Bot.java"], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    assert says(BotProgram("mine", ("java", "-cp", "classes", "Bot")), host(tmp_path)) == 1


@needs_sandbox
@pytest.mark.skipif(not Path("/etc/alternatives/awk").is_symlink(), reason="awk is no link in /etc/alternatives here")
@pytest.mark.parametrize("name", ["awk", "/etc/alternatives/awk"])
def test_a_program_behind_etc_alternatives_starts(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "answer.awk").write_text("BEGIN { print 42 }\n")
    monkeypatch.chdir(tmp_path / "mine")
    assert says(BotProgram("mine", (name, "-f", "answer.awk")), host(tmp_path)) == 42


@needs_sandbox
def test_nothing_in_etc_is_shown_but_what_an_installation_has_a_link_to(tmp_path: Path) -> None:
    kept = play(BotProgram("mine", ("ls", "/etc"), folder=_empty(tmp_path)), host(tmp_path)).output.text().split()
    assert set(kept) <= {
        "alternatives",
        "ca-certificates",
        "ld.so.cache",
        "ld.so.conf",
        "ld.so.conf.d",
        "localtime",
        "pki",
        "ssl",
    }
    assert Path("/etc/passwd").exists()


def _empty(folder: Path) -> Path:
    (folder / "empty").mkdir()
    return folder / "empty"
