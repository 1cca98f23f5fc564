"""The cases of one whole Turn, those with an auction apart: what is asked, and what every seat has at its end.

Lists are by seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.kernel.options import OptionValue


@dataclass(frozen=True)
class TurnCase:
    """The cards that are placed, all decisions that are asked after that, and the outcome.

    `tables` are the Table Settings before they are collected; a decision is "seat choice of number of options".
    """

    id: str
    head: int
    cards: str
    decisions: Sequence[str]
    tables: Sequence[int]
    blocked: Sequence[int]
    abilities: Sequence[int]
    gains: Sequence[int]
    options: Mapping[str, OptionValue] = field(default_factory=dict)


TURNS = [
    TurnCase(
        "3 walk-through of one Turn",
        head=0,
        cards="thief monk bard thane",
        decisions=["0 target(3) of 3", "1 target(2) of 2"],
        tables=[5, 3, 3, 4],
        blocked=[],
        abilities=[3, 3, 2, 2],
        gains=[8, 6, 5, 6],
    ),
    TurnCase(
        "7 no face-down target",
        head=1,
        cards="thief thief thief",
        decisions=[],
        tables=[2, 2, 2],
        blocked=[],
        abilities=[3, 3, 3],
        gains=[5, 5, 5],
    ),
    TurnCase(
        "8 bounty hit",
        head=0,
        cards="bounty_hunter alchemist mage monk",
        decisions=["0 target(1, 4) of 15", "3 target(2) of 2", "1 pay(2) of 4"],
        tables=[7, 2, 2, 3],
        blocked=[1],
        abilities=[3, 0, 5, 3],
        gains=[10, 2, 7, 6],
    ),
    TurnCase(
        "9 bounty miss",
        head=0,
        cards="bounty_hunter alchemist dragon monk",
        decisions=["0 target(1, 5) of 15", "3 target(2) of 2", "1 pay(3) of 4"],
        tables=[3, 1, 4, 5],
        blocked=[],
        abilities=[3, 8, 5, 3],
        gains=[6, 9, 9, 8],
    ),
    TurnCase(
        "10 arrest of a Villain",
        head=0,
        cards="guard dragon bard alchemist",
        decisions=["0 target(1) of 3", "3 pay(0) of 4"],
        tables=[2, 4, 3, 4],
        blocked=[1],
        abilities=[4, 0, 4, 2],
        gains=[6, 4, 7, 6],
    ),
    TurnCase(
        "11 arrest of a Hero fails",
        head=0,
        cards="guard dragon bard alchemist",
        decisions=["0 target(2) of 3", "3 pay(3) of 4"],
        tables=[2, 4, 3, 1],
        blocked=[],
        abilities=[2, 3, 4, 8],
        gains=[4, 7, 7, 9],
    ),
    TurnCase(
        "12 recruit placed after an arrest",
        head=0,
        cards="guard cultists thane bard",
        decisions=["0 target(2) of 3", "1 block(0) of 2"],
        tables=[3, 3, 8, 3],
        blocked=[0],
        abilities=[0, 4, 5, 2],
        gains=[3, 7, 13, 5],
    ),
    TurnCase(
        "13 block declined",
        head=0,
        cards="thief guard alchemist",
        decisions=["0 target(2) of 2", "1 none of 2", "2 pay(1) of 2"],
        tables=[5, 3, 0],
        blocked=[],
        abilities=[3, 2, 4],
        gains=[8, 5, 4],
    ),
    TurnCase(
        "14 block used",
        head=0,
        cards="thief guard alchemist",
        decisions=["0 target(2) of 2", "1 block(0) of 2", "2 pay(1) of 2"],
        tables=[5, 3, 0],
        blocked=[0],
        abilities=[0, 4, 4],
        gains=[5, 7, 4],
    ),
    TurnCase(
        "15 toast unblocks the Monk",
        head=0,
        cards="monk cultists dragon bard alchemist",
        decisions=["0 target(2) of 4", "1 block(0) of 2", "1 target(4) of 2", "4 pay(3) of 4"],
        tables=[5, 3, 5, 3, 2],
        blocked=[],
        abilities=[3, 6, 5, 5, 8],
        gains=[8, 9, 10, 8, 10],
    ),
    TurnCase(
        "16 bard counts the waiting crowd; Goblins extort",
        head=0,
        cards="bard thief monk thane goblins",
        decisions=["1 target(3) of 4", "2 target(3) of 3", "0 refuse of 2", "1 pay of 2", "2 pay of 2", "3 pay of 2"],
        tables=[4, 3, 1, 2, 7],
        blocked=[0],
        abilities=[0, 3, 3, 2, 1],
        gains=[4, 6, 4, 4, 8],
    ),
    TurnCase(
        "17 mage blocks Matching Initiatives in Range",
        head=0,
        cards="mage monk guard alchemist thief dragon",
        decisions=["4 target(5) of 4", "1 target(3) of 3", "2 block(4) of 2", "2 target(0) of 2", "3 pay(3) of 4"],
        tables=[1, 5, 3, 3, 3, 2],
        blocked=[1, 2, 4],
        abilities=[4, 0, 0, 8, 0, 4],
        gains=[5, 5, 3, 11, 3, 6],
    ),
    TurnCase(
        "19 two Goblins and a Dragon on the same call",
        head=1,
        cards="goblins goblins dragon alchemist",
        decisions=["3 pay(1) of 4", "2 pay of 2", "3 pay of 2", "1 pay of 2", "2 refuse of 2"],
        tables=[2, 2, 2, 1],
        blocked=[0, 2, 3],
        abilities=[0, 3, 0, 0],
        gains=[2, 5, 2, 1],
    ),
    TurnCase(
        "22 3 players, own card not counted",
        head=0,
        cards="cultists goblins alchemist",
        decisions=["0 target(1) of 2", "2 pay(3) of 4", "0 pay of 2"],
        tables=[1, 4, 1],
        blocked=[2],
        abilities=[2, 1, 0],
        gains=[3, 5, 1],
    ),
    TurnCase(
        "23 3 players, own card counted",
        head=0,
        cards="cultists goblins alchemist",
        decisions=["0 target(1) of 2", "2 pay(3) of 4", "0 pay of 2"],
        tables=[1, 4, 1],
        blocked=[2],
        abilities=[4, 1, 0],
        gains=[5, 5, 1],
        options={"own_card_in_range": True},
    ),
    TurnCase(
        "24 own card counted by the Thane",
        head=0,
        cards="thane bard guard",
        decisions=["2 target(0) of 2"],
        tables=[9, 3, 3],
        blocked=[],
        abilities=[4, 2, 2],
        gains=[13, 5, 5],
        options={"own_card_in_range": True},
    ),
    TurnCase(
        "25 own card counted by the Mage",
        head=0,
        cards="mage alchemist monk",
        decisions=["2 target(1) of 2", "1 pay(0) of 4"],
        tables=[2, 6, 5],
        blocked=[1],
        abilities=[3, 0, 3],
        gains=[5, 6, 8],
        options={"own_card_in_range": True},
    ),
    TurnCase(
        "26 two Guards block in table order",
        head=2,
        cards="guard thief guard thief",
        decisions=["3 target(0) of 2", "1 target(2) of 2", "2 block(1) of 3", "0 block(3) of 2"],
        tables=[0, 5, 0, 5],
        blocked=[1, 3],
        abilities=[6, 0, 6, 0],
        gains=[6, 5, 6, 5],
    ),
    TurnCase(
        "27 eight seats, Range is two each way",
        head=0,
        cards="thief guard bard thane monk cultists mage dragon",
        decisions=[
            "0 target(7) of 4",
            "1 block(0) of 2",
            "1 target(7) of 3",
            "4 target(6) of 4",
            "5 block(4) of 2",
            "5 target(7) of 3",
            "6 block(5) of 2",
        ],
        tables=[3, 2, 3, 9, 3, 3, 1, 4],
        blocked=[0, 5, 7],
        abilities=[0, 6, 3, 5, 3, 0, 6, 0],
        gains=[3, 8, 6, 14, 6, 3, 7, 4],
    ),
    TurnCase(
        "29 thane blocks the Alchemist",
        head=0,
        cards="thane guard monk alchemist",
        decisions=["1 target(3) of 2", "2 target(3) of 2", "3 pay(1) of 4", "0 block(3) of 2"],
        tables=[7, 3, 5, 5],
        blocked=[3],
        abilities=[2, 4, 3, 0],
        gains=[9, 7, 8, 5],
    ),
    TurnCase(
        "30 alchemist with an empty table is blown up",
        head=0,
        cards="alchemist goblins thane",
        decisions=["0 pay(3) of 4", "2 none of 2", "2 pay of 2"],
        tables=[1, 3, 1],
        blocked=[0],
        abilities=[0, 1, 4],
        gains=[1, 4, 5],
    ),
    TurnCase(
        "31 alchemist keeps enough to pay",
        head=0,
        cards="alchemist goblins thane",
        decisions=["0 pay(1) of 4", "2 none of 2", "0 pay of 2", "2 refuse of 2"],
        tables=[1, 3, 3],
        blocked=[2],
        abilities=[4, 1, 0],
        gains=[5, 4, 3],
    ),
]
