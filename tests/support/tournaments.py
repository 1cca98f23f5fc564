"""Plans and matches of small tournaments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from referee_client.bots import BOTS
from referee_client.session import Session

from referee.kernel.record import Record
from referee.kernel.secret import Secret
from tests.support.inprocess import play_in_process
from tournament.plan.draw import job_of
from tournament.plan.format_section import Format
from tournament.plan.plan import Plan, RatingRules, Run, Tournament
from tournament.plan.reading import parse_plan
from tournament.schedule.scheduler import Scheduler
from tournament.schedule.slots import Slot
from tournament.storage.store import Store, open_store
from tournament.storage.summary import finished
from tournament.storage.verifying import verify_archive

PARTS = {
    "tournament": Tournament.__struct_fields__,
    "format": Format.__struct_fields__,
    "run": Run.__struct_fields__,
    "rating": RatingRules.__struct_fields__,
}

SECRET = Secret.from_number(7)


def a_plan(bots: str = "first random greedy", seats: int = 2, extra: str = "", **settings: Any) -> Plan:
    """A plan of Keepers between built-in bots in this process; a bot is written as `name` or `name=builtin`.

    `name#2=builtin` is its version 2, and `-name=builtin` is withdrawn. A setting is put into the part of the plan that
    has it.
    """
    return parse_plan(a_plan_text(bots, seats, extra, **settings))


def a_plan_text(bots: str = "first random greedy", seats: int = 2, extra: str = "", **settings: Any) -> str:
    """The text of that plan."""
    deals = {} if settings.get("kind") == "ladder" else {"deals": 2}
    settings = {"game": "keepers", **deals, "in_process": True, "seats": seats} | settings
    lines = ["plan = 1"]
    for part, keys in PARTS.items():
        lines += [f"[{part}]", *(f"{name} = {_toml(settings.pop(name))}" for name in keys if name in settings)]
    assert not settings, f"no part of a plan has {settings}"
    for bot in bots.split():
        said, _, builtin = bot.removeprefix("-").partition("=")
        name, _, version = said.partition("#")
        lines += ["[[bots]]", f'name = "{name}"', f'builtin = "{builtin or name}"']
        lines += [f'version = "{version}"'] if version else []
        lines += ["withdrawn = true"] if bot.startswith("-") else []
    return "\n".join([*lines, extra, ""])


def play_slot(slot: Slot, plan: Plan, secret: Secret = SECRET) -> Record:
    """Plays the match of a slot between built-in bots in this process."""
    builtin = {bot.name: bot.builtin or "" for bot in plan.bots}
    return play_in_process(job_of(slot, plan, secret), [Session(BOTS[builtin[bot]]) for bot in slot.bots])


def play_left(store: Store, most: int | None = None) -> list[str]:
    """Plays what is left of a tournament in this process, or the next few matches; returns their names.

    The bot `first` plays for every bot that is not built in.
    """
    bots = store.tournament.plan.bots
    plays = {bot.name: BOTS.get(bot.builtin or "", BOTS["first"]) for bot in bots}
    scheduler = Scheduler(store.slots, store.archive.fixed())
    played: list[str] = []
    while (most is None or len(played) < most) and (slot := scheduler.issue()):
        job = store.job(slot, store.begin(slot))
        store.add(slot, finished(play_in_process(job, [Session(plays[bot]) for bot in slot.bots])))
        scheduler.fix(slot.match)
        played.append(slot.match)
        drawn = len(store.slots)
        store.draw_what_can_be_drawn()
        scheduler.extend(store.slots[drawn:])
    return played


def check_that_interruptions_change_nothing(folder: Path, plan: Plan) -> list[str]:
    """Plays a tournament, and again with an end after every match: both are the same. Returns the matches."""
    with open_store(folder / "unbroken.db", plan, duplicate=True) as store:
        names = play_left(store)
        unbroken = store.tournament.drawn
    for _ in names:
        with open_store(folder / "t.db", plan, duplicate=True) as store:
            assert store.archive.published is None
            play_left(store, most=1)
    with open_store(folder / "t.db", plan, duplicate=True) as store:
        assert store.tournament.drawn == unbroken
        assert len(store.slots) == len(names)
        assert store.archive.published is not None
        assert not verify_archive(store.archive).faults
    return names


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(value)
