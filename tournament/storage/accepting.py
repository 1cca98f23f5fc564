"""Accept a changed plan for a tournament that has begun, and keep the decision with the time."""

from __future__ import annotations

import re
import time
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Any

import msgspec

from referee.kernel.secret import SECRET_BYTES, Secret
from tournament.errors import DamagedError, UserError
from tournament.formats.course import format_of
from tournament.plan.changes import PlanChange, change_of, in_order_of, without_secrets
from tournament.plan.identity import bot_digest, command_text, differences, identity_of
from tournament.plan.plan import Entrant, Plan
from tournament.plan.versions import MARK, name_in_plan, versions_of, with_versions
from tournament.storage.archive import Archive
from tournament.storage.drawing import draws_more
from tournament.storage.opening import writing
from tournament.storage.rows import DecisionKind, DecisionRow, Edition, TournamentRow

if TYPE_CHECKING:
    from collections.abc import Mapping

    import sqlite_utils


VERSION_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.#-]{0,63}")
"""The form of names that the referee accepts."""


FURTHER_CARDS = "the secret of the cards so far is published; further cards are derived from a new one"


class Accepted(msgspec.Struct, frozen=True):
    """A changed plan with which a tournament would continue, and what that means, line by line.

    `plan` is the one from the file, with an entry for each version of its bots.
    """

    tournament: TournamentRow
    lines: list[str]
    plan: Plan


def accept(
    path: Path, db: sqlite_utils.Database, archive: Archive, plan: Plan, *, duplicate: bool, codes: Mapping[str, str]
) -> Accepted:
    """Continue with this plan, if it is compatible with what was played. See `acceptable` for arguments and errors."""
    found = _with_new_secret(acceptable(path, archive, plan, duplicate=duplicate, codes=codes))
    with writing(db):
        if found.lines:
            digests = {bot.name: bot.digest for bot in archive.bots()}
            entries = {bot.name: bot for bot in found.plan.bots}
            db.table("tournament").update(1, row_of_tournament(found.tournament))
            for row in rows_of_bots(found.tournament.plan, digests):
                name = str(row["name"])
                known = {} if name in digests else {"digest": bot_digest(entries[name])}
                db.table("bots").upsert(row | known, pk="name")
            note(db, decided("plan", what="\n".join(found.lines)))
        for bot in found.plan.playing:
            if code := codes.get(name_in_plan(bot.name)):
                db.execute("UPDATE bots SET code = ? WHERE name = ? AND code != ?", [code, bot.name, code])
    return found


def acceptable(path: Path, archive: Archive, plan: Plan, *, duplicate: bool, codes: Mapping[str, str]) -> Accepted:
    """Return how the tournament would continue with this plan.

    `duplicate` says whether the plan would play duplicate deals if it began now. `codes` are the digests of the code of
    the plan's bots, as far as they are known.

    Raises `UserError` if the plan would change what was already played, with every difference; `DamagedError` if the
    stored plan is not as it was written.
    """
    old = archive.tournament
    if wrong := [line for line in differences(old.identity, old.plan, kept=True) if not line.startswith("rules.")]:
        raise DamagedError(f"its plan and its identity contradict each other: {wrong[0]}")
    played = archive.played_bots()
    known = {bot.name: bot.code for bot in archive.bots() if bot.name in played}
    changed = _changed(plan, old.plan, known, codes)
    asked = in_order_of(with_versions(without_secrets(plan), old.plan, changed), old.plan)
    named = _with_environment(asked, plan)
    published = archive.published is not None
    change = change_of(
        [edition.plan for edition in old.editions],
        old.identity,
        asked,
        duplicate=old.duplicate,
        published=0 if plan.tournament.deals_from_seed else _published_editions(old, published=published),
    )
    refused = [*change.refused, *_may_remember(old, asked, duplicate=duplicate), *_wrong_names(asked)]
    refused += [
        f"bot {name}: its code has changed since it played; give it a new version, or let [run] say "
        'on_changed_bot = "new-version"'
        for name in _changed(named, old.plan, known, codes)
    ]
    if old.closed and (refused or change.accepted):
        refused.insert(0, "the tournament is closed, so its plan cannot change any more")
    if refused:
        listed = "\n".join(f"  {line}" for line in refused)
        what = "this tournament cannot go on with the changed plan; undo these changes, or use another --db"
        raise UserError(f"{path}: {what}:\n{listed}")
    return _grown(old, asked, named, change, archive, published=published)


def note(db: sqlite_utils.Database, decision: DecisionRow, packed: bytes | None = None) -> None:
    """Add a decision to the log, with the packed record of a match that is to be played again."""
    db.table("decisions").insert(msgspec.to_builtins(decision) | {"packed": packed})


def decided(kind: DecisionKind, *, match: str = "", why: str = "", what: str = "") -> DecisionRow:
    """Return a decision with the current time."""
    return DecisionRow(decided_unix_s=time.time(), kind=kind, match=match, why=why, what=what)


def renewed(plan: Plan) -> Secret:
    """Return a new secret for the cards of a plan."""
    settings = plan.tournament
    return Secret.from_number(settings.seed) if settings.deals_from_seed else Secret(token_bytes(SECRET_BYTES))


