"""`referee bot check` finds every mistake that it looks for, and no mistake in a good bot."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from referee.checking import check, connections, trials
from referee.checking.check import Verdict, check_bot
from referee.checking.trial import Trial
from referee.server.bots.processes import BotProgram
from referee.server.bots.sandbox import BotLimits

BOT = Path(__file__).with_name("sinful_bot.py")

SINS = [
    ("never connects", trials.whole_match, "did not connect within 1 second"),
    ("no hello", trials.whole_match, "did not say Hello"),
    ("wrong token", trials.whole_match, "sent a wrong token"),
    ("wrong version", trials.whole_match, "speaks version 7 of the protocol"),
    ("silent", trials.whole_match, "did not answer turn 1 of match m1 within 1 second"),
    ("resigns", trials.whole_match, "answered a Turn with resign"),
    ("wrong turn", trials.whole_match, "answered turn 2, but turn 1 is open"),
    ("wrong match", trials.whole_match, "answered match 'another', but match 'm1' asked"),
    ("out of range", trials.whole_match, "chose option 3 of 3"),
    ("leaves out 0", trials.whole_match, "sent a Choice without an option"),
    ("talks", trials.whole_match, "wrote a note of more than 1024 bytes"),
    ("sore loser", trials.whole_match, "sent resign after the match was over"),
    ("eager", trials.slow_turns, "sent choice before it was asked"),
    ("fickle", trials.repeated_turn, "answered the same Turn first with option"),
    ("sulks", trials.late_answer, "fell silent after a Strike"),
    ("cannot count", trials.many_options, "crashed: ended with exit code 1"),
    ("has no choice", trials.one_option, "sent a Choice without an option"),
    ("one match", trials.several_matches, "answered match 'm1', which had not asked"),
    ("wrong match", trials.several_matches, "answered match 'another', which had not asked"),
    ("silent", trials.several_matches, "did not answer match m3, m2, m1"),
    ("strict", trials.unknown_fields, "crashed: ended with exit code 1"),
    ("knows every option", trials.unknown_fields, "crashed: ended with exit code 1"),
    ("passes on an absent 0", trials.default_of_zero, "sent a Choice without an option"),
    ("crashes at an absent 0", trials.default_of_zero, "crashed: ended with exit code 1"),
    ("gives up with a match", trials.void_match, "sent nothing more after a match was voided"),
    ("gives up", connections.lost_connection, "ended instead of connecting again"),
    ("forgets its resume token", connections.lost_connection, "reconnected without its resume token"),
    ("fickle", connections.lost_connection, "answered a Turn first with option"),
    ("counts its matches", connections.missed_end, "crashed: ended with exit code 1"),
    ("wants a beginning", connections.taken_over, "did not answer turn 4 of match m1 within 1 second"),
    ("takes every goodbye for good", connections.goodbye_for_now, "ended instead of connecting again"),
    ("stubborn", connections.refusal, "reconnected after UNAUTHENTICATED"),
    ("leaves without a word", connections.sigterm, "did not send Leave when it got SIGTERM"),
    ("is hurt", connections.sigterm, "ended with exit code 143 after SIGTERM"),
    ("stays", connections.goodbye, "still ran 0.5 seconds after a Goodbye"),
    ("comes back", connections.goodbye, "reconnected after a final Goodbye"),
]


def verdicts(sin: str, *which: Callable[[Trial], None]) -> list[Verdict]:
    program = BotProgram("sinner", (sys.executable, str(BOT), sin))

    async def run() -> list[Verdict]:
        startup = 1 if sin == "never connects" else 30
        decision = (
            1
            if sin in {"silent", "sulks", "gives up with a match", "wants a beginning", "leaves without a word"}
            else 30
        )
        return await check_bot(
            program, ["keepers"], startup=startup, decision=decision, sandbox=None, limits=BotLimits(), trials=which
        )

    return trio.run(run)


@pytest.mark.parametrize(
    ("sin", "trial", "fault"), [pytest.param(*sin, id=f"{sin[0]}: {sin[1].__name__}") for sin in SINS]
)
def test_every_sin_is_found(
    sin: str, trial: Callable[[Trial], None], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seconds in ("SECONDS_TO_END", "SECONDS_TO_CRASH"):  # on a busy machine a crash takes time
        monkeypatch.setattr(check, seconds, 20.0 if fault.startswith("crashed") else 0.5)
    if sin in {"eager", "sore loser", "fickle", "comes back"}:  # on a busy machine the mistake takes time
        monkeypatch.setattr("referee.checking.trial.QUIET", 3.0)
        monkeypatch.setattr("referee.checking.trials.QUIET", 3.0)
    (verdict,) = verdicts(sin, trial)
    assert verdict.fault.startswith(fault)
    assert verdict.hint


@pytest.mark.parametrize("sin", ["passes on an absent 0", "crashes at an absent 0"])
def test_an_absent_default_is_named_as_the_cause(sin: str) -> None:
    (verdict,) = verdicts(sin, trials.default_of_zero)
    assert "read an absent number as 0 (@grpc/proto-loader" in verdict.hint


def test_a_bot_without_sin_is_found_fine() -> None:
    found = verdicts("none", *trials.TRIALS)
    assert [verdict for verdict in found if verdict.fault] == []
    assert len(found) == len(trials.TRIALS)


def test_an_answer_to_a_match_that_is_over_may_come_at_any_time() -> None:
    (verdict,) = verdicts("thinks of each match in a thread", trials.void_match)
    assert verdict.fault == ""


def test_other_games_are_tried_with_what_depends_on_the_game() -> None:
    async def run() -> list[Verdict]:
        program = BotProgram("sinner", (sys.executable, str(BOT), "none"))
        games, which = ["brick", "keepers"], [connections.goodbye]
        return await check_bot(program, games, startup=30, decision=30, sandbox=None, limits=BotLimits(), trials=which)

    tried = [(verdict.game, verdict.trial, verdict.fault) for verdict in trio.run(run)]
    names = ["whole match", "many options", "unknown fields"]
    assert tried == [("brick", "goodbye", ""), *(("keepers", name, "") for name in names)]


def test_a_bot_that_can_not_play_is_spared_the_rest() -> None:
    assert [verdict.trial for verdict in verdicts("resigns", trials.whole_match, trials.slow_turns)] == ["whole match"]


def test_every_trial_is_run_and_every_one_catches_somebody() -> None:
    assert {trial for _, trial, _ in SINS} == set(trials.TRIALS)
