"""Accept a changed plan for a tournament that has begun, and keep the decision with the time."""

from __future__ import annotations

import time
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Any

import msgspec

from referee.kernel.secret import SECRET_BYTES, Secret
from tournament.errors import DamagedError, UserError
from tournament.plan.changes import Change, change_of, in_order_of, without_secrets
from tournament.plan.identity import bot_digest, command_text, differences, identity_of
from tournament.plan.plan import Entrant, Plan
from tournament.storage.archive import Archive
from tournament.storage.rows import DecisionRow, Edition, Kind, TournamentRow

if TYPE_CHECKING:
    from collections.abc import Mapping

    import sqlite_utils


class Accepted(msgspec.Struct, frozen=True):
    """A changed plan as a tournament would go on with it, and what that means, line by line."""

    tournament: TournamentRow
    lines: list[str]


def accept(path: Path, db: sqlite_utils.Database, archive: Archive, plan: Plan, *, duplicate: bool) -> list[str]:
    """Go on with this plan, if it fits what was played. Return what it changes, line by line.

    `duplicate` says whether the plan would play duplicate deals if it began now. Raises `UserError` as `acceptable`.
    """
    found = acceptable(path, archive, plan, duplicate=duplicate)
    if found.lines:
        digests = {bot.name: bot.digest for bot in archive.bots()}
        with db.atomic():
            db.table("tournament").update(1, row_of_tournament(found.tournament))
            for row in rows_of_bots(found.tournament.plan, digests):
                entered = next(bot for bot in plan.bots if bot.name == row["name"])
                known = {} if row["name"] in digests else {"digest": bot_digest(entered)}
                db.table("bots").upsert(row | known, pk="name")
            note(db, decided("plan", what="\n".join(found.lines)))
    return found.lines


def acceptable(path: Path, archive: Archive, plan: Plan, *, duplicate: bool) -> Accepted:
    """Return the tournament as it would go on with this plan.

    Raises `UserError` if the plan would change what was already played, with every difference; `DamagedError` if the
    stored plan is not as it was written.
    """
    old = archive.tournament
    if wrong := [line for line in differences(old.identity, old.plan, kept=True) if not line.startswith("rules.")]:
        raise DamagedError(f"its plan and its identity contradict each other: {wrong[0]}")
    asked = without_secrets(in_order_of(plan, old.plan))
    published = archive.published is not None
    change = change_of(
        [edition.plan for edition in old.editions],
        old.identity,
        asked,
        duplicate=old.duplicate,
        published=0 if plan.tournament.deals_from_seed else _published_editions(old, published=published),
    )
    refused = [*change.refused, *_may_remember(old, asked, duplicate=duplicate)]
    if old.closed and (refused or change.accepted):
        refused.insert(0, "the tournament is closed, so its plan cannot change any more")
    if refused:
        listed = "\n".join(f"  {line}" for line in refused)
        what = "this tournament cannot go on with the changed plan; undo these changes, or use another --db"
        raise UserError(f"{path}: {what}:\n{listed}")
    return _grown(old, asked, change, archive, published=published)


def note(db: sqlite_utils.Database, decision: DecisionRow, packed: bytes | None = None) -> None:
    """Add a decision to the log, with the packed record of a match that is to be played again."""
    db.table("decisions").insert(msgspec.to_builtins(decision) | {"packed": packed})


def decided(kind: Kind, *, match: str = "", why: str = "", what: str = "") -> DecisionRow:
    """Return a decision with the current time."""
    return DecisionRow(decided_unix_s=time.time(), kind=kind, match=match, why=why, what=what)


def renewed(plan: Plan) -> Secret:
    """Return a new secret for the cards of a plan."""
    settings = plan.tournament
    return Secret.from_number(settings.seed) if settings.deals_from_seed else Secret(token_bytes(SECRET_BYTES))


