"""The schema of a tournament's database, step by step. Never edit a released step; add a new one.

The `Migrations` of sqlite-utils runs the steps and records them in the database. Code that only reads checks these
entries without importing that package, because the import is slow.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tournament.errors import OtherVersionError, UserError
from tournament.storage.database import Database
from tournament.storage.faults import NO_TABLES, whole

if TYPE_CHECKING:
    import sqlite_utils

# One file holds one tournament: its plan, its bots, and every match with its seats and its record.
#
# A match is either stored completely or not at all; there is no state "running". Its key is the match's place in the
# schedule, which people use as its name; its bots received `match_id`. `begun` has a row for each time that a match was
# started; if a match gets other cards when it is started again, the number of these rows decides which. All cards
# follow from `secret`. Ratings are derived from the seats, and stored so that they can be shown.
_TOURNAMENT = """
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    game_id TEXT NOT NULL,
    plan TEXT NOT NULL,
    identity TEXT NOT NULL,
    duplicate INTEGER NOT NULL CHECK (duplicate IN (0, 1)),
    matches INTEGER NOT NULL,
    created_unix_s REAL NOT NULL,
    secret BLOB NOT NULL CHECK (length(secret) = 32)
) STRICT;

CREATE TABLE bots (
    name TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('builtin', 'command', 'dial_in')),
    command TEXT NOT NULL,
    version TEXT NOT NULL,
    digest TEXT NOT NULL,
    anchor REAL
) STRICT;

CREATE TABLE matches (
    match TEXT PRIMARY KEY,
    match_id TEXT NOT NULL UNIQUE,
    number INTEGER NOT NULL UNIQUE,
    block TEXT NOT NULL,
    forfeited INTEGER NOT NULL CHECK (forfeited IN (0, 1)),
    reason TEXT NOT NULL,
    steps INTEGER NOT NULL,
    overloaded INTEGER NOT NULL CHECK (overloaded IN (0, 1)),
    begun_unix_s REAL NOT NULL,
    ended_unix_s REAL NOT NULL
) STRICT;

CREATE TABLE seats (
    match TEXT NOT NULL REFERENCES matches (match),
    seat INTEGER NOT NULL,
    bot TEXT NOT NULL REFERENCES bots (name),
    place INTEGER NOT NULL CHECK (place >= 1),
    score INTEGER NOT NULL,
    end TEXT NOT NULL CHECK (end IN ('played', 'strikes', 'resigned', 'no_show')),
    strikes INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    timeouts INTEGER NOT NULL,
    total_ms REAL NOT NULL,
    max_ms REAL NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT;
CREATE INDEX seats_by_bot ON seats (bot);

CREATE TABLE records (
    match TEXT PRIMARY KEY REFERENCES matches (match),
    packed BLOB NOT NULL
) STRICT;

CREATE TABLE voids (
    id INTEGER PRIMARY KEY,
    match TEXT NOT NULL,
    void_reason TEXT NOT NULL,
    ended_unix_s REAL NOT NULL
) STRICT;

CREATE TABLE processes (
    id INTEGER PRIMARY KEY,
    bot TEXT NOT NULL REFERENCES bots (name),
    command TEXT NOT NULL,
    why TEXT NOT NULL,
    failed INTEGER NOT NULL CHECK (failed IN (0, 1)),
    wall_s REAL NOT NULL,
    cpu_s REAL NOT NULL,
    memory_bytes INTEGER NOT NULL,
    output TEXT NOT NULL,
    ended_unix_s REAL NOT NULL
) STRICT;
CREATE INDEX processes_by_bot ON processes (bot);

CREATE TABLE begun (
    id INTEGER PRIMARY KEY,
    match TEXT NOT NULL
) STRICT;
CREATE INDEX begun_by_match ON begun (match);

CREATE TABLE ratings (
    number INTEGER NOT NULL,
    bot TEXT NOT NULL REFERENCES bots (name),
    rating REAL NOT NULL,
    change REAL NOT NULL,
    PRIMARY KEY (number, bot)
) STRICT;
"""

# A match says nothing about the strength of its bots if one was late because another took its share of the cores.
_STARVED = """
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1));
ALTER TABLE matches ADD COLUMN starved TEXT NOT NULL DEFAULT ''
"""

# Only the record says how often a bot left a decision to the default, and unpacking thousands of records takes longer
# than showing the matches. NULL: it was never counted.
_DEFAULTS = "ALTER TABLE seats ADD COLUMN defaults INTEGER"

# A tournament may change its plan: `history` has the earlier plans with their secrets, from the first one on, and a
# match has the number of the plan by which it was played. `decisions` is the log of what the organiser decided; in
# `packed` it keeps the record of a match that is played again.
_DECISIONS = """
ALTER TABLE tournament ADD COLUMN history TEXT NOT NULL DEFAULT '[]';
ALTER TABLE tournament ADD COLUMN closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1));
ALTER TABLE matches ADD COLUMN edition INTEGER NOT NULL DEFAULT 0;
CREATE TABLE decisions (
    id INTEGER PRIMARY KEY,
    decided_unix_s REAL NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('plan', 'annul', 'replay', 'close')),
    match TEXT NOT NULL,
    why TEXT NOT NULL,
    what TEXT NOT NULL,
    packed BLOB
) STRICT
"""

# The code that played: the digest of a bot's folder, if the runner started the bot.
_CODE = """
ALTER TABLE bots ADD COLUMN code TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN code TEXT NOT NULL DEFAULT ''
"""

# The key of a bot lets its owner see what the bot saw. The owner also sees what a process of the bot wrote, once no
# card in it can be dealt again: the process can only have played starts in `begun` with an id above `begun_before` and
# up to `begun_until`. NULL: unknown.
_KEYS = """
CREATE TABLE keys (
    bot TEXT PRIMARY KEY REFERENCES bots (name),
    made_unix_s REAL NOT NULL,
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32)
) STRICT;
ALTER TABLE processes ADD COLUMN begun_before INTEGER;
ALTER TABLE processes ADD COLUMN begun_until INTEGER
"""

# A format that needs results draws its tables while the tournament goes on: a row for each deal at a table, in the
# order of the schedule. `drawing` says that it may still draw more.
_DRAWN = """
ALTER TABLE tournament ADD COLUMN drawing INTEGER NOT NULL DEFAULT 0 CHECK (drawing IN (0, 1));
CREATE TABLE drawn (
    id INTEGER PRIMARY KEY,
    "table" INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    bots TEXT NOT NULL,
    edition INTEGER NOT NULL,
    stage INTEGER NOT NULL
) STRICT
"""


def m001_tournament(db: sqlite_utils.Database) -> None:
    """Create the tables."""
    db.executescript(_TOURNAMENT)


def m002_starved(db: sqlite_utils.Database) -> None:
    """Add columns that say whether a bot had to wait for a core."""
    db.executescript(_STARVED)


def m003_defaults(db: sqlite_utils.Database) -> None:
    """Add a column that counts how often a bot left a decision to the default."""
    db.executescript(_DEFAULTS)


def m004_decisions(db: sqlite_utils.Database) -> None:
    """Add the earlier plans and the log of decisions."""
    db.executescript(_DECISIONS)


def m005_code(db: sqlite_utils.Database) -> None:
    """Add columns for the digest of a bot's code."""
    db.executescript(_CODE)


