"""`feed.js`, run by node with a page that consists of what the script touches: when it holds a connection."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib import resources

import pytest

PAGE = """
const fs = require("fs"), vm = require("vm");
const [script, keep, hidden, acts] = [process.argv[1], ...process.argv.slice(2).map(JSON.parse)];
const sources = [], listeners = [];
class EventSource {
  static CLOSED = 2;
  constructor(path) { this.path = path; this.readyState = 1; this.on = {}; sources.push(this); }
  addEventListener(name, listener) { this.on[name] = listener; }
  close() { this.readyState = 2; }
}
const element = { dataset: keep ? { feed: "/feed", keep: "" } : { feed: "/feed" } };
const document = {
  hidden, documentElement: { dataset: {} }, getElementById: () => null, querySelectorAll: () => [element],
  addEventListener: (_, listener) => listeners.push(listener), dispatchEvent: () => null,
};
vm.runInNewContext(fs.readFileSync(script, "utf8"), { document, EventSource, performance, Event: class {} });
const open = () => sources.filter((source) => source.readyState === 1).length;
const seen = [open()];
for (const act of acts) {
  if (act === "over") sources[sources.length - 1].on.over();
  else if (act === "refused") {
    sources[sources.length - 1].close();
    sources[sources.length - 1].on.error();
  } else { document.hidden = act === "hide"; listeners.forEach((listener) => listener()); }
  seen.push(open());
}
console.log(JSON.stringify(seen));
"""


@pytest.mark.parametrize(
    ("keep", "hidden", "acts", "connections"),
    [
        pytest.param(False, False, ["hide", "show", "hide"], [1, 0, 1, 0], id="a page that is seen at times"),
        pytest.param(False, True, ["show"], [0, 1], id="a page that is opened in the background"),
        pytest.param(False, False, ["over", "hide", "show"], [1, 0, 0, 0], id="what is over"),
        pytest.param(True, False, ["hide", "show"], [1, 1, 1], id="a seat"),
        pytest.param(True, True, ["over", "show"], [1, 0, 0], id="a seat that is over"),
        pytest.param(False, False, ["refused", "hide", "show"], [1, 0, 0, 1], id="a page that was refused"),
    ],
)
def test_when_a_page_holds_a_connection(keep: bool, hidden: bool, acts: list[str], connections: list[int]) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    script = resources.files("referee.pages") / "static" / "feed.js"
    words = [node, "-e", PAGE, str(script), *map(json.dumps, (keep, hidden, acts))]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == connections
