"""The draw: make the slots of a schedule from a plan, and a match from a slot and the secret. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel.job import MatchJob
from referee.kernel.secret import Secret
from tournament.plan.plan import Plan
from tournament.schedule.pairings import gauntlet, meetings_of, round_robin
from tournament.schedule.slots import Slot, make_schedule


def slots_of(plan: Plan, *, duplicate: bool) -> tuple[Slot, ...]:
    """Return the slot of every match of the tournament. The same plan always gives the same slots."""
    format_, seats, seed = plan.format, plan.tournament.seats, plan.tournament.seed
    if format_.kind == "gauntlet":
        tables = gauntlet(format_.challengers, plan.others, seats, format_.tables, seed)
    else:
        tables = round_robin([bot.name for bot in plan.bots], seats, format_.tables, seed)
    return make_schedule(tables, deals=format_.deals, duplicate=duplicate)


def widest_meetings(slots: Iterable[Slot], plan: Plan) -> tuple[int, int]:
    """Return the smallest and the largest number of tables at which two bots meet.

    In a gauntlet, this counts how often two bots of the field meet at the tables of one challenger. The result is for
    the challenger whose two numbers are furthest apart.
    """
    tables = [slot.bots for slot in slots if slot.deal == 1 and slot.rotation == 0]
    if plan.format.kind != "gauntlet":
        return meetings_of(tables, [bot.name for bot in plan.bots])
    own = ([table for table in tables if challenger in table] for challenger in plan.format.challengers)
    return max((meetings_of(tables, plan.others) for tables in own), key=lambda met: met[1] - met[0])


def job_of(slot: Slot, plan: Plan, secret: Secret, attempt: int = 0) -> MatchJob:
    """Return the match of a slot. The same secret gives the same match; a further attempt gets other cards."""
    return MatchJob(
        match_id=told_id(slot, secret, attempt),
        name=slot.match,
        attempt=attempt,
        game_id=plan.tournament.game,
        bots=slot.bots,
        seed=secret.seed(slot.deal, slot.table, attempt),
        salt=secret.salt(slot.deal, slot.table, slot.rotation, attempt),
        options=plan.options,
        cards=plan.card_set,
        time_control=plan.time_control,
    )


def told_id(slot: Slot, secret: Secret, attempt: int) -> str:
    """Return the match id that the bots receive."""
    return secret.match_id(slot.deal, slot.table, slot.rotation, attempt)


def deals_anew(plan: Plan, *, duplicate: bool) -> bool:
    """Whether a match that was interrupted gets other cards when it is started again.

    It does if a bot could remember the old ones, unless other rotations or the seed of the plan fix the cards.
    """
    remembering = any(bot.builtin is None or bot.asks_a_model for bot in plan.bots)
    return remembering and not duplicate and not plan.tournament.deals_from_seed
