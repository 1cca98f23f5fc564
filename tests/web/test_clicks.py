"""The rules of `clicks.js`, run by node: which clicks on options count."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib import resources

import pytest

SCRIPT = """
const { newClicks, REST } = require(process.argv[1]);
const clicks = newClicks();
const said = JSON.parse(process.argv[2]).map(([what, ...words]) =>
  clicks[what](...words.slice(0, -1), words[words.length - 1] * REST));
console.log(JSON.stringify(said));
"""
"""Times are given in units of REST."""


@pytest.mark.parametrize(
    ("events", "verdicts"),
    [
        pytest.param([["click", "0", False, 2]], ["send"], id="a click"),
        pytest.param([["click", "0", False, 1.2]], ["ignore"], id="the second click of a double click"),
        pytest.param([["shown", "1", 1.5], ["click", "0", False, 2]], [False, "send"], id="the same turn again"),
        pytest.param(
            [["click", "3", True, 2], ["click", "3", True, 2.5], ["click", "3", True, 3.1]],
            ["ask", "ignore", "send"],
            id="an option that gives up, with a double click",
        ),
        pytest.param(
            [["click", "3", True, 2], ["click", "0", False, 3.1]], ["ask", "send"], id="another option after all"
        ),
        pytest.param(
            [["click", "3", True, 2], ["shown", "2", 3], ["click", "3", True, 4.1]],
            ["ask", True, "ask"],
            id="the question is forgotten with its turn",
        ),
        pytest.param(
            [["shown", None, 2], ["shown", "2", 2.1], ["click", "0", False, 2.9]],
            [False, True, "ignore"],
            id="the next turn after none",
        ),
        pytest.param(
            [["click", "3", True, 2], ["unask", 2], ["click", "3", True, 3.1]],
            ["ask", None, "ask"],
            id="a question that was taken back",
        ),
        pytest.param(
            [["key", "1", 3, 2], ["key", "3", 3, 2], ["key", "4", 3, 2], ["key", "0", 3, 2], ["key", "F1", 3, 2]],
            [0, 2, -1, -1, -1],
            id="keys",
        ),
    ],
)
def test_which_clicks_count(events: list[list[object]], verdicts: list[object]) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    script = resources.files("referee.pages") / "static" / "clicks.js"
    given = json.dumps([["shown", "1", 1], *events])
    done = subprocess.run([node, "-e", SCRIPT, str(script), given], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [True, *verdicts]