def m006_keys(db: sqlite_utils.Database) -> None:
    """Add the keys of bots, and the starts of matches during which a process ran."""
    db.executescript(_KEYS)


def m007_drawn(db: sqlite_utils.Database) -> None:
    """Add what formats draw."""
    db.executescript(_DRAWN)


MIGRATIONS: dict[str, Callable[[sqlite_utils.Database], None]] = {
    "m001_tournament": m001_tournament,
    "m002_starved": m002_starved,
    "m003_defaults": m003_defaults,
    "m004_decisions": m004_decisions,
    "m005_code": m005_code,
    "m006_keys": m006_keys,
    "m007_drawn": m007_drawn,
}
"""Every step of the schema by its name, in order.

All pending steps run in one transaction, without enforcing foreign keys.
"""

READ_WITHOUT = {"m002_starved", "m003_defaults", "m004_decisions", "m005_code", "m006_keys", "m007_drawn"}
"""Steps without which a database can still be read: what they add has a default that fits earlier rows."""

_SET = "tournament"
_APPLIED_TABLE = "_sqlite_migrations"


def applied(db: Database) -> list[str]:
    """List the steps that were applied to the database, even those that only a later version knows."""
    if _APPLIED_TABLE not in db.tables():
        return []
    found = db.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = ? ORDER BY rowid", [_SET])
    return [str(name) for (name,) in found]


def pending(db: Database) -> list[str]:
    """List the steps that have not been applied to the database yet, in order."""
    done = applied(db)
    return [name for name in MIGRATIONS if name not in done]


def check_schema(path: Path, db: Database) -> None:
    """Check that the database at `path` has a tournament's schema.

    Raises:
        UserError: it has no tables, or those of another program.
        OtherVersionError: a later version than this one has changed the schema.
        DamagedError: the list of applied steps is impossible.
    """
    tables = db.tables()
    if not tables:
        raise UserError(f"{path}: {NO_TABLES}")
    if not {"tournament", _APPLIED_TABLE} & {*tables}:
        raise UserError(f"{path}: not the database of a tournament, but of another program")
    with whole("the list of changes to its schema"):
        done = applied(db)
        known = [*MIGRATIONS][: len(done)]
        if not done or done[: len(known)] != known:
            raise ValueError(f"it says {', '.join(done) or 'nothing'}")
    if len(done) > len(MIGRATIONS):
        raise OtherVersionError(f"{path}: made by a newer version of Referee; use that version")


def migrate(db: sqlite_utils.Database) -> None:
    """Upgrade the database, completely or not at all."""
    from sqlite_utils import Migrations  # noqa: PLC0415 - it takes long to load, and reading does not need it

    migrations = Migrations(_SET)
    for name, step in MIGRATIONS.items():
        migrations(name=name)(step)
    if migrations.pending(db):
        with db.atomic():
            migrations.apply(db)
