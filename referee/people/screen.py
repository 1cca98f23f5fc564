"""How a person's seat looks on a terminal. What comes from bots or from afar can do nothing to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from referee_client.v1 import play_service_pb2 as wire
from referee_client.v1.match_pb2 import SEAT_END_PLAYED, SeatEnd, SeatResult
from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from referee.neutral import neutral, one_line
from referee.terminal.columns import columns
from referee.terminal.console import NeutralConsole

FEW = 8
"""So many options always stand one below the other."""
HELP = (
    "a number, or the beginning of an option: choose it",
    "Enter: the table again; of one option: choose it",
    "? CARD: what is known of a card",
    "q, or Ctrl-D: resign this match",
    "Ctrl-C: end the program",
)


class Screen:
    """Prints on a terminal, line after line; nothing is ever drawn over."""

    def __init__(self, console: NeutralConsole | None = None) -> None:
        self._console = console or NeutralConsole()

    def say(self, text: str, style: str = "") -> None:
        """A message, on lines of its own."""
        self._print(*self._wrapped(neutral(text).split("\n")), style=style)

    def prompt(self, text: str) -> None:
        """What stands before that which is typed."""
        self._console.print(Text(one_line(text), style="bold"), end=" ", soft_wrap=True)
        self._console.file.flush()

    def match_began(self, started: wire.MatchStarted) -> None:
        """The players, and which of them sits here."""
        self._rule(f"{started.game_id}, match {started.match_id}" + (", goes on" if started.resumed else ""))
        for seat, player in enumerate(started.seats):
            you = " (you)" if seat == started.seat else ""
            self.say(f"Seat {seat}: {one_line(player.bot)}{you}")

    def table(self, seat: int, number: int, events: Sequence[str], view: Sequence[str]) -> None:
        """What has happened, and what is seen now."""
        self._rule(f"Turn {number}, seat {seat}")
        for event in events:
            self._print(*self._wrapped([f"* {neutral(event)}"]), style="dim")
        self._print(*self._wrapped([neutral(line) for line in view]))
        self._console.print()

    def options(self, texts: Sequence[str]) -> None:
        """The options with their numbers: side by side where there are many short ones."""
        width = len(str(len(texts) - 1))
        shown = [one_line(text) for text in texts]
        room = self._console.width - width - 4
        if len(shown) > FEW and max(map(len, shown)) <= room // 2:
            cells = [Text.assemble((f"{number:>{width + 1}}", "bold"), f" {text}") for number, text in enumerate(shown)]
            self._console.print(Columns(cells, column_first=True, padding=(0, 2)))
            return
        grid = Table.grid(padding=(0, 1))
        grid.add_column(justify="right", style="bold", min_width=width + 1, no_wrap=True)
        grid.add_column(overflow="fold")
        for number, text in enumerate(shown):
            grid.add_row(str(number), Text(text))
        self._console.print(grid)

    def help(self) -> None:
        """What can be typed."""
        for line in HELP:
            self.say(line)

    def match_ended(self, bots: Sequence[str], ended: wire.MatchEnded) -> None:
        """The result."""
        if ended.void_reason:
            self.say(f"The match has no result: {one_line(ended.void_reason)}", style="bold")
            return
        self._rule(f"The end: {one_line(ended.reason).replace('_', ' ')}")
        rows = [("seat", "player", "place", "score", "")]
        rows += [_result(seat, bot, of) for seat, (bot, of) in enumerate(zip(bots, ended.results, strict=False))]
        self.say(columns(rows, right=(0, 2, 3)))

    def _rule(self, title: str) -> None:
        self._console.print()
        self._console.rule(Text(one_line(title), style="bold"), align="left")

    def _print(self, *lines: str, style: str = "") -> None:
        for line in lines:
            self._console.print(Text(line, style=style), soft_wrap=True)

    def _wrapped(self, lines: Iterable[str]) -> list[str]:
        """The lines, those that are too long as several, which begin further to the right."""
        wrapped: list[str] = []
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip()))
            width = self._console.width
            wrapped += wrap(line.strip(), width, initial_indent=indent, subsequent_indent=f"{indent}    ") or [""]
        return wrapped


def _result(seat: int, bot: str, of: SeatResult) -> tuple[str, str, str, str, str]:
    how = "" if of.end == SEAT_END_PLAYED else SeatEnd.Name(of.end).removeprefix("SEAT_END_").lower().replace("_", " ")
    return str(seat), bot, str(of.place), str(of.score), how
