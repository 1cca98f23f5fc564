"""`make release VERSION=1.2.3 [REPOSITORY=https://... GROUP=...]`; .github/RELEASING.md says when and how.

With `--build` it changes nothing and builds what is there, if that is of the version: this is how CI makes what it
publishes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from tests.release.checks import what_is_wrong
from tests.release.packages import BUILDERS, missing
from tests.release.versions import GROUP, REPOSITORY, fill_in, read_versions, stands_in, write_version

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Makes the release, or says why it cannot be made."""
    parser = argparse.ArgumentParser(prog="python -m tests.release", description="Write a version and build it.")
    parser.add_argument("version", help="three numbers, e.g. 1.2.3")
    parser.add_argument("--repository", default="", help="its address; needed once, before the first release")
    parser.add_argument("--group", default="", help="the group of the Maven coordinates; needed once")
    parser.add_argument("--languages", nargs="*", default=list(BUILDERS), choices=list(BUILDERS), help="default: all")
    parser.add_argument("--build", action="store_true", help="change nothing, and build what has this version")
    chosen = parser.parse_args()
    if chosen.build:
        return build_only(chosen.version, chosen.languages)
    if wrong := what_is_wrong(ROOT, chosen.version, chosen.repository, chosen.group):
        print(*wrong, sep="\n", file=sys.stderr)
        return 1
    for placeholder, value in ((REPOSITORY, chosen.repository), (GROUP, chosen.group)):
        if value:
            fill_in(ROOT, placeholder, value)
    write_version(ROOT, chosen.version, datetime.now(UTC).date())
    print(*build_all(ROOT, chosen.languages), sep="\n")
    print(f"Nothing is tagged or published. Next: git diff, commit it as v{chosen.version} (.github/RELEASING.md)")
    return 0


def build_only(version: str, chosen: list[str]) -> int:
    """Builds what is there, if all of it has that version and nothing is left to be filled in."""
    if (there := read_versions(ROOT)) != {version}:
        print(f"the packages have version {', '.join(sorted(there))}, and not {version}", file=sys.stderr)
        return 1
    if left := [*stands_in(ROOT, REPOSITORY), *stands_in(ROOT, GROUP)]:
        print(f"placeholders stand in {', '.join(left)}: make release fills them in", file=sys.stderr)
        return 1
    print(*build_all(ROOT, chosen), sep="\n")
    return 0


def build_all(root: Path, chosen: list[str]) -> list[str]:
    """Builds what this machine can build into `dist`; returns a line for each artefact, and for what was left out."""
    dist = root / "dist"
    dist.mkdir(exist_ok=True)
    for old in dist.iterdir():
        old.unlink()
    lines = []
    for language, builder in BUILDERS.items():
        if language not in chosen:
            lines.append(f"LEFT OUT: {language}, for --languages does not name it")
        elif lacking := missing(language):
            lines.append(f"LEFT OUT: {language}, for there is no {', '.join(lacking)} here")
        else:
            with tempfile.TemporaryDirectory() as work:
                lines += [f"dist/{file.name}" for file in builder(Path(work), dist, root)]
    return lines


if __name__ == "__main__":
    sys.exit(main())
