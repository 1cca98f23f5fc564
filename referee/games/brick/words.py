"""How the values of this game look on the wire.

Cards are represented by ids from the card set, so that any set can be played.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.brick.kinds import ItemType
from referee.games.brick.state import Part, Side
from referee.kernel.texts import ShownAs
from referee.kernel.words import Words

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
PARTS: dict[Part, str] = {
    "draft": "draft of store cards",
    "building": "Building",
    "advertisement": "Advertisement",
    "supply": "Supply",
    "sale": "Sale",
    "inventory": "Inventory",
    "utilities": "Utilities",
    "investment": "Investment",
}
MONTH = ShownAs(dict(enumerate(MONTHS, 1)))
ITEMS = Words(
    "Item",
    "A type of items, in the order of the board.",
    {"food": "Food.", "clothing": "Clothing.", "electronics": "Electronics.", "jewelry": "Jewelry.", "art": "Art."},
    none="No type is being supplied or sold.",
)
Item = Annotated[ItemType, ITEMS]
Crates = Annotated[tuple[int, ...], ITEMS.places("Crates", "A number for each type of items.")]
SideOfCard = Annotated[
    Side,
    Words(
        "Side",
        "How a market card counts.",
        {"supply": "Face up: its crates go to the market.", "demand": "Face down: its crates are boxes for sales."},
        none="Neither.",
    ),
]
PartOfMonth = Annotated[
    Part,
    Words(
        "Part",
        "A part of a month.",
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
    ShownAs(PARTS),
]
EndReason = Annotated[
    str,
    Words(
        "EndReason",
        "The reason why the game ended.",
        {
            "points": "A seat reached the number of points that ends the match with this month.",
            "last_month": "The last month was played.",
        },
    ),
]
