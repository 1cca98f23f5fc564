"""How colours, numbers of cards and spaces look on the wire."""

from __future__ import annotations

from typing import Annotated

from referee.kernel.ranges import Among
from referee.kernel.words import CountedFrom, Places, Words

# A colour is represented by its index in the colour order.
Colour = Annotated[
    int,
    Words(
        "Colour",
        "The colour of a card, which is its only property.",
        {"warrior": "Warrior.", "wizard": "Wizard.", "rogue": "Rogue.", "ranger": "Ranger."},
        none="No card, or one that the seat may not see.",
    ),
]
# A number of cards of each colour, in the colour order.
PerColour = Annotated[
    tuple[int, ...],
    Places(
        "Counts",
        "A number of cards of each colour.",
        {"warrior": "Warriors.", "wizard": "Wizards.", "rogue": "Rogues.", "ranger": "Rangers."},
    ),
]
# A space of the board: counted from 0 in the rules, from 1 on the wire.
Space = Annotated[int, CountedFrom(1), Among(lambda cards, _seats: range(cards.board.quest_spaces))]
EndReason = Annotated[
    str,
    Words(
        "EndReason",
        "The reason why the game ended.",
        {"emptied": "A tavern is empty.", "round_limit": "The last round that the match's options allow was played."},
    ),
]
