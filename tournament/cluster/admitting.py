"""What a worker receives before its first match, and whether it may play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.kernel.game import find_game
from referee.version import referee_version
from tournament.cluster.messages import Opened, Opening
from tournament.cluster.packing import packed_bots
from tournament.engines.engine import Setting
from tournament.engines.plan_bots import forgetful_bots
from tournament.errors import UserError
from tournament.plan.format_section import Format
from tournament.plan.plan import Plan, RatingRules, Tournament


class Admission(Struct, frozen=True, kw_only=True):
    """What every worker receives, and the conditions that it has to fulfil.

    Attributes:
        tournament: A name that is unique among the tournaments on the same workers.
        opening: The encoded `Opening`.
        packs: The packed files of the bots by their digests.
        game: The game.
        bots: The bots.
        forgetful: The bots that must find nothing that an earlier process left, because each deal is played again in
            other seats.
    """

    tournament: str
    opening: bytes
    packs: Mapping[str, bytes]
    game: str
    bots: frozenset[str]
    forgetful: frozenset[str]


def admission_of(setting: Setting, tournament: str, *, check: bool, duplicate: bool) -> Admission:
    """Return what the workers of a run receive. Raises `UserError` if its bots cannot play on a cluster."""
    plan = setting.plan
    refuse_for_cluster(plan)
    shared = bool(plan.run.bots_from)
    packed, packs = (plan, {}) if shared else packed_bots(plan, [Path(path) for path in setting.hidden])
    # The packed files contain nothing that must be hidden from bots; a shared folder may contain such files.
    hidden = setting.hidden if shared else ()
    opening = Opening(
        setting=Setting(plan=_stripped(packed), capacity=1, hidden=hidden),
        check=check,
        folder=plan.run.bots_from or str(Path.cwd()),
        shared=shared,
    )
    return Admission(
        tournament=tournament,
        opening=msgspec.json.encode(opening),
        packs=packs,
        game=plan.tournament.game,
        bots=frozenset(bot.name for bot in plan.bots),
        forgetful=frozenset(forgetful_bots(plan)) if duplicate else frozenset(),
    )


def refuse_for_cluster(plan: Plan) -> None:
    """Raise `UserError` if the plan asks for something that is possible only on one machine."""
    dial_in = [bot.name for bot in plan.playing if bot.dial_in]
    if dial_in:
        raise UserError(
            f"bots that dial in cannot play on a cluster ({', '.join(dial_in)}): they connect to one referee, and each "
            "worker has its own; withdraw them, or run without --cluster"
        )
    if plan.run.bots_from and not plan.run.bots_from.startswith("/"):
        raise UserError(f"run.bots_from: {plan.run.bots_from!r} is not a path from the root, e.g. /shared/bots")
    if plan.run.pin:
        raise UserError("pin = true chooses cores of this machine, and does nothing on a cluster: leave out pin")


def refusal_of(opened: Opened, admission: Admission) -> str:
    """Return why a worker may not play; empty if it may."""
    rules = find_game(admission.game).rules_version
    if opened.refused:
        return opened.refused
    if opened.version != referee_version():
        return f"it has version {opened.version} of Referee, and the runner has {referee_version()}"
    if opened.rules != rules:
        return f"it has version {opened.rules} of the rules of {admission.game}, and the runner has {rules}"
    if remembering := sorted(admission.forgetful - {*opened.forgetful}):
        return f"{_names(remembering)} could remember a deal there, and each deal is played once per rotation"
    return ""


def _stripped(plan: Plan) -> Plan:
    """Return the plan without what workers need not know, such as the seed, from which the cards may be derived."""
    tournament = Tournament(game=plan.tournament.game, seats=plan.tournament.seats, name=plan.tournament.name)
    return msgspec.structs.replace(
        plan, tournament=tournament, format=Format(), rating=RatingRules(), card_set=None, options={}
    )


def _names(bots: Sequence[str]) -> str:
    return ", ".join(bots)
