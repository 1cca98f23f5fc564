"""What a decision costs with each language's library, beside a bare stream of the same language, on the same matches.

Every bot plays against the same scripted referee: a match of Keepers in which it is asked for the same position again
and again. All processes are pinned to one core; the bots take turns, and the middle of several rounds counts.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

import grpc
from referee_client.v1 import play_service_pb2 as wire

from referee.files import passing_folder
from referee.server.match.messages import packed
from tests.bench.figures import on_one_core
from tests.bench.rules import in_the_middle
from tests.clients import messages
from tests.clients.processes import bot_process
from tests.clients.scripted_referee import Ear, scripted_referee
from tests.languages.languages import Language, languages

WARM = 1000
"""Decisions that are not measured, in which a compiler at run time may get going."""
DECISIONS = 2000
ROUNDS = 7
HEADINGS = ["language", "CPU us", "its echo", "times (spread)", "latency us", "its echo", "CPU ms to start", "its echo"]
BOTS = ("random", "echo")
PYTHON = {
    "random": [sys.executable, "-m", "referee_client.bots", "random"],
    "echo": [sys.executable, "-m", "tests.bench.python_echo"],
}


class Reading(NamedTuple):
    """What one bot took in one match; all in seconds.

    Attributes:
        decision: CPU of its process, all threads, for each decision.
        latency: From the Turn to the Choice, the middle one.
        start: CPU of its process until it said Hello.
    """

    decision: float
    latency: float
    start: float


def main(arguments: list[str]) -> None:
    """Prints the table of the manual, of the languages that are named or of all."""
    commands = {"Python": PYTHON} | {language.name: bots_of(language) for language in languages()}
    if unknown := [name for name in arguments if name not in commands]:
        raise SystemExit(f"unknown language {unknown[0]!r}; there are {', '.join(commands)}")
    chosen = {name: commands[name] for name in arguments or commands}
    for name in [name for name, bots in chosen.items() if not bots]:
        print(f"LEFT OUT: {name}, for its bots are not built: run `make test-clients`", file=sys.stderr)
    measured_all = readings({name: bots for name, bots in chosen.items() if bots})
    lines = [HEADINGS, ["---", *["---:"] * (len(HEADINGS) - 1)]]
    for cells in [*lines, *(row(name, **bots) for name, bots in measured_all.items())]:
        print("|", " | ".join(cells), "|")


@on_one_core()
def readings(commands: dict[str, dict[str, list[str]]]) -> dict[str, dict[str, list[Reading]]]:
    """What the bots of each language took, in turn."""
    taken: dict[str, dict[str, list[Reading]]] = {name: {bot: [] for bot in BOTS} for name in commands}
    for _ in range(ROUNDS):
        for name, bots in commands.items():
            for bot in BOTS:
                taken[name][bot].append(measured(bots[bot]))
    return taken


def bots_of(language: Language) -> dict[str, list[str]]:
    """The commands of the two bots that are compared; none if they are not built."""
    words = [word for bot in BOTS for word in language.bots[bot].split()]
    if language.missing or not any((language.folder / word).is_file() for word in words):
        return {}
    return {bot: language.command(bot) for bot in BOTS}


def row(name: str, random: list[Reading], echo: list[Reading]) -> list[str]:
    """The middle of all rounds, and of the ratios of each round, with the lowest and the highest."""
    times = [one.decision / other.decision for one, other in zip(random, echo, strict=True)]
    return [
        name,
        *(f"{1e6 * median(one.decision for one in bot):.0f}" for bot in (random, echo)),
        f"{median(times):.2f} ({min(times):.2f} to {max(times):.2f})",
        *(f"{1e6 * median(one.latency for one in bot):.0f}" for bot in (random, echo)),
        *(f"{1e3 * median(one.start for one in bot):.0f}" for bot in (random, echo)),
    ]


def measured(command: list[str]) -> Reading:
    """Plays one match with a bot, as a process of its own."""
    processes: list[subprocess.Popen[str]] = []
    latencies: list[float] = []
    cpu: list[float] = []

    def stream(ear: Ear, _: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        cpu.append(cpu_of(processes[0].pid))
        yield from [messages.welcome(), messages.match_started()]
        question = real_turn()
        for number in range(1, WARM + DECISIONS + 1):
            if number == WARM + 1:
                cpu.append(cpu_of(processes[0].pid))
            question.turn.turn = number
            asked = time.perf_counter()
            yield question
            heard = ear.hear().choice
            latencies.append(time.perf_counter() - asked)
            assert heard.turn == number
        cpu.append(cpu_of(processes[0].pid))
        yield from [messages.match_ended(), messages.goodbye()]

    with (
        passing_folder() as folder,
        scripted_referee(folder, stream) as (_, address),
        bot_process(command, address) as process,
    ):
        processes.append(process)
        _, errors = process.communicate(timeout=120)  # the most that the slowest of the clients may take
        assert process.returncode == 0, errors
    start, warm, end = cpu
    return Reading((end - warm) / DECISIONS, median(latencies[WARM:]), start)


def cpu_of(pid: int) -> float:
    """The CPU that all threads of another process have used, to the nanosecond."""
    return time.clock_gettime(~pid << 3 | 2)  # what clock_getcpuclockid(3) returns on Linux


def real_turn() -> wire.PlayResponse:
    """A Turn in the middle of a match."""
    match = in_the_middle("keepers", 2)
    seat = next(iter(match.asked))
    response = messages.turn(seat=seat)
    response.turn.option_count = len(match.asked[seat])
    response.turn.position.CopyFrom(packed(match.game, match.position_bytes(seat)))
    return response


if __name__ == "__main__":
    main(sys.argv[1:])
