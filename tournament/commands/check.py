"""`tournament check`: check a plan and its bots before anything is played."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from referee import hosting
from referee.counts import counted
from referee.terminal.exits import Exit
from referee.terminal.printing import print_json, say
from tournament.commands.arguments import json_option
from tournament.commands.plan_argument import plan_argument, plan_to_play
from tournament.formats.course import format_of
from tournament.formats.rehearsal import OF_ENDLESS, expected_slots
from tournament.plan.draw import widest_meetings
from tournament.plan.plan import Plan
from tournament.plan.stop_texts import rule_text
from tournament.plan.stopping import rule_of
from tournament.report.remarks import secret_text
from tournament.run.checking import Tryout, try_bots
from tournament.run.forecast import forecast_s, matches_at_once
from tournament.run.progress import span
from tournament.run.running import codes_here, duplicates_here, of_playing_bots, remembering_here
from tournament.statistics.expected import ExpectedErrors, expected_errors
from tournament.storage.accepting import Accepted, acceptable
from tournament.storage.archive import open_archive

NOT_BEGUN = "The first `tournament run` creates the secret from which all deals are derived, and prints its hash."


@click.command
@plan_argument
@click.option("--db", "database", type=click.Path(path_type=Path), help="The tournament's database, if it has begun.")
@json_option
def check(plan_file: Path, database: Path | None, as_json: bool) -> None:
    """Check PLAN: start each of its bots, and let it play one match against random bots.

    If the plan is wrong, the message names the file, the line, the field and what is allowed. If the plan or a bot is
    wrong, the exit code is 1. A bot also counts as wrong if it leaves every decision to the default, for example
    because its language model does not answer. The output also says how many matches there are, how long they will
    take, whether each deal is played in all rotations of the seats, and how precise the ratings will be. For a ladder
    without an end, this is about its first 1000 matches.

    With --db, the command also prints the hash of the secret from which the deals are derived, and what PLAN would
    change in the tournament that has begun. If the tournament cannot go on with PLAN, the exit code is 1. The first
    `tournament run` creates that secret.
    """
    plan = plan_to_play(plan_file)
    duplicate = duplicates_here(plan)
    slots = expected_slots(plan, duplicate=duplicate)
    draws = format_of(plan).needs_results
    meetings = (0, 0) if draws else widest_meetings(slots, plan)
    codes = {} if database is None else codes_here(plan, plan_file, database)
    begun = None if database is None else _grown(database, plan, duplicate=duplicate, codes=codes)
    commitment = None if begun is None else begun.tournament.secret.commitment.hex()
    matches = None if plan.endless else len(slots) if begun is None or draws else begun.tournament.matches
    changes = [] if begun is None else begun.lines
    tryouts = hosting.run(_try_all, of_playing_bots(plan), not as_json)
    rule = rule_of(plan, duplicate=duplicate)
    seconds, errors = forecast_s(slots, plan, tryouts), expected_errors(slot.bots for slot in slots)
    if as_json:
        said = {"matches": matches, "meetings": meetings, "commitment": commitment, "bots": tryouts}
        further = {"changes": changes, "duplicate": duplicate, "forecast_s": seconds, "expected_errors": errors}
        print_json(said | further | {"ends_early": None if rule is None else rule_text(rule)})
    else:
        say(f"{plan.tournament.name}: {_matches_text(matches)} of {plan.tournament.game}")
        if changes:
            say("\n".join(["The next run will change the tournament:", *(f"  {line}" for line in changes)]))
        if apart := _apart_text(meetings):
            say(apart)
        for line in (_time_text(seconds, plan), _duplicate_text(plan, duplicate=duplicate), _errors_text(errors)):
            say(line)
        if rule is not None:
            say(f"ends early: {rule_text(rule)}")
        say(NOT_BEGUN if commitment is None else secret_text(commitment, None))
    sys.exit(Exit.USER if any(tryout.fault for tryout in tryouts) else Exit.DONE)


def _grown(database: Path, plan: Plan, *, duplicate: bool, codes: dict[str, str]) -> Accepted:
    """Return how the tournament would go on with this plan; nothing is changed."""
    with open_archive(database) as archive:
        return acceptable(database, archive, plan, duplicate=duplicate, codes=codes)


async def _try_all(plan: Plan, talk: bool) -> list[Tryout]:
    tryouts = []
    async for tryout in try_bots(plan):
        tryouts.append(tryout)
        if talk:
            say(_text(tryout))
    return tryouts


def _matches_text(matches: int | None) -> str:
    """Return how many matches there are."""
    if matches is None:
        return f"a ladder without an end; the following is about its first {OF_ENDLESS} matches"
    return counted(matches, "match", "matches")


def _apart_text(meetings: tuple[int, int]) -> str:
    """Return how unevenly bots meet; empty if their numbers of meetings differ by at most one."""
    fewest, most = meetings
    if most - fewest <= 1:
        return ""
    what = f"some pairs of bots meet at {fewest} tables, others at {most}: no better balanced set of tables was found"
    return what + "; another number of tables, bots or seats may allow one"


def _time_text(seconds: float | None, plan: Plan) -> str:
    """Return how long the matches will take."""
    at_once = counted(matches_at_once(plan), "match", "matches")
    return "duration: unknown" if seconds is None else f"duration: about {span(seconds)}, with {at_once} at once"


def _duplicate_text(plan: Plan, *, duplicate: bool) -> str:
    """Return whether deals are duplicated, and why not."""
    if duplicate:
        return "duplicate deals: yes, each deal is played once per rotation of the seats"
    able = remembering_here(plan)
    if plan.format.duplicate is False or not able:
        return "duplicate deals: no, each deal is played once"
    return f"duplicate deals: no, because these bots could remember a deal: {', '.join(able)}"


def _errors_text(errors: ExpectedErrors | None) -> str:
    """Return how precise the ratings will be."""
    if errors is None:
        return "errors: unknown, because the matches do not connect all bots"
    return (
        f"expected errors, for equal bots without ties: {errors.rating:.0f} Elo for a rating, "
        f"{errors.difference:.0f} for the difference of two bots"
    )


def _text(tryout: Tryout) -> str:
    if tryout.fault:
        return f"{tryout.bot}: failed: {tryout.fault}"
    if not tryout.played:
        return f"{tryout.bot}: dials in by itself, so it was not checked"
    good = f"{tryout.bot}: ok, {counted(tryout.decisions, 'decision')}, the longest took {tryout.longest_ms:.0f} ms"
    return f"{good}; {tryout.defaults} of them left to the default: {tryout.reasons}" if tryout.defaults else good
