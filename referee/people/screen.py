"""A person's seat on a terminal. Text from bots and remote referees cannot manipulate the terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from referee_client.v1 import play_service_pb2 as wire
from referee_client.v1.match_pb2 import SEAT_END_PLAYED, SeatEnd, SeatResult
from rich.text import Text

from referee.columns import columns
from referee.neutral import neutral, one_line
from referee.people.fitting import TurnLines, fit, option_lines, wrapped
from referee.terminal.console import NeutralConsole

HELP = (
    "a number, or the beginning of an option: choose that option",
    "a part of an option: list the options that contain it",
    "Enter: show the whole table and all options; if there is only one option, choose it",
    "? NAME: explain a card, or show a place on the table",
    "? events, ? cards, ? options: show all events since your last turn, all visible cards, all options",
    "q, or Ctrl-D: resign this match",
    "Ctrl-C: end the program",
)


class Screen:
    """Prints on a terminal, line after line; nothing is ever overwritten."""

    def __init__(self, console: NeutralConsole | None = None) -> None:
        self._console = console or NeutralConsole()

    def say(self, text: str, style: str = "") -> None:
        """Print a message on separate lines."""
        self._print(*wrapped(neutral(text).split("\n"), self._console.width), style=style)

    def prompt(self, text: str) -> None:
        """Print a prompt."""
        self._console.print(Text(one_line(text), style="bold"), end=" ", soft_wrap=True)
        self._console.file.flush()

    def match_began(self, started: wire.MatchStarted) -> None:
        """Print the players, and which of them is this person."""
        self._rule(f"{started.game_id}, match {started.match_id}" + (", resumed" if started.resumed else ""))
        for seat, player in enumerate(started.seats):
            you = " (you)" if seat == started.seat else ""
            self.say(f"Seat {seat}: {one_line(player.bot)}{you}")

    def turn(self, seat: int, number: int, told: TurnLines, before: Collection[str]) -> list[str]:
        """Print a turn on one screen, and return the cards it explains. `before` is the table as last shown."""
        fitted = fit(told, before, self._console.width, self._console.height)
        self._title(seat, number)
        self._print(*fitted.events, style="dim")
        self._print(*fitted.state)
        self._print(*fitted.cards, style="italic")
        self._rows(fitted.options)
        self._print(*fitted.note, style="dim")
        return fitted.explained

    def table(self, seat: int, number: int, view: Sequence[str], options: Sequence[str]) -> None:
        """Print the whole view and all options."""
        self._title(seat, number)
        self.lines(view)
        self._console.print()
        self.options(options)

    def options(self, texts: Sequence[str], numbers: Sequence[int] | None = None) -> None:
        """Print options with their numbers; without `numbers`, all options."""
        some = texts if numbers is None else [texts[number] for number in numbers]
        self._rows(option_lines(some, self._console.width, narrow=False, numbers=numbers))

    def lines(self, lines: Sequence[str]) -> None:
        """Print lines of a game's text."""
        self._print(*wrapped(lines, self._console.width))

    def help(self) -> None:
        """Print what can be typed."""
        for line in HELP:
            self.say(line)

    def match_ended(self, bots: Sequence[str], ended: wire.MatchEnded, reason: str) -> None:
        """Print the result; `reason` is the game's reason in words."""
        if ended.void_reason:
            self.say(f"The match has no result: {one_line(ended.void_reason)}", style="bold")
            return
        self._rule(f"The end: {reason}")
        rows = [("seat", "player", "place", "score", "")]
        rows += [_result(seat, bot, of) for seat, (bot, of) in enumerate(zip(bots, ended.results, strict=False))]
        self.say(columns(rows, right=(0, 2, 3)))

    def _title(self, seat: int, number: int) -> None:
        self._rule(f"Turn {number}, seat {seat}")

    def _rule(self, title: str) -> None:
        self._console.print()
        self._console.rule(Text(one_line(title), style="bold"), align="left")

    def _print(self, *lines: str, style: str = "") -> None:
        for line in lines:
            self._console.print(Text(line, style=style), soft_wrap=True)

    def _rows(self, rows: Iterable[Text]) -> None:
        for row in rows:
            self._console.print(row, soft_wrap=True)


def _result(seat: int, bot: str, of: SeatResult) -> tuple[str, str, str, str, str]:
    how = "" if of.end == SEAT_END_PLAYED else SeatEnd.Name(of.end).removeprefix("SEAT_END_").lower().replace("_", " ")
    return str(seat), bot, str(of.place), str(of.score), how
