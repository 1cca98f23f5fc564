"""A turn fits a terminal of 80 columns and 24 lines, in whole matches of every game at every number of seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from random import Random

import pytest
from referee_client.v1 import play_service_pb2 as wire
from referee_client.v1.match_pb2 import Seat as WireSeat

import referee
from referee.battery.playing import random_answers
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.people.fitting import Fitted, TurnLines, fit, paragraphs
from referee.people.knowing import KnownGame
from referee.people.screen import Screen
from referee.people.shown import Shown
from referee.server.match import turns
from referee.terminal.console import NeutralConsole

WIDTH, HEIGHT = 80, 24
PROMPT = 1
TABLES = [
    pytest.param(game.id, seats, id=f"{game.id}-{seats}")
    for game in referee.all_games().values()
    for seats in range(game.seats[0], game.seats[1] + 1)
]


class Reader:
    """The person in one seat, who sees each turn on a new screen."""

    def __init__(self, match: Match, seat: Seat, width: int = WIDTH, height: int = HEIGHT) -> None:
        bots = [WireSeat(bot=f"bot {number}") for number in match.table.all_seats()]
        cards = match.card_set.text.decode()
        self._started = wire.MatchStarted(game_id=match.game.id, match_id="m", seat=seat, seats=bots, card_set=cards)
        self._file = StringIO()
        console = NeutralConsole(file=self._file, width=width, height=height)
        self._shown = Shown(Screen(console), KnownGame.of(self._started))
        self._match, self._seat, self._turns, self._told = match, seat, 0, 0

    def read(self) -> tuple[wire.Turn, TurnLines, list[str]]:
        """The next turn, and its lines on the screen, starting with the title."""
        self._turns += 1
        data = turns.turn(self._match, "m", self._seat, number=self._turns, left=(1, 1), since=self._told, text=True)
        self._told = self._match.event_count
        turn = wire.PlayResponse.FromString(data).turn
        told = self._shown.told(turn)
        self._file.seek(0)
        self._file.truncate()
        self._shown.show(turn, told)
        return turn, told, self._file.getvalue().removeprefix("\n").removesuffix("\n").split("\n")


def turns_of(
    game: str, seats: int, seed: int, height: int = HEIGHT
) -> Iterator[tuple[wire.Turn, TurnLines, list[str]]]:
    """All turns of the first and the last seat of a random match, as people read them."""
    match, randomly = referee.start(game, seats=seats, seed=seed), Random(seed)
    readers = {seat: Reader(match, seat, height=height) for seat in (Seat(0), Seat(seats - 1))}
    while match.asked:
        for seat in match.asked.keys() & readers.keys():
            yield readers[seat].read()
        match.answer(random_answers(match, randomly))


@pytest.mark.no_cover
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_turn_of_a_match_fits_the_screen(game: str, seats: int) -> None:
    """All turns must fit, not 95 in 100: what does not fit is left out and named."""
    for _, told, lines in turns_of(game, seats, seed=1):
        assert len(lines) + PROMPT <= HEIGHT, "\n".join(lines)
        assert max(map(len, lines)) <= WIDTH
        shown = " ".join(" ".join(lines).split())
        assert " ".join(told.options[0].split()) in shown
        for own in paragraphs(told.view):
            if "(you)" in own or own.startswith("Your "):
                assert " ".join(own.split()) in shown


SEATS_PASS = [f"seat {number % 3} passes" for number in range(40)]
TABLE = ["Round 3.", "Your hand: a wand.", *[f"Seat {number}: {'a hat, ' * 20}" for number in range(6)]]


def fitted(
    events: Sequence[str] = (), view: Sequence[str] = TABLE, cards: Sequence[str] = (), options: Sequence[str] = ("go",)
) -> Fitted:
    return fit(TurnLines(events, view, cards, options), [], WIDTH, HEIGHT)


def test_what_fits_is_shown_as_the_game_says_it() -> None:
    view = ["Round 3.", "Seat 0: a hat.", "  Power 3."]
    whole = fitted(SEATS_PASS[:2], view, ["wand: magic."], ["go", "stay"])
    assert whole.events == ["* seat 0 passes", "* seat 1 passes"]
    assert whole.state == view
    assert whole.explained == ["wand: magic."]
    assert [row.plain for row in whole.options] == ["", " 0 go", " 1 stay"]
    assert whole.note == []


def test_the_newest_events_stay_and_the_others_are_counted() -> None:
    shown = fitted([*SEATS_PASS, "seat 2 throws 6", "seat 2 throws 6", "seat 2 wins"])
    assert shown.events[-1].endswith("* seat 2 throws 6 (2 times); wins")
    assert len(shown.events) >= 3
    hidden = 40 - sum(line.count("passes") for line in shown.events)
    assert 0 < hidden < 40
    assert shown.note == [f"Not shown: {hidden} earlier events (? events)."]


def test_what_is_as_it_was_is_left_out_first_and_what_is_ones_own_never() -> None:
    view = [*TABLE[:4], "Seat 9 (you): a coat.", *TABLE[4:]]
    for changed in range(2, 8):
        before = [part for part in TABLE if part is not TABLE[changed]]
        shown = fit(TurnLines(SEATS_PASS, view, [], ["go"]), before, WIDTH, 16)
        assert shown.state[:2] == ["Round 3.", "Your hand: a wand."]
        assert "Seat 9 (you): a coat." in shown.state
        assert any(line.startswith(TABLE[changed][:7]) for line in shown.state)
        assert len(shown.events) + len(shown.state) + len(shown.options) + len(shown.note) <= 16 - 2


def test_a_long_list_is_broken_off_before_a_part_is_left_out() -> None:
    shown = fitted(view=[*TABLE[:5], f"Trash: {'a potato, ' * 120}"])
    assert [line.partition(":")[0] for line in shown.state if not line.startswith(" ")] == [
        "Round 3.", "Your hand", "Seat 0", "Seat 1", "Seat 2", "Trash",
    ]  # fmt: skip
    assert shown.state[-1].endswith(" ...")
    assert shown.note == ["Not shown: Trash (Enter)."]


def test_of_many_options_the_first_ones_are_listed_and_the_others_named() -> None:
    shown = fitted(options=[f"build the hand {number} {'of cards ' * 5}" for number in range(64)])
    first = len(shown.options)
    assert first >= 6
    assert shown.options[first - 1].plain.startswith(f"{first - 1:>2} build the hand {first - 1} ")
    assert shown.note[-1].endswith(f"options {first} to 63 (?).")


def test_many_short_options_stand_side_by_side() -> None:
    shown = fitted(options=[f"bid ${number}" for number in range(40)])
    rows = [row.plain for row in shown.options if row.plain]
    assert rows[0].startswith("  0 bid $0     7 bid $7    14 bid $14")
    assert len(rows) == 7
    assert not any("options" in line for line in shown.note)


def test_cards_that_can_be_chosen_are_explained_before_the_table_is_complete() -> None:
    shown = fitted(SEATS_PASS, cards=["wand: magic.", f"hat: {'felt ' * 40}"], options=["take the wand", "take a bow"])
    assert shown.explained == ["wand: magic."]
    assert shown.note[-1].endswith("1 new card (? cards).")


def test_a_card_is_explained_once() -> None:
    match = referee.start("inns", seats=3, seed=1)
    reader = Reader(match, Seat(0), height=60)
    _, told, lines = reader.read()
    explained = {card for card in told.cards if card[:70] in "\n".join(lines)}
    assert explained
    _, _, again = reader.read()
    assert not any(card[:70] in line for card in explained for line in again)
