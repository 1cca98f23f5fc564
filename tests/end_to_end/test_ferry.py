"""A game that is not in the project: from `referee game new`, through other rules, to a verified tournament.

Ferry has its own deck, turns, words, zones, bot and tests (see the folder beside this file); only the package around it
stays as it was written.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.support.outside import Outside, install

OWN = Path(__file__).parent / "ferry"

PLAN = """
plan = 1
[tournament]
name = "ferry"
game = "ferry"
seats = 3
[format]
deals = 24
duplicate = false
[run]
sandbox = "off"
[time]
decision = "20s"
[[bots]]
name = "random"
builtin = "random"
[[bots]]
name = "first"
builtin = "first"
[[bots]]
name = "greedy"
command = ["python", "bots/ferry_greedy.py"]
"""


def lay_over(package: Path) -> None:
    """Puts the game's own files where those of the skeleton lie."""
    code = package / "src" / "ferry"
    for file in [*OWN.glob("*.py"), OWN / "cards.toml"]:
        if file.name not in {"__init__.py", "ferry_greedy.py", "worked_cases.py"}:
            (code / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    (package / "bots" / "ferry_greedy.py").write_text((OWN / "ferry_greedy.py").read_text(encoding="utf-8"))
    cases = (OWN / "worked_cases.py").read_text(encoding="utf-8").replace("from .", "from ferry.")
    messages = (package / "tests" / "test_game.py").read_text(encoding="utf-8").partition("def test_the_messages")
    files = "from importlib.resources import files\n"
    (package / "tests" / "test_game.py").write_text(
        cases.replace("import annotations\n", f"import annotations\n\n{files}") + "\n\n" + "".join(messages[1:]),
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Outside:
    made = install("ferry", "2-4", tmp_path_factory.mktemp("outside"))
    lay_over(made.package)
    made.told("referee", "game", "proto", "ferry", "--out", "src/ferry/protos", "--renumber", folder=made.package)
    return made


def test_its_own_tests_are_green(ferry: Outside) -> None:
    """The battery, a worked case, its messages, and a bot that beats random over gRPC."""
    told = ferry.told("pytest", "-q", folder=ferry.package)
    assert "13 deselected" in told, "the campaigns are for long"
    assert "failed" not in told


def test_it_has_its_tournament(ferry: Outside) -> None:
    (ferry.package / "plan.toml").write_text(PLAN)

    def tournament(*words: str) -> str:
        return ferry.told("tournament", *words, folder=ferry.package)

    tournament("run", "plan.toml", "--db", "a.db")
    tournament("verify", "a.db")
    tournament("export", "a.db", "-o", "data")
    with (ferry.package / "data" / "matches.csv").open(newline="") as file:
        matches = [*csv.DictReader(file)]
    assert len(matches) == 24
