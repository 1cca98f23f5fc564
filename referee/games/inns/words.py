"""How characters and moralities look on the wire."""

from __future__ import annotations

from typing import Annotated

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
MORALITIES = ("hero", "mercenary", "villain")

# A character is its index.
Character = Annotated[
    int,
    Words(
        "Character",
        "A character; its inn, initiative and abilities stand in the card set.",
        _NAMED,
        none="No card, or one that the seat does not know.",
    ),
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
        "Why the game ended.",
        {"goal": "One Hoard alone reached the goal.", "limit": "The last Turn that the options allow was played."},
    ),
]


class Reason(Word):
    """What a Target Token is for; why Loot moved, or a card was blocked or unblocked."""

    STARTING_LOOT = "The card's Starting Loot."
    STEAL = "A token that steals: it takes Starting Loot."
    BOUNTY = "A token with a bounty: it blocks a card of the named initiative and pays its owner."
    ARREST = "A token that arrests: it blocks a card with a certain trait."
    TOAST = "A token with a toast: it unblocks its owner's card, and pays both for a card with a certain trait."
    RECRUIT = "A token that recruits: it changes the morality and pays both."
    GAIN = "A Reveal Ability that gains Loot by a count."
    MATCHING = "A Reveal Ability that blocks what matches."
    TRANSMUTE = "A Reveal Ability that turns in Loot."
    EXTORT = "A Reveal Ability that extorts."
    TOLL = "A Reveal Ability that takes a toll."
    AUCTION = "What the winner of an auction chose."
    BLOCK_ABILITY = "The Block Ability."
