"""Databases with changed values: `tournament verify` notices each change that contradicts anything else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.databases import in_database
from tests.tournament.commands.test_commands import tournament
from tests.tournament.storage.test_damage import folder, pristine

__all__ = ["folder", "pristine"]

BY_TYPE = {
    "integer": "{0} + 1000",
    "real": "{0} + 1000",
    "text": "{0} || 'x'",
    "blob": "zeroblob(length({0}))",
    "null": "1500",
}
WITHIN_BOUNDS = {"duplicate": "1 - duplicate", "forfeited": "1 - forfeited", "overloaded": "1 - overloaded",
                 "rated": "1 - rated", "closed": "1 - closed", "drawing": "1 - drawing",
                 "end": "'resigned'", "kind": "'command'"}  # fmt: skip
"""How columns with few possible values are changed."""

TOLD_ONCE = {"tournament": ["id", "created_unix_s"], "bots": ["digest", "code"], "seats": ["code"]}
"""Columns that nothing else contradicts."""

NOT_TO_MEND = {"tournament.plan", "tournament.identity", "tournament.duplicate", "tournament.secret", "bots.name",
               "tournament.history"}  # fmt: skip


@pytest.mark.parametrize("table", ["tournament", "bots", "matches", "seats", "records", "ratings"])
def test_a_changed_value_is_noticed_and_repaired(folder: Path, table: str) -> None:
    columns = in_database(folder / "t.db", "SELECT name FROM pragma_table_info(?)", [table])
    for column in [name for (name,) in columns if name not in TOLD_ONCE.get(table, [])]:
        path = folder / f"{column}.db"
        shutil.copy(folder / "t.db", path)
        ((kind,),) = in_database(path, f"SELECT typeof({column}) FROM {table} WHERE rowid = 1")
        change = WITHIN_BOUNDS.get(column, BY_TYPE[kind].format(column))
        in_database(path, f"UPDATE {table} SET {column} = {change} WHERE rowid = 1")
        result = tournament("verify", path, code=None)
        assert result.exit_code == 1, f"{column}: {result.output}"
        if f"{table}.{column}" not in NOT_TO_MEND:
            tournament("repair", path)
            tournament("run", folder / "plan.toml", "--db", path)
            tournament("verify", path)
