"""`referee game check` with a package in which everything is wrong; test_game_from_outside.py has a correct one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.game_check import speed
from referee.game_check.bots import check_bots
from referee.game_check.finding import Finding, Findings, Judgement
from referee.game_check.replaying import check_replay
from referee.starters.skeleton.src.skeleton.game import GAME as SKELETON
from tests.support.failing_games import fail
from tests.support.on_path import on_path

KEEPERS = referee.all_games()["keepers"]
BOTS = ("--sandbox", "off", "--env", "PYTHONPATH", "--startup", "60s", "--decision", "20s")


@pytest.mark.timeout(300)
def test_what_is_wrong_is_named_and_ends_with_1(tmp_path: Path) -> None:
    lanterns = on_path("lanterns", tmp_path)
    lanterns.replace("src/lanterns/events.py", "The points that it scores.", "The points that it gets.")
    lanterns.replace("src/lanterns/view.py", "deck=len(t.deck)", "deck=len(t.deck) + sum(t.deck[:1])")
    lanterns.replace("bots/lanterns_greedy.py", "return max(", "return 99 or max(")
    (lanterns.folder / "bots" / "README").write_text("how to build it")
    told = json.loads(lanterns.referee("game", "check", lanterns.folder, *BOTS, "--json", code=1).stdout)
    assert told["games"] == ["lanterns"]
    found: dict[str, Any] = {finding["check"]: finding for finding in told["findings"]}
    wrong = {check for check, finding in found.items() if finding["verdict"] == "wrong"}
    assert wrong == {"messages", "bot lanterns_greedy.py", "battery", "options", "other tests"}
    assert "can tell by the view" in "".join(found["battery"]["details"])
    (crash,) = found["bot lanterns_greedy.py"]["details"]
    assert "whole match: the bot crashed: ended with exit code 1; see its output below\n  | " in crash
    assert "99" in crash
    assert found["bot README"]["verdict"] == "left_out"


def the_only(findings: Findings) -> Finding:
    (finding,) = findings.made
    return finding


def test_a_match_whose_rules_fail_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(KEEPERS, result=fail)
    monkeypatch.setattr("referee.kernel.game._installed_game", lambda _: game)
    findings = Findings(game.id)
    check_replay(findings, game, None)
    assert the_only(findings).verdict is Judgement.WRONG
    assert "mind the gap" in the_only(findings).found


def test_turns_that_no_bot_can_receive_are_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "LARGEST_TURN", 100)
    monkeypatch.setattr(speed, "DECISIONS", 50)
    findings = Findings(SKELETON.id)
    speed.check_speed(findings, SKELETON)
    wrong = [finding for finding in findings.made if finding.verdict is Judgement.WRONG]
    assert [finding.check for finding in wrong] == ["size of Turns, 2 seats", "size of Turns, 4 seats"]
    assert "bots accept at most 100 bytes" in wrong[0].found


def test_a_package_without_bots_is_told_so(tmp_path: Path) -> None:
    findings = Findings()
    check_bots(findings, tmp_path / "bots", lambda *_: [])
    assert the_only(findings).verdict is Judgement.LEFT_OUT
