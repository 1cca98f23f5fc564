"""Run a plan on its database: open store and engine, play, and close both."""

from __future__ import annotations

from glob import escape
from pathlib import Path

import msgspec

from referee.counts import counted
from referee.metrics import MatchMetrics, Metrics
from referee.traces import Traces
from tournament.cluster.opening import open_cluster
from tournament.cluster.playing_worker import Hooks
from tournament.engines.bot_code import codes_of
from tournament.engines.engine import Setting, capacity_of, cores_to_pin, most_at_once
from tournament.engines.opening import open_engine
from tournament.engines.pinning import Layout, layout_of, runner_on
from tournament.engines.plan_bots import forgetful_bots, sandboxes_of
from tournament.engines.starting import failed_starts
from tournament.errors import UserError
from tournament.plan.identity import bot_digest
from tournament.plan.plan import Plan
from tournament.run.attendance import run_attended
from tournament.run.events import Note
from tournament.run.fitting import Fitting
from tournament.run.observing import Observers
from tournament.run.run_metrics import show_run, show_workers
from tournament.run.runner import Outcome, Runner, Tell
from tournament.storage.archive import Archive
from tournament.storage.gallery import open_gallery
from tournament.storage.rows import failure_text
from tournament.storage.store import open_store

SHOWN_LINES = 10
"""How many of the last output lines are shown of a bot that does not start."""


async def run_plan(
    plan: Plan,
    path: Path,
    database: Path,
    tell: Tell,
    *,
    check: bool = True,
    until: float | None = None,
    cluster: str = "",
    metrics: Metrics | None = None,
    traces: Traces | None = None,
) -> Outcome:
    """Play what is left of the tournament. `path` is the plan's file. With `check`, first start every bot once.

    No match begins after the time `until`, in seconds since 1970. `cluster` is the address of a cluster that plays; if
    it is empty, this machine does.

    Raises:
        UserError: the database belongs to another plan or another runner, a bot cannot be started, or a bot failed and
            the plan says to stop.
        HaltedError: two matches in a row were void.
    """
    duplicate = duplicates_here(plan)
    codes = codes_here(plan, path, database)
    with open_store(database, plan, duplicate=duplicate, codes=codes) as store, open_gallery(database) as gallery:
        plan = of_playing_bots(store.plan)
        notes = [*([] if cluster else _notes_on_sandboxes(plan)), *_notes(plan, store.archive)]
        for text in [*(f"the plan has changed: {line}" for line in store.accepted), *notes]:
            tell(Note(text=text))
        observers = Observers(None if metrics is None else MatchMetrics(metrics), traces)
        runner = Runner(plan, store, tell, None if cluster else _fitting_of(plan), until, observers)
        if metrics is not None:
            show_run(metrics, runner, plan.tournament.game)
            tell(Note(text=f"metrics: {metrics.address}"))
        hidden = tuple(map(str, [*_files_of_tournament(path, database), gallery]))
        setting = Setting(
            plan=plan,
            capacity=most_at_once(plan),
            hidden=hidden,
            tokens=str(tokens_of(path)),
            with_times=observers.need_times,
        )
        if cluster:
            hooks = Hooks(runner.note_process, lambda text: tell(Note(text=text)), runner.play_again)
            name, duplicate = str(store.tournament.created_unix_s), store.tournament.duplicate
            async with open_cluster(cluster, name, setting, hooks, check=check, duplicate=duplicate) as engine:
                if metrics is not None:
                    show_workers(metrics, engine)
                await runner.run(engine)
        else:
            await _play_here(runner, setting, gallery, tell, check=check)
        return runner.outcome()


async def _play_here(runner: Runner, setting: Setting, gallery: Path, tell: Tell, *, check: bool) -> None:
    plan = setting.plan
    layout = layout_of(cores_to_pin(plan)) if plan.run.pin else Layout()
    setting = msgspec.structs.replace(setting, cores=layout.bots, gallery=str(gallery))
    if check and runner.left:
        await _check_starts(setting)
    with runner_on(layout.runner):
        async with open_engine(setting, runner.note_process) as engine:
            await run_attended(runner, engine, plan, tell)