def renewal_text(old: Secret, new: Secret) -> str:
    """Return the sentence which says that a secret was published and that a new one follows."""
    return (
        f"the secret of the cards so far is published: {old.reveal().hex()} (its hash: {old.commitment.hex()}); "
        f"further cards are derived from a new secret with the hash {new.commitment.hex()}"
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
        **({"drawing": tournament.drawing} if format_of(tournament.plan).needs_results else {}),
        **columns_of(tournament.plan, tournament.matches),
    }


def rows_of_bots(plan: Plan, digests: Mapping[str, str]) -> list[dict[str, object]]:
    """Return the rows of the table `bots`; an unknown digest is empty."""
    return [{**columns_of_bot(plan, bot), "digest": digests.get(bot.name, "")} for bot in plan.bots]


def columns_of(plan: Plan, matches: int) -> dict[str, object]:
    """Return the columns of the tournament's row that the plan determines."""
    return {"name": plan.tournament.name, "game_id": plan.tournament.game, "matches": matches}


def columns_of_bot(plan: Plan, bot: Entrant) -> dict[str, object]:
    """Return the columns of a bot's row that the plan determines."""
    kind = "dial_in" if bot.dial_in else "builtin" if bot.builtin else "command"
    anchor = plan.rating.anchors.get(bot.name)
    return {"name": bot.name, "anchor": anchor, "kind": kind, "command": command_text(bot), "version": bot.version}


def _with_new_secret(found: Accepted) -> Accepted:
    """Return the tournament with a new secret if the cards of further matches would be known."""
    if FURTHER_CARDS not in found.lines:
        return found
    old, new = found.tournament.secret, renewed(found.tournament.plan)
    lines = [line for line in found.lines if line != FURTHER_CARDS]
    tournament = msgspec.structs.replace(found.tournament, secret=new)
    return msgspec.structs.replace(found, tournament=tournament, lines=[*lines, renewal_text(old, new)])


def _with_environment(stored: Plan, plan: Plan) -> Plan:
    """Return a stored plan with the environment that a plan from a file gives to the playing bots."""
    env = {bot.name: bot.env for bot in plan.bots}
    bots = [
        bot if bot.withdrawn else msgspec.structs.replace(bot, env=env[name_in_plan(bot.name)]) for bot in stored.bots
    ]
    return msgspec.structs.replace(stored, bots=bots)


def _changed(plan: Plan, before: Plan, known: Mapping[str, str], codes: Mapping[str, str]) -> list[str]:
    """Return the playing bots, as the plan names them, whose version has played with other code."""
    found = []
    for bot in plan.playing:
        if MARK in bot.name or bot.follows:
            version = bot.name
        else:
            same = [one for one in versions_of(before, bot.name) if one.version == bot.version]
            version = same[-1].name if same else ""
        code = codes.get(name_in_plan(bot.name), "")
        if code and known.get(version) and known[version] != code:
            found.append(bot.name)
    return found


def _wrong_names(plan: Plan) -> list[str]:
    """Return what is wrong with names of versions, which records and bots receive, and which names are unknown."""
    there = {bot.name for bot in plan.bots}
    long = [bot.name for bot in plan.bots if not VERSION_NAME.fullmatch(bot.name)]
    named = [*plan.rating.anchors, *plan.rating.leave_out]
    return [
        *(f"bot {name}: name and version are used together; use up to 63 letters, digits and . _ -" for name in long),
        *(
            f"rating: there is no bot {name}; the bots are {', '.join(sorted(there))}"
            for name in named
            if name not in there
        ),
    ]


def _grown(
    old: TournamentRow, plan: Plan, named: Plan, change: PlanChange, archive: Archive, *, published: bool
) -> Accepted:
    """Return the tournament with the plan as a further edition."""
    if not change.accepted:
        return Accepted(old, [], named)
    stored = archive.fixed()
    history = [*old.history, Edition(plan=old.plan, secret=old.secret)]
    changed: dict[str, Any] = {
        "name": plan.tournament.name,
        "plan": plan,
        "identity": identity_of(plan, kept=True),
        "history": history,
    }
    new = msgspec.structs.replace(old, **changed)
    new = msgspec.structs.replace(new, drawing=format_of(plan).needs_results)
    matches = len(new.slots(stored))
    lines = [*change.accepted]
    if matches != old.matches:
        lines.append(f"matches of the tournament: {old.matches} before, {matches} now")
    grows = matches > len(stored) or (published and draws_more(archive, new))
    renews = published and grows and not plan.tournament.deals_from_seed
    lines += [FURTHER_CARDS] if renews else []
    return Accepted(msgspec.structs.replace(new, matches=matches), lines, named)


def _published_editions(tournament: TournamentRow, *, published: bool) -> int:
    """Return how many editions, from the first one on, have a secret that may be known."""
    secrets = [edition.secret.reveal() for edition in tournament.editions]
    return len(secrets) if published else secrets.index(secrets[-1])


def _may_remember(old: TournamentRow, plan: Plan, *, duplicate: bool) -> list[str]:
    """Return why a bot must not enter duplicate deals, if it could recognise a deal from another seat."""
    entering = [bot.name for bot in plan.bots[len(old.plan.bots) :] if not bot.withdrawn]
    if not entering or not old.duplicate or duplicate or plan.format.duplicate != "auto":
        return []
    why = f"with {', '.join(entering)} there are bots that could remember a deal from another seat"
    how = "let all bots start fresh in a sandbox, or write duplicate = true"
    return [f"format.duplicate: this tournament plays each deal once per rotation, but {why}; {how}"]
