"""A match of the bot `llm` in this process, with a real server; waits are recorded instead of slept."""

from __future__ import annotations

import msgspec
import pytest
from referee_client.bots import llm
from referee_client.bots.first import First
from referee_client.session import Session

from referee.kernel.job import TimeControl
from referee.kernel.record import Record
from tests.support.inprocess import play_in_process
from tests.support.matches import job
from tournament.plan.plan import Entrant

MODEL = Entrant(name="a", builtin="llm")
KEY = "sk-very-secret"
LONG = TimeControl()
SOON = TimeControl(decision_ms=750, bank_ms=0)
"""Leaves the model a quarter of a second."""


class Played(msgspec.Struct):
    """A match of the model, and its waits."""

    record: Record
    waits: list[float]

    @property
    def notes(self) -> list[str]:
        return [answer.note for step in self.record.steps for answer in step.answers if answer.seat == 0]


def play(url: str, monkeypatch: pytest.MonkeyPatch, time: TimeControl = LONG, key: str = KEY) -> Played:
    monkeypatch.setenv("LLM_URL", url)
    monkeypatch.setenv("LLM_MODEL", "tiny")
    monkeypatch.setenv("LLM_KEY", key)
    waits: list[float] = []
    match = msgspec.structs.replace(job(2, time_control=time), options={"max_rounds": 1})
    model = Session(lambda: llm.LanguageModel(sleep=waits.append), wants_text=True)
    return Played(play_in_process(match, [model, Session(First)]), waits)
