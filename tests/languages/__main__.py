"""`make test-clients`: builds, lints and tests every language whose tools are there, then runs the conformance kit.

With `--debian` it only prints the packages that would bring the tools that are missing. Languages can be named.
"""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from tests.languages.languages import STEPS, Language, languages

TESTS = ["tests/languages", "tests/distributions/test_packages.py", "-m", "clients", "-n", "2", "--dist", "loadfile"]


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    chosen = choose([word for word in arguments if not word.startswith("-")])
    there = [language for language in chosen if not language.missing]
    left_out = [language for language in chosen if language.missing]
    if "--debian" in arguments:
        print(" ".join(sorted({package for language in left_out for package in language.debian})))
        return 0
    untried = [left_out_line(language) for language in left_out]
    print(*untried, sep="\n", end="\n" if untried else "", flush=True)
    wrong = [language for language in there if not made(language)]
    untried += [f"WRONG: {language.name}. Its bots were not tried." for language in wrong]
    ready = [f"--language={language.id}" for language in there if language not in wrong]
    result = pytest.main([*TESTS, *ready], plugins=[Untried(untried)]) if ready else 0
    return 1 if wrong else int(result)


class Untried:
    """Says what was not tried where nobody overlooks it: at the end, above the line that sums up."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self._lines:
            terminalreporter.write_line(line)


def choose(names: list[str]) -> list[Language]:
    """The languages that are named, or all."""
    everything = {language.id: language for language in languages()}
    if unknown := [name for name in names if name not in everything]:
        raise SystemExit(f"unknown language {unknown[0]!r}; there are {', '.join(everything)}")
    return [everything[name] for name in names or everything]


def left_out_line(language: Language) -> str:
    """Says plainly what is not tested, and what would help."""
    missing = ", ".join(language.missing)
    return f"LEFT OUT: {language.name}, for there is no {missing} here (Debian: {' '.join(language.debian)})"


def made(language: Language) -> bool:
    """Builds, lints and tests one language; whether all of that went well. What was said is shown if it did not."""
    for step in STEPS:
        begun = time.monotonic()
        line = language.steps[step]
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", line],
            cwd=language.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            print(f"{language.name}: {step} failed with {done.returncode}: {line}\n{done.stdout}", flush=True)
            return False
        print(f"{language.name}: {step} is fine ({time.monotonic() - begun:.0f} s)", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