def renewal_text(old: Secret, new: Secret) -> str:
    """Say that a published secret has a successor."""
    return (
        f"the secret of the cards so far is published: {old.reveal().hex()} (its hash: {old.commitment.hex()}); "
        f"further cards follow from a new secret with the hash {new.commitment.hex()}"
    )


def row_of_tournament(tournament: TournamentRow) -> dict[str, object]:
    """Return the row of the table `tournament`, without columns that keep the default of the schema."""
    history = [{"plan": edition.plan, "secret": edition.secret.reveal().hex()} for edition in tournament.history]
    later = {"history": msgspec.json.encode(history).decode()} if history else {}
    return {
        "id": 1,
        "plan": msgspec.json.encode(tournament.plan).decode(),
        "identity": msgspec.json.encode(tournament.identity).decode(),
        "duplicate": tournament.duplicate,
        "secret": tournament.secret.reveal(),
        "created_unix_s": tournament.created_unix_s,
        **later,
        **({"closed": True} if tournament.closed else {}),
        **columns_of(tournament.plan, tournament.matches),
    }


def rows_of_bots(plan: Plan, digests: Mapping[str, str]) -> list[dict[str, object]]:
    """Return the rows of the table `bots`; an unknown digest is empty."""
    return [{**columns_of_bot(plan, bot), "digest": digests.get(bot.name, "")} for bot in plan.bots]


def columns_of(plan: Plan, matches: int) -> dict[str, object]:
    """Return the columns of the tournament's row that follow from the plan."""
    return {"name": plan.tournament.name, "game_id": plan.tournament.game, "matches": matches}


def columns_of_bot(plan: Plan, bot: Entrant) -> dict[str, object]:
    """Return the columns of a bot's row that follow from the plan."""
    kind = "dial_in" if bot.dial_in else "builtin" if bot.builtin else "command"
    anchor = plan.rating.anchors.get(bot.name)
    return {"name": bot.name, "anchor": anchor, "kind": kind, "command": command_text(bot), "version": bot.version}


def _grown(old: TournamentRow, plan: Plan, change: Change, archive: Archive, *, published: bool) -> Accepted:
    """Return the tournament with the plan as a further edition; with a new secret if cards would be known."""
    if not change.accepted:
        return Accepted(old, [])
    stored = archive.fixed()
    history = [*old.history, Edition(plan=old.plan, secret=old.secret)]
    changed: dict[str, Any] = {
        "name": plan.tournament.name,
        "plan": plan,
        "identity": identity_of(plan, kept=True),
        "history": history,
    }
    new = msgspec.structs.replace(old, **changed)
    matches = len(new.slots(stored))
    lines = [*change.accepted]
    if matches != old.matches:
        lines.append(f"matches of the tournament: {old.matches} before, {matches} now")
    if published and matches > len(stored) and not plan.tournament.deals_from_seed:
        new = msgspec.structs.replace(new, secret=renewed(plan))
        lines.append(renewal_text(old.secret, new.secret))
    return Accepted(msgspec.structs.replace(new, matches=matches), lines)


def _published_editions(tournament: TournamentRow, *, published: bool) -> int:
    """Return how many editions, from the first one on, have a secret that may be known."""
    secrets = [edition.secret.reveal() for edition in tournament.editions]
    return len(secrets) if published else secrets.index(secrets[-1])


def _may_remember(old: TournamentRow, plan: Plan, *, duplicate: bool) -> list[str]:
    """Say that a bot must not enter duplicate deals, because it could recognise a deal from another seat."""
    entering = [bot.name for bot in plan.bots[len(old.plan.bots) :] if not bot.withdrawn]
    if not entering or not old.duplicate or duplicate or plan.format.duplicate != "auto":
        return []
    why = f"with {', '.join(entering)} there are bots that could remember a deal from another seat"
    how = "let all bots start fresh in a sandbox, or write duplicate = true"
    return [f"format.duplicate: this tournament plays each deal once per rotation, but {why}; {how}"]