def of_playing_bots(plan: Plan) -> Plan:
    """Return the plan without the bots that are withdrawn: they are neither started nor awaited."""
    return msgspec.structs.replace(plan, bots=plan.playing)


def _fitting_of(plan: Plan) -> Fitting | None:
    """Return the object that chooses how many matches run at once; None if the plan fixes the number."""
    least, most = capacity_of(plan), most_at_once(plan)
    return Fitting(least, most, plan.time_control.decision_ms) if most > least else None


async def _check_starts(setting: Setting) -> None:
    """Raise `UserError` if a bot does not start and connect."""
    failed = await failed_starts(setting)
    if failed:
        said = "\n".join(failure_text(process, SHOWN_LINES) for process in failed)
        what = f"{counted(len(failed), 'bot')} {'does' if len(failed) == 1 else 'do'}"
        raise UserError(f"{what} not start, so nothing was played (--no-check skips this check):\n{said}")


def duplicates_here(plan: Plan) -> bool:
    """Whether each deal is played once per rotation if the tournament of the plan begins on this machine.

    Raises `UsageError` if the plan requires a sandbox and there is none.
    """
    forgetful = forgetful_bots(plan)
    return plan.duplicates(lambda bot: bot.name in forgetful)


def remembering_here(plan: Plan) -> list[str]:
    """Return the bots that could recognise a deal on this machine. Raises what `duplicates_here` does."""
    forgetful = forgetful_bots(plan)
    return [bot.name for bot in plan.bots if plan.remembering(bot, forgetful=bot.name in forgetful)]


def codes_here(plan: Plan, path: Path, database: Path) -> dict[str, str]:
    """Return the digests of the code of the plan's bots. `path` is the plan's file."""
    return codes_of(plan, _files_of_tournament(path, database))


def tokens_of(path: Path) -> Path:
    """Return the file with the tokens of the bots that dial in; it is beside the plan."""
    return path.with_suffix(".tokens")


def _files_of_tournament(path: Path, database: Path) -> list[Path]:
    """List the files that no bot may see. SQLite follows a link before it chooses the names of its journals."""
    ends = ("", "-wal", "-shm", "-journal", ".lock")
    files = (database, database.resolve())
    names = [file.with_name(file.name + end) for file in files for end in ends]
    # The copies that `repair` keeps contain the secret, too.
    copies = [copy for file in files for copy in file.parent.glob(f"{escape(file.name)}.*")]
    return [file.absolute() for file in [path, tokens_of(path), *names, *copies]]


def _notes(plan: Plan, archive: Archive) -> list[str]:
    """Return what the organiser should know before the tournament resumes."""
    notes = ["this tournament is closed: no more matches are played"] if archive.tournament.closed else []
    digests = {bot.name: bot.digest for bot in archive.bots()}
    notes += [
        f"bot {bot.name} is not what it was when this tournament began: its command, environment or file has changed"
        for bot in plan.bots
        if digests[bot.name] and bot_digest(bot) != digests[bot.name]
    ]
    notes += [
        f"bot {bot} may have changed since this tournament began: its old digest was lost in a damaged file"
        for bot in (bot.name for bot in plan.bots)
        if not digests[bot]
    ]
    if archive.tournament.duplicate and not duplicates_here(plan):
        notes.append("each deal is played once per rotation, but nothing prevents the bots from remembering it")
    return notes


def _notes_on_sandboxes(plan: Plan) -> list[str]:
    """Report which bots run without a sandbox or with network access, and what the other sandboxes cannot do here."""
    sandboxes = sandboxes_of(plan)
    outside = [name for name, sandbox in sandboxes.items() if sandbox is None]
    connected = [bot.name for bot in plan.bots if bot.network and sandboxes[bot.name] is not None]
    notes = []
    if outside:
        which = "" if len(outside) == len(sandboxes) else f" ({', '.join(outside)})"
        follows = "they can read files and use the network (`referee doctor` checks this machine)"
        notes.append(f"bots run without a sandbox{which}: {follows}")
    if connected:
        notes.append(f"the sandbox of {', '.join(connected)} can reach this machine's network and local services")
    weaknesses = [weakness for sandbox in sandboxes.values() if sandbox for weakness in sandbox.weaknesses]
    return [*notes, *dict.fromkeys(weaknesses)]
