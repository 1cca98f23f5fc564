"""Drawn tables in the notation of the cases: W, Z, O, R are the colours; piles bottom to top, deck top first."""

from __future__ import annotations

from collections.abc import Sequence

import referee
from referee.games.keepers.choices import Add, Done, PassTurn, Quest, Sabotage
from referee.games.keepers.state import Keeper, KeepersTable, Options, Space
from referee.kernel.asking import Option
from referee.kernel.match import Match
from referee.kernel.seats import Seat

LETTERS = "WZOR"
NO_SEED = bytes(32)


def counts(text: str) -> list[int]:
    """Counts per colour: "W2 O1"."""
    found = [0] * 4
    for word in text.split():
        found[LETTERS.index(word[0])] = int(word[1:])
    return found


def cards(text: str) -> list[int]:
    """Cards in order: "Z,W"."""
    return [LETTERS.index(letter) for letter in text.split(",") if letter]


def drawn(
    phase: str,
    *,
    seats: int = 3,
    current: int = 0,
    hands: Sequence[str] = (),
    unprepared: Sequence[str] = (),
    prepared: Sequence[str] = (),
    served: Sequence[int] = (),
    quests: Sequence[str] = ("Z,W", "Z", "O"),
    rumours: str = "Z,O,R",
    deck: str = "W,W,Z,Z,O,O,R,R,W,Z,O,R",
    discard: str = "",
    dealt: int = 6,
    rounds: int = 1,
    max_rounds: int = 30,
) -> Match:
    """A match at the start of a phase; what is not given is arbitrary but legal."""

    def at(texts: Sequence[str], seat: int, otherwise: str = "") -> list[int]:
        return counts(texts[seat] if seat < len(texts) else otherwise)

    table = KeepersTable(
        seat_count=seats,
        seed=NO_SEED,
        options=Options(max_rounds=max_rounds),
        round=rounds,
        current=Seat(current),
        keepers=[
            Keeper(
                hand=at(hands, seat, "W1 Z1 O1"),
                unprepared=at(unprepared, seat, "W2 Z2 O1 R1"),
                prepared=at(prepared, seat),
                dealt=dealt,
                served=seat in served,
            )
            for seat in range(seats)
        ],
        spaces=[
            Space(quest=cards(quest), rumour=LETTERS.index(rumour) if rumour else None)
            for quest, rumour in zip(quests, rumours.split(","), strict=True)
        ],
        deck=cards(deck),
        discard=counts(discard),
    )
    return referee.Match.from_table("keepers", table=table, phase=phase)


def name(option: Option) -> str:
    """An option in the notation of the cases."""
    match option:
        case Quest(space):
            return f"quest {space + 1}"
        case PassTurn():
            return "pass"
        case Done():
            return "done"
        case Add(colour):
            return f"add {LETTERS[colour]}"
        case Sabotage(colour, seat):
            return f"sabotage({LETTERS[colour]},{seat})"
        case _:
            raise AssertionError(option)


def asked(match: Match) -> tuple[int, list[str]]:
    """The one seat that is asked, and its options."""
    [(seat, options)] = match.asked.items()
    return seat, [name(option) for option in options]


def choose(match: Match, *choices: str) -> None:
    """Answers one asking after the other, by the names of the options."""
    for choice in choices:
        seat, options = asked(match)
        assert choice in options, f"seat {seat} cannot choose {choice!r} from {options}"
        match.answer({Seat(seat): options.index(choice)})


def bid(match: Match, *piles: str) -> None:
    """The bids of all seats in bidding order: a pile ("W1 O1") or "pass". Seats that are not asked are left out."""
    for pile in piles:
        if pile == "pass":
            choose(match, "pass")
            continue
        bidder = asked(match)[0]
        for letter, count in zip(LETTERS, counts(pile), strict=True):
            choose(match, *[f"add {letter}"] * count)
        if match.asked and asked(match)[0] == bidder and "done" in asked(match)[1]:
            choose(match, "done")


def table_of(match: Match) -> KeepersTable:
    """The table, typed."""
    assert isinstance(match.table, KeepersTable)
    return match.table
