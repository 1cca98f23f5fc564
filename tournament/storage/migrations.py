"""The schema of a tournament's database, step by step. A step that was released is never edited; a new one follows."""

from __future__ import annotations

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

migrations = Migrations("tournament")


@migrations()
def m001_tournament(db: Database) -> None:
    """One file holds one tournament: its plan, its bots, and every match with its seats and its record.

    A match is there or not, whole: nothing says "running". Ratings are derived from the seats, and kept to be seen.
    """
    db.executescript(
        """
        CREATE TABLE tournament (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            name TEXT NOT NULL,
            game TEXT NOT NULL,
            plan TEXT NOT NULL,
            identity TEXT NOT NULL,
            duplicate INTEGER NOT NULL CHECK (duplicate IN (0, 1)),
            matches INTEGER NOT NULL,
            created REAL NOT NULL
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
            match_id TEXT PRIMARY KEY,
            number INTEGER NOT NULL UNIQUE,
            block TEXT NOT NULL,
            ending TEXT NOT NULL CHECK (ending IN ('finished', 'forfeited')),
            reason TEXT NOT NULL,
            steps INTEGER NOT NULL,
            overloaded INTEGER NOT NULL CHECK (overloaded IN (0, 1)),
            began REAL NOT NULL,
            ended REAL NOT NULL
        ) STRICT;

        CREATE TABLE seats (
            match_id TEXT NOT NULL REFERENCES matches (match_id),
            seat INTEGER NOT NULL,
            bot TEXT NOT NULL REFERENCES bots (name),
            place INTEGER NOT NULL CHECK (place >= 1),
            score INTEGER NOT NULL,
            outcome TEXT NOT NULL CHECK (outcome IN ('played', 'strikes', 'resigned', 'no_show')),
            strikes INTEGER NOT NULL,
            decisions INTEGER NOT NULL,
            timeouts INTEGER NOT NULL,
            total_ms REAL NOT NULL,
            max_ms REAL NOT NULL,
            PRIMARY KEY (match_id, seat)
        ) STRICT;
        CREATE INDEX seats_by_bot ON seats (bot);

        CREATE TABLE records (
            match_id TEXT PRIMARY KEY REFERENCES matches (match_id),
            packed BLOB NOT NULL
        ) STRICT;

        CREATE TABLE voids (
            id INTEGER PRIMARY KEY,
            match_id TEXT NOT NULL,
            reason TEXT NOT NULL,
            at REAL NOT NULL
        ) STRICT;

        CREATE TABLE processes (
            id INTEGER PRIMARY KEY,
            bot TEXT NOT NULL REFERENCES bots (name),
            command TEXT NOT NULL,
            ending TEXT NOT NULL,
            failed INTEGER NOT NULL CHECK (failed IN (0, 1)),
            seconds REAL NOT NULL,
            cpu_seconds REAL NOT NULL,
            memory_bytes INTEGER NOT NULL,
            output TEXT NOT NULL,
            at REAL NOT NULL
        ) STRICT;
        CREATE INDEX processes_by_bot ON processes (bot);

        CREATE TABLE ratings (
            number INTEGER NOT NULL,
            bot TEXT NOT NULL REFERENCES bots (name),
            rating REAL NOT NULL,
            change REAL NOT NULL,
            PRIMARY KEY (number, bot)
        ) STRICT;
        """
    )


@migrations()
def m002_secret(db: Database) -> None:
    """The secret that all cards follow from.

    A tournament from before had none. It gets one for its form's sake: its standings can be shown, but it can not go
    on, because the plan differs, and its records are not what the secret gives.
    """
    db.execute("ALTER TABLE tournament ADD COLUMN secret BLOB CHECK (length(secret) = 32)")
    db.execute("UPDATE tournament SET secret = randomblob(32)")


@migrations()
def m003_begun(db: Database) -> None:
    """When a match was begun that gets other cards if it has to be begun again: a row each time."""
    db.executescript(
        """
        CREATE TABLE begun (
            id INTEGER PRIMARY KEY,
            match_id TEXT NOT NULL
        ) STRICT;
        CREATE INDEX begun_by_match ON begun (match_id);
        """
    )
