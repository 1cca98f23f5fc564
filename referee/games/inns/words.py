"""How characters and moralities look on the wire."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from referee.kernel.texts import ShownAs
from referee.kernel.words import Word, Words

_WAGON = ("Thief", "Guard", "Bard", "Mage", "Thane", "Goblins")
_DRAGON = ("Bounty Hunter", "Monk", "Cultists", "Alchemist", "Lord", "Dragon")
_NAMED = {
    name.lower().replace(" ", "_"): f"{name}: {inn}, initiative {initiative}."
    for inn, names in (("Wobblin' Wagon", _WAGON), ("Jaded Dragon", _DRAGON))
    for initiative, name in enumerate(names, 1)
}
# The card set must list the characters in this order.
CHARACTERS = tuple(_NAMED)
INNS = ("wobblin_wagon", "jaded_dragon")
MORALITIES = ("hero", "mercenary", "villain")


def card_name(card: int) -> str:
    """The name of a character."""
    return CHARACTERS[card].replace("_", " ").title()


def trait_text(value: str | int) -> str:
    """The text for the value of a trait."""
    return str(value).replace("_", " ").title() if value in INNS else str(value)


def known_names(cards: Iterable[int | None]) -> str:
    """The text for known characters."""
    return ", ".join(card_name(card) for card in cards if card is not None) or "none"


def seats_text(seats: Iterable[int]) -> str:
    """The text for several seats."""
    return ", ".join(f"seat {seat}" for seat in seats)


# A character is represented by its index.
Character = Annotated[
    int,
    Words(
        "Character",
        "A character. Its inn, initiative and abilities are in the card set.",
        _NAMED,
        none="No card, or one that the seat does not know.",
    ),
    ShownAs(card_name),
]
Morality = Annotated[
    str,
    Words(
        "Morality",
        "The morality of a card.",
        {morality: f"{morality.title()}." for morality in MORALITIES},
        none="No card, or one that is face down.",
    ),
]
EndReason = Annotated[
    str,
    Words(
        "EndReason",
        "The reason why the game ended.",
        {"goal": "One Hoard alone reached the goal.", "limit": "The last Turn that the options allow was played."},
    ),
]


class Reason(Word):
    """The purpose of a Target Token, or the reason why Loot moved or a card was blocked or unblocked."""

    STARTING_LOOT = "The card's Starting Loot."
    STEAL = "A token that steals: it takes Starting Loot."
    BOUNTY = "A token with a bounty: it blocks a card of the named initiative and pays its owner."
    ARREST = "A token that arrests: it blocks a card with a certain trait."
    TOAST = "A token with a toast: it unblocks its owner's card, and pays both for a card with a certain trait."
    RECRUIT = "A token that recruits: it changes the morality and pays both."
    GAIN = "A Reveal Ability that gains Loot for things counted."
    MATCHING = "A Reveal Ability that blocks matching cards."
    TRANSMUTE = "A Reveal Ability that turns in Loot."
    EXTORT = "A Reveal Ability that extorts."
    TOLL = "A Reveal Ability that takes a toll."
    AUCTION = "The choice of an auction's winner."
    BLOCK_ABILITY = "The Block Ability."
