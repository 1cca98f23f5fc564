"""`make test-matrix`: the whole suite on other Pythons, other versions of packages, and machines that are set up oddly.

Each cell has its own clone, environment and temporary folder. A line shows its result; what a red one
wrote is kept in build/matrix. A cell that cannot run here says why, and counts as left out.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "matrix"
PLACE = "/var/tmp"
"""Where the clones lie: some cells mount something else at /tmp."""
SUITE = ".venv/bin/python -m pytest -q --tb=short"
SHORT = (
    "tests/kernel tests/server/bots tests/server/rpc tests/server/storage tests/commands tests/people tests/terminal"
    " tests/tournament/commands tests/tournament/statistics tests/tournament/storage/test_store.py tests/test_files.py"
    " tests/test_files_of_strangers.py tests/test_private_files.py tests/end_to_end/test_match_commands.py"
    " tests/end_to_end/test_ordinary_user.py tests/end_to_end/test_orphans.py tests/end_to_end/test_play.py"
    " tests/end_to_end/test_stopping.py"
)
"""Where machines differ: processes, sockets, files, terminals, and packages that read and compute."""
LEARNING = "tests/learning tests/manual/test_blocks.py -k learn"
TOOLS = "cryptography", "hypothesis", "psutil", "pytest", "pytest-timeout", "pytest-xdist", "pyyaml"
"""What such tests import besides the product."""
LONG_NAME = "x" * 90


@dataclass(frozen=True)
class Cell:
    """One kind of machine.

    Attributes:
        says: What is odd about it.
        python: The version of Python, as 3.12; empty: the one that runs this.
        resolution: `lowest-direct` or `highest` for the versions of packages; empty: those of .ci/constraints.txt.
        prepare: A line of shell before the packages are installed.
        environment: Variables that are set, or removed where the value is None. `{here}` is a folder of the cell.
        before: A line of shell before the tests.
        inside: Words before the shell that runs them, to change what only root may.
        without_git: The tree is a copy without its history.
        wheels: Both packages are installed as wheels, and README's first commands are run far from the source.
        extras: The only extras that are installed, besides the tools of tests; empty: all that a developer needs.
        tests: The only tests that it runs; empty: those that the command line says.
        in_ci: `.ci/run` runs it too.
    """

    says: str
    python: str = ""
    resolution: str = ""
    prepare: str = ":"
    environment: Mapping[str, str | None] = field(default_factory=dict)
    before: str = ":"
    inside: Sequence[str] = ()
    without_git: bool = False
    wheels: bool = False
    extras: str = ""
    tests: str = ""
    in_ci: bool = False


CELLS = {
    "python-3.11": Cell("Python 3.11, pinned packages", python="3.11"),
    "python-3.12": Cell("Python 3.12, pinned packages", python="3.12"),
    "python-3.13": Cell("Python 3.13, pinned packages", python="3.13"),
    "lowest": Cell("the lowest versions that pyproject.toml allows", resolution="lowest-direct", in_ci=True),
    "newest": Cell("the newest versions that pyproject.toml allows", resolution="highest"),
    "learning-lowest": Cell(
        "what researchers install, in the lowest versions",
        resolution="lowest-direct",
        extras="pettingzoo,openspiel",
        tests=LEARNING,
        in_ci=True,
    ),
    "learning-newest": Cell(
        "what researchers install, in the newest versions",
        resolution="highest",
        extras="pettingzoo,openspiel",
        tests=LEARNING,
    ),
    "new-grpc": Cell(
        "the newest grpcio, adopted as MAINTAINING says", resolution="highest", prepare="{python} -m tests.new_grpc"
    ),
    "odd": Cell(
        "umask 077, long TMPDIR, LC_ALL=C, Pacific/Chatham, no HOME, 256 open files, no git",
        environment={"TMPDIR": f"{{here}}/{LONG_NAME}", "LC_ALL": "C", "TZ": "Pacific/Chatham", "HOME": None},
        before="umask 077; ulimit -n 256",
        without_git=True,
        in_ci=True,
    ),
    "umask": Cell("umask 077", before="umask 077"),
    "no-home": Cell("no HOME", environment={"HOME": None}),
    "tmpdir": Cell("a long TMPDIR", environment={"TMPDIR": f"{{here}}/{LONG_NAME}"}),
    "c-locale": Cell("LC_ALL=C", environment={"LC_ALL": "C", "PYTHONUTF8": None}),
    "turkish": Cell("LC_ALL=tr_TR.UTF-8", environment={"LC_ALL": "tr_TR.UTF-8"}),
    "chatham": Cell("Pacific/Chatham", environment={"TZ": "Pacific/Chatham"}),
    "few-files": Cell("256 open files", before="ulimit -n 256"),
    "offline": Cell("no network after set-up", inside=("unshare", "--net"), before="ip link set lo up"),
    "no-git": Cell("a source tree without git", without_git=True),
    "wheels": Cell("wheels, far from the source", wheels=True, in_ci=True),
    "read-only-tmp": Cell(
        "a /tmp that can only be read",
        environment={"TMPDIR": "{here}/tmp"},
        inside=("unshare", "--mount"),
        before="mount -t tmpfs -o ro tmpfs /tmp",
    ),
    "noexec-tmp": Cell(
        "a /tmp in which nothing can be run",
        inside=("unshare", "--mount"),
        before="mount -t tmpfs -o noexec tmpfs /tmp",
    ),
}


class LeftOutError(Exception):
    """A cell cannot run on this machine."""


def main() -> int:
    """Returns 0 if every cell that ran was green."""
    parser = argparse.ArgumentParser(prog="python -m tests.matrix", description="The suite on many kinds of machines.")
    parser.add_argument("cells", nargs="*", metavar="CELL", help=f"which: {', '.join(CELLS)} (default: all)")
    parser.add_argument("--short", action="store_true", help="fewer tests: those that depend most on the machine")
    parser.add_argument("--tests", metavar="PATHS", help="these tests alone, e.g. those that were red in a cell")
    parser.add_argument("--ci", action="store_true", help="what .ci/run runs: some of the cells, with fewer tests")
    parser.add_argument("--processes", metavar="N", default="auto", help="how many tests run at once (default: auto)")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.cells if name not in CELLS]:
        parser.error(f"unknown cell {unknown[0]!r}: use one of {', '.join(CELLS)}")
    names = arguments.cells or [name for name, cell in CELLS.items() if cell.in_ci or not arguments.ci]
    KEPT.mkdir(parents=True, exist_ok=True)
    suite = f"{SUITE} -n {shlex.quote(arguments.processes)}"
    tests = SHORT if arguments.short or arguments.ci else ""
    red = [name for name in names if not _is_fine(name, f"{suite} {arguments.tests or CELLS[name].tests or tests}")]
    print(f"{len(names) - len(red)} of {len(names)} cells are not red", flush=True)
    return 1 if red else 0


def _is_fine(name: str, suite: str) -> bool:
    """Runs a cell and says in a line how it ended; what a red one wrote is kept."""
    cell, log = CELLS[name], KEPT / f"{name}.log"
    begun = time.monotonic()
    with TemporaryDirectory(prefix="matrix-", dir=PLACE) as folder, log.open("w") as out:
        here = Path(folder)
        here.chmod(0o755)
        try:
            code = _run(cell, here, suite, out.fileno())
        except LeftOutError as why:
            print(f"LEFT OUT: {name} ({cell.says}): {why}", flush=True)
            return True
    lines = log.read_text(errors="replace").splitlines() or ["it wrote nothing"]
    verdict = "green" if code == 0 else f"RED, see {log.relative_to(ROOT)}"
    print(f"{name} ({cell.says}): {verdict}: {lines[-1].strip('= ')}; {time.monotonic() - begun:.0f} s", flush=True)
    for line in lines if code else ():
        if line.startswith(("FAILED", "ERROR")):
            print(f"  {line}", flush=True)
    if code == 0:
        log.unlink()
    return code == 0


def _run(cell: Cell, here: Path, suite: str, out: int) -> int:
    """Sets the cell up and runs its tests; returns their exit code.

    Raises:
        LeftOutError: this machine has not what it needs.
    """
    python = _python(cell.python)
    if cell.inside and subprocess.run([*cell.inside, "true"], capture_output=True, check=False).returncode:
        raise LeftOutError(f"this user may not call {' '.join(cell.inside)} here")
    if (wanted := cell.environment.get("LC_ALL")) and not _has_locale(wanted):
        language, _, coding = wanted.partition(".")
        advice = f"on Debian: apt-get install locales && localedef -i {language} -f {coding} {wanted}"
        raise LeftOutError(f"the locale {wanted} is not installed ({advice})")
    tree = here / "referee"
    _copy(tree, without_git=cell.without_git)
    environment = {name: value for name, value in os.environ.items() if cell.environment.get(name, value) is not None}
    for name, value in cell.environment.items():
        if value is not None:
            environment[name] = value.format(here=here)
    if "TMPDIR" in environment:
        Path(environment["TMPDIR"]).mkdir(parents=True, exist_ok=True)
    lines = [*_installing(cell, python, here), cell.before if not cell.inside else ":"]
    if not cell.wheels:
        tests = f"{cell.before} && {suite}"
        lines.append(shlex.join([*cell.inside, "sh", "-c", tests]) if cell.inside else suite)
    else:
        lines += _first_steps()
    script = " && ".join(lines)
    words = ["sh", "-c", script]
    return subprocess.run(
        words, cwd=tree, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, check=False
    ).returncode


def _python(version: str) -> str:
    """The interpreter of a version: on the PATH, or below the home directory where pyenv puts it."""
    if not version:
        return sys.executable
    on_path = shutil.which(f"python{version}")
    of_pyenv = Path.home().glob(f".pyenv/versions/{version}*/bin/python{version}")
    for place in [*([on_path] if on_path else []), *map(str, of_pyenv)]:
        words = [place, "-c", "import sys; print(sys.version)"]
        if subprocess.run(words, capture_output=True, text=True, check=False).stdout.startswith(f"{version}."):
            return place
    raise LeftOutError(f"there is no Python {version} here")


def _has_locale(name: str) -> bool:
    """Whether the system has a locale; it writes them in its own way, as tr_TR.utf8."""
    listed = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout.lower()
    return name.lower().replace("-", "") in listed.replace("-", "").split()


def _copy(tree: Path, *, without_git: bool) -> None:
    """The project as it is in the work tree, with what is not committed yet."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(tree)], check=True)
    changed = subprocess.run(["git", "diff", "--binary", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    if changed:
        subprocess.run(["git", "apply"], cwd=tree, input=changed, check=True)
    if without_git:
        shutil.rmtree(tree / ".git")


def _installing(cell: Cell, python: str, here: Path) -> list[str]:
    """The lines that make the environment: .venv, or for wheels one beside the tree."""
    uv = shlex.quote(shutil.which("uv") or str(Path(sys.executable).with_name("uv")))
    limits, how = ":", "--constraint .ci/constraints.txt --build-constraint .ci/constraints.txt"
    if cell.resolution:
        how = f"--resolution {cell.resolution}"
    if cell.resolution == "lowest-direct":
        # uv builds with the newest tools, and the code that they make asks for a gRPC as new as they are.
        asked = shlex.join(["printf", "%s\\n", *_building()])
        limits = (
            f"{asked} | {uv} pip compile --quiet --python {shlex.quote(python)} {how} --output-file ../building.txt -"
        )
        how += " --build-constraint ../building.txt"
    make = f"{shlex.quote(sys.executable)} -m pip wheel -q --no-deps -w ../wheels ./clients/python ."
    place, what = ".venv", f"-e clients/python -e '.[{cell.extras or 'dev'}]'"
    if cell.wheels:
        place, what = f"{here}/environment", "../wheels/*.whl"
    elif cell.extras:
        what += f" {shlex.join(_tools())}"
    return [
        cell.prepare.format(python=shlex.quote(sys.executable)),
        limits,
        make if cell.wheels else ":",
        f"{uv} venv --quiet --no-python-downloads --python {shlex.quote(python)} {place}",
        f"{uv} pip install --quiet --python {place} {how} {what}",
    ]


def _building() -> list[str]:
    """What both distributions need to be built."""
    files = [ROOT / "pyproject.toml", ROOT / "clients" / "python" / "pyproject.toml"]
    return [need for file in files for need in tomllib.loads(file.read_text("utf-8"))["build-system"]["requires"]]


def _tools() -> list[str]:
    """The tools of tests, in the versions that a developer may have."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needs = project["optional-dependencies"]["dev"]
    return [need for need in needs if need.split(">=")[0] in TOOLS]


def _first_steps() -> list[str]:
    """README's first commands, with the installed programs, where no source is in sight."""
    return [
        "cd .. && mv referee gone && mkdir far && cd far",
        "PATH=${PWD%/far}/environment/bin:$PATH",
        "referee play keepers --bot greedy --bot random --deals 2 --record records",
        "referee verify records",
        "referee manual first-match",
        "tournament demo -o demo",
        "referee bot new python mine && ls mine",
    ]


if __name__ == "__main__":
    sys.exit(main())
