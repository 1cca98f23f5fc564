"""The tables of errors in the manual list exactly the reasons in the code, with their statuses."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from referee.kernel.options import WRONG_VALUE
from referee.manual.contents import text_of
from referee.server.rpc.status import BAD_CARDS, CODES

ROOT = Path(__file__).parents[3]
PAGE = text_of("reference/errors")
STATUSES = {kind.__name__: code.name for kind, code in CODES.items()}
ROW = re.compile(r"^\| `([A-Z_]+)` \| (`[A-Z_`, ]+`) \|", re.MULTILINE)


def reasons_of_code() -> set[tuple[str, str]]:
    """The reasons in the code that raises refusals."""
    found = {("INTERNAL", "DEFECT"), ("INVALID_ARGUMENT", WRONG_VALUE), ("INVALID_ARGUMENT", BAD_CARDS)}
    for file in (ROOT / "referee").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                made, texts = node.func.id, [a.value for a in node.args if isinstance(a, ast.Constant)]
                if made in STATUSES:
                    found.add((STATUSES[made], str(texts[0])))
                elif made == "UsageError" and len(node.args) == 2 and isinstance(node.args[1], ast.Constant):
                    found.add(("INVALID_ARGUMENT", str(texts[-1])))
    return found


def reasons_of_page() -> set[tuple[str, str]]:
    """The reasons in the tables."""
    return {(status, reason) for status, reasons in ROW.findall(PAGE) for reason in re.findall(r"[A-Z_]+", reasons)}


def test_the_page_has_every_reason_and_no_other() -> None:
    reasons = reasons_of_code()
    assert reasons_of_page() == reasons
    assert len(reasons) > 25
