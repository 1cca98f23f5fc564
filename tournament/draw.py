"""The draw: from a plan to the slots of its schedule, and from a slot to the match that is played. Pure."""

from __future__ import annotations

from referee.kernel.job import MatchJob
from tournament.pairings import gauntlet, round_robin
from tournament.plan import Plan
from tournament.schedule import Slot, make_schedule


def slots_of(plan: Plan, *, duplicate: bool) -> tuple[Slot, ...]:
    """Every match of the tournament. The same plan gives the same slots, wherever and whenever it is asked."""
    settings = plan.tournament
    if settings.format == "gauntlet":
        field = [bot.name for bot in plan.bots if not bot.challenger]
        tables = gauntlet(plan.challengers, field, settings.seats, settings.tables, settings.seed)
    else:
        tables = round_robin([bot.name for bot in plan.bots], settings.seats, settings.tables, settings.seed)
    return make_schedule(tables, deals=settings.deals, duplicate=duplicate, tournament_seed=settings.seed)


def job_of(slot: Slot, plan: Plan) -> MatchJob:
    """The match of a slot."""
    return MatchJob(
        match_id=slot.match,
        game=plan.tournament.game,
        bots=slot.bots,
        seed=slot.seed,
        options=plan.options,
        time_control=plan.time_control,
    )
