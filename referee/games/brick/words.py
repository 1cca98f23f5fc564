"""How the values of this game look on the wire. A card is its id, as in the card set, so that any set can be played."""

from __future__ import annotations

from typing import Annotated

from referee.games.brick.kinds import ItemType
from referee.games.brick.state import Part, Side
from referee.kernel.words import Places, Words

Item = Annotated[
    ItemType,
    Words(
        "Item",
        "A type of items, in the order of the board.",
        {
            "food": "Food.",
            "clothing": "Clothing.",
            "electronics": "Electronics.",
            "jewelry": "Jewelry.",
            "art": "Art.",
        },
        none="No type is dealt with now.",
    ),
]
Crates = Annotated[
    tuple[int, ...],
    Places(
        "Crates",
        "A number for each type of items.",
        {
            "food": "Food.",
            "clothing": "Clothing.",
            "electronics": "Electronics.",
            "jewelry": "Jewelry.",
            "art": "Art.",
        },
    ),
]
SideOfCard = Annotated[
    Side,
    Words(
        "Side",
        "How a market card counts.",
        {"supply": "Face up: its crates come to the market.", "demand": "Face down: its crates are boxes for sales."},
        none="Neither.",
    ),
]
PartOfMonth = Annotated[
    Part,
    Words(
        "Part",
        "What is being done.",
        {
            "draft": "Before the first month: each seat drafts its store cards.",
            "building": "Building: buying, opening and closing stores.",
            "advertisement": "Advertisement: playing market cards.",
            "supply": "Supply: stocking the stores.",
            "sale": "Sale: selling items.",
            "inventory": "Inventory: items move a shelf down.",
            "utilities": "Utilities: paying for stores and slots.",
            "investment": "Investment: buying and selling points.",
        },
    ),
]
EndReason = Annotated[
    str,
    Words(
        "EndReason",
        "Why the game ended.",
        {"points": "A seat had the points that bring the last round.", "last_month": "The last month was played."},
    ),
]
