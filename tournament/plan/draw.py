"""The draw: make the slots of a schedule from a plan, and a match from a slot and the secret. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from referee.kernel.job import MatchJob
from referee.kernel.secret import Secret
from tournament.plan.plan import Plan
from tournament.schedule.pairings import (
    NamesAtTable,
    gauntlet,
    late_gauntlet,
    late_round_robin,
    meetings_of,
    round_robin,
)
from tournament.schedule.slots import Drawn, Slot, make_slots, seated


def slots_of(plan: Plan, *, duplicate: bool) -> tuple[Slot, ...]:
    """Return the slot of every match of a tournament whose matches depend only on the plan."""
    return make_slots(drawn_by([plan], duplicate=duplicate), duplicate=duplicate)


def drawn_by(plans: Sequence[Plan], *, duplicate: bool) -> list[Drawn]:
    """Return the deals of a round robin or a gauntlet: those of the first plan, then what each later plan adds.

    The same plans always give the same deals. A later plan only adds deals, so matches keep their names and numbers. It
    adds tables for the bots that enter, and deals for the tables at which no bot is withdrawn. A table keeps its
    number, and the numbers of its deals continue. Bots that are withdrawn later keep their slots: see `in_play`.
    """
    tables: list[NamesAtTable] = []
    dealt: list[int] = []
    entered: set[str] = set()
    drawn: list[Drawn] = []
    for edition, plan in enumerate(plans):
        added = _tables_of(plan, entered)
        tables += added
        dealt += [0] * len(added)
        playing = {bot.name for bot in plan.playing}
        entered |= playing
        deals = plan.format.deals
        at = [number for number, table in enumerate(tables) if playing.issuperset(table) and dealt[number] < deals]
        plays = sorted((deal, number + 1) for number in at for deal in range(dealt[number] + 1, deals + 1))
        drawn += seated(
            [(deal, number, tables[number - 1]) for deal, number in plays], duplicate=duplicate, edition=edition
        )
        for number in at:
            dealt[number] = deals
    return drawn


def in_play(slots: Iterable[Slot], plan: Plan, stored: Collection[str], *, closed: bool) -> tuple[Slot, ...]:
    """Return the slots that are stored or still to be played.

    A withdrawn bot plays no more matches, and a closed tournament is over.

    `plan` is the one that is in force now.
    """
    there = set(stored)
    playing = set() if closed else {bot.name for bot in plan.playing}
    return tuple(slot for slot in slots if slot.match in there or playing.issuperset(slot.bots))


def _tables_of(plan: Plan, entered: Collection[str]) -> list[NamesAtTable]:
    """Return the tables that a plan adds; `entered` are the bots that have tables already."""
    format_, seats, seed = plan.format, plan.tournament.seats, plan.tournament.seed
    playing = [bot.name for bot in plan.playing]
    newcomers = [name for name in playing if name not in entered]
    if not entered and format_.kind == "gauntlet":
        return gauntlet(plan.challengers, plan.others, seats, format_.tables, seed)
    if not entered:
        return round_robin(playing, seats, format_.tables, seed)
    if format_.kind == "gauntlet":
        return late_gauntlet(newcomers, plan.challengers, plan.others, seats, format_.tables, seed)
    there = [name for name in playing if name in entered]
    return late_round_robin(newcomers, there, seats, format_.tables, seed)


def widest_meetings(slots: Iterable[Slot], plan: Plan) -> tuple[int, int]:
    """Return the smallest and the largest number of tables at which two bots meet.

    In a gauntlet, this counts how often two bots of the field meet at the tables of one challenger. The result is for
    the challenger whose two numbers differ most.
    """
    tables = [slot.bots for slot in slots if slot.deal == 1 and slot.rotation == 0]
    if plan.format.kind != "gauntlet":
        return meetings_of(tables, [bot.name for bot in plan.bots])
    own = ([table for table in tables if challenger in table] for challenger in plan.format.challengers)
    return max((meetings_of(tables, plan.others) for tables in own), key=lambda met: met[1] - met[0])


def job_of(slot: Slot, plan: Plan, secret: Secret, attempt: int = 0) -> MatchJob:
    """Return the match of a slot.

    The same secret gives the same match; another attempt at the match gets other cards.
    """
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

    It does if a bot could remember the old ones, unless the cards are fixed by other rotations or by the seed of the
    plan.
    """
    remembering = any(bot.builtin is None or bot.asks_a_model for bot in plan.bots)
    return remembering and not duplicate and not plan.tournament.deals_from_seed
