"""Without a network, commands that would fetch a program from it are refused at once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from referee.errors import UsageError
from referee.server.bots.bot_files import own_files
from referee.server.bots.fetching import check_fetches_nothing
from referee.server.bots.processes import BotProcess, BotProgram
from tests.support.sandboxes import host, needs_sandbox, says


@pytest.mark.parametrize(
    ("words", "named"),
    [
        pytest.param("npx tsx bot.ts", "npx would fetch tsx", id="npx"),
        pytest.param("/usr/bin/npx --yes tsx@4 bot.ts", "npx would fetch tsx from", id="npx by its path"),
        pytest.param("npx @scope/bot@1.2", "npx would fetch @scope/bot from", id="a package with a scope"),
        pytest.param("npm exec bot", "npm exec would fetch bot", id="npm exec"),
        pytest.param("pnpm dlx bot", "pnpm dlx would fetch bot", id="pnpm dlx"),
        pytest.param("uvx bot", "uvx would fetch bot", id="uvx"),
        pytest.param("uv tool run bot", "uv tool run would fetch bot", id="uv tool run"),
        pytest.param("pipx run bot", "pipx run would fetch bot", id="pipx"),
        pytest.param("npx", "npx would fetch PROGRAM", id="nothing named"),
    ],
)
def test_what_would_be_fetched_is_named(words: str, named: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=named):
        check_fetches_nothing(words.split(), tmp_path)


@pytest.mark.parametrize("words", ["npm start", "uv run bot.py", "node npx", "pipx list", "go run ."])
def test_other_commands_fetch_nothing(words: str, tmp_path: Path) -> None:
    check_fetches_nothing(words.split(), tmp_path)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A Node project in which the package `tool` is installed."""
    bin_ = tmp_path / "project" / "node_modules" / ".bin"
    bin_.mkdir(parents=True)
    (tmp_path / "project" / "package.json").write_text('{"name": "project", "version": "1.0.0"}')
    package = tmp_path / "project" / "node_modules" / "tool"
    package.mkdir()
    (package / "package.json").write_text('{"name": "tool", "version": "1.0.0", "bin": {"tool": "tool.js"}}')
    (package / "tool.js").write_text("#!/usr/bin/env node\nconsole.log(42)\n")
    (package / "tool.js").chmod(0o755)
    (bin_ / "tool").symlink_to("../tool/tool.js")
    return tmp_path / "project"


def test_what_is_installed_is_not_fetched_and_its_project_is_the_bots_folder(project: Path) -> None:
    (project / "src").mkdir()
    check_fetches_nothing(["npx", "tool"], project / "src")
    assert own_files(["npx", "tool"], project / "src") == [project]


@needs_sandbox
@pytest.mark.skipif(shutil.which("npx") is None, reason="npx is not installed")
def test_npx_in_the_sandbox(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    assert says(BotProgram("mine", ("npx", "tool")), host(tmp_path)) == 42
    with pytest.raises(UsageError, match=r"install it in the bot's folder and start node_modules/.bin/other, or run"):
        BotProcess(BotProgram("mine", ("npx", "other")), host(tmp_path), "")
