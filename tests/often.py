"""`make test-often`: runs the whole suite many times in a row, to find tests that are red only now and then.

A line shows how each run ended; what a red one wrote is kept in build/often.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SUITE = [sys.executable, "-m", "pytest", "-n", "auto", "--cov", "--cov-report=term", "--tb=short"]

BURNER = "while True: pass"

KEPT = Path("build/often")


def main() -> int:
    """Returns 0 if every run was green."""
    parser = argparse.ArgumentParser(prog="python -m tests.often", description="The whole suite, many times in a row.")
    parser.add_argument("--runs", type=int, default=20, help="how often (default 20)")
    parser.add_argument("--load", type=int, default=0, help="processes beside it that compute all the time (default 0)")
    arguments = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    green = 0
    with busy(arguments.load):
        for number in range(1, arguments.runs + 1):
            green += run(number, KEPT / f"load-{arguments.load}-run-{number}.log")
    print(f"{green} of {arguments.runs} runs were green, beside {arguments.load} busy processes", flush=True)
    return 0 if green == arguments.runs else 1


def run(number: int, log: Path) -> bool:
    """Runs the suite once and prints how it ended; the output of a green run is not kept."""
    begun = time.monotonic()
    with log.open("w") as out:
        ended = subprocess.run(SUITE, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, check=False)
    lines = log.read_text(errors="replace").splitlines()
    seconds = round(time.monotonic() - begun)
    mark = "green" if ended.returncode == 0 else f"RED, see {log}"
    print(f"run {number}: {mark}: {lines[-1].strip('= ')}; {seconds} s, load {os.getloadavg()[0]:.1f}", flush=True)
    for line in lines:
        if line.startswith(("FAILED", "ERROR")):
            print(f"  {line}", flush=True)
    if ended.returncode == 0:
        log.unlink()
    return ended.returncode == 0


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keeps so many processes computing during the block."""
    burners = [subprocess.Popen([sys.executable, "-c", BURNER]) for _ in range(processes)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


if __name__ == "__main__":
    sys.exit(main())
