"""How many tests may be skipped, by reason: a number that grows without being written down fails.

`--skips NAME` names the kind of machine, a table of `tests/skips.toml`. Without the option nothing is compared, for
which tests a machine cannot run is its owner's business.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

FILE = Path(__file__).parents[1] / "skips.toml"


def written_down(name: str, file: Path = FILE) -> Mapping[str, int]:
    """Reason to number of tests, on that kind of machine. Raises `KeyError` for a kind that is not in the file."""
    kinds: Mapping[str, Mapping[str, int]] = tomllib.loads(file.read_text(encoding="utf-8"))
    if name not in kinds:
        raise KeyError(f"{file.name} has no table [{name}], only {', '.join(kinds)}")
    return kinds[name]


def counted(reasons: Iterable[str]) -> Counter[str]:
    """How many tests were skipped for each reason."""
    return Counter(re.sub(r"^Skipped: ", "", reason) for reason in reasons)


def grown(found: Mapping[str, int], allowed: Mapping[str, int]) -> Sequence[str]:
    """A line for each reason that skips more tests than was written down."""
    return [
        f"{number} tests were skipped, {allowed.get(reason, 0)} are written down: {reason}"
        for reason, number in sorted(found.items())
        if number > allowed.get(reason, 0)
    ]
