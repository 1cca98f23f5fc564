"""Drawn tables, and options in the notation of the cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import referee
from referee.games.inns import choices
from referee.games.inns.cards import COPIES
from referee.games.inns.state import InnsTable, Options, Player
from referee.games.inns.words import CHARACTERS
from referee.kernel.asking import Option
from referee.kernel.match import Match
from referee.kernel.options import OptionValue, read_options
from referee.kernel.seats import Seat

NO_SEED = bytes(32)
WAGON = ("thief", "guard", "bard", "mage", "thane", "goblins")
DRAGON = ("bounty_hunter", "monk", "cultists", "alchemist", "lord", "dragon")


def card(name: str) -> int:
    """A character by its name."""
    return CHARACTERS.index(name)


def hand_with(*names: str) -> list[int]:
    """A full hand with these characters, the rest from the Wagon."""
    hand = list(WAGON)
    for name in names:
        hand[card(name) % len(WAGON)] = name
    return [card(name) for name in hand]


def drawn(
    players: Sequence[Player],
    *,
    phase: str = "placing",
    head: int = 0,
    turn: int = 1,
    options: Mapping[str, OptionValue] | None = None,
    cards: str | None = None,
) -> Match:
    """A match at the start of a phase; the supply is what the players do not hold."""
    held = [character for player in players for character in player.held]
    table = InnsTable(
        seat_count=len(players),
        seed=NO_SEED,
        options=read_options(Options, options or {}, len(players)),
        players=[*players],
        supply=[COPIES - held.count(character) for character in range(len(CHARACTERS))],
        head=Seat(head),
        turn=turn,
        loot_out=sum(player.table + player.hoard for player in players),
    )
    return referee.Match.from_table("inns", table=table, phase=phase, cards=cards)


def placed(
    current: str, *, head: int = 0, options: Mapping[str, OptionValue] | None = None, cards: str | None = None
) -> Match:
    """A first Turn in which every seat has placed the card that is named for it."""
    names = current.split()
    match = drawn([Player(hand=hand_with(name)) for name in names], head=head, options=options, cards=cards)
    together(match, [f"{seat} play({name}) of 6" for seat, name in enumerate(names)])
    return match


def notation(option: Option) -> str:
    """An option in the notation of the cases."""
    match option:
        case choices.Hand(cards):
            return f"hand({', '.join(CHARACTERS[character] for character in cards)})"
        case choices.Play(character):
            return f"play({CHARACTERS[character]})"
        case choices.NoBlock():
            return "none"
        case choices.Block(seat):
            return f"block({seat})"
        case choices.Target(seat, 0):
            return f"target({seat})"
        case choices.Target(seat, initiative):
            return f"target({seat}, {initiative})"
        case choices.Bid(amount):
            return f"bid({amount})"
        case choices.Transmute(amount):
            return f"pay({amount})"
        case choices.Unblock(seat):
            return f"unblock({seat})"
        case choices.TakeGift():
            return "gift"
        case choices.PassTurn():
            return "pass"
        case choices.Refuse() | choices.Pay():
            return type(option).__name__.lower()
        case _:
            raise AssertionError(option)


def asked(match: Match) -> dict[int, list[str]]:
    """Every seat that is asked, with its options."""
    return {seat: [notation(option) for option in options] for seat, options in match.asked.items()}


def together(match: Match, decisions: Sequence[str]) -> None:
    """Answers one round: for every asked seat a decision such as "2 block(0) of 3"; 3 is the number of options."""
    now, answers = asked(match), {}
    for decision in decisions:
        seat, _, rest = decision.partition(" ")
        choice, _, count = rest.rpartition(" of ")
        listed = now[int(seat)]
        assert len(listed) == int(count), f"{decision}: the options are {listed}"
        answers[Seat(int(seat))] = listed.index(choice)
    assert set(answers) == set(match.asked), f"{decisions}, but asked are {now}"
    match.answer(answers)


def decide(match: Match, *decisions: str) -> None:
    """Answers one asking after the other; decisions joined by " & " belong to one round."""
    for decision in decisions:
        together(match, decision.split(" & "))


def table_of(match: Match) -> InnsTable:
    """The table, typed."""
    assert isinstance(match.table, InnsTable)
    return match.table
