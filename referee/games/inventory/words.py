"""How the values of this game look on the wire.

Cards are represented by ids from the card set, so that any set can be played.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.inventory.state import Ending, Part, Where
from referee.kernel.texts import ShownAs
from referee.kernel.words import Words

PLACES = {
    "head": "on the head",
    "back": "on the back",
    "body": "on the body",
    "hand": "in a hand",
    "ally_head": "on an ally's head",
    "ally_back": "on an ally's back",
    "ally_body": "on an ally's body",
    "ally_hand": "in an ally's hand",
    "nested": "inside other storage",
    "stored": "stored",
    "follow": "following",
}
PARTS = {
    "equipping": "all seats equip for the first time",
    "market": "Market phase",
    "equip": "Equip phase",
    "attack": "Attack phase",
}
ENDINGS = {
    "premium": "a Premium card was needed and there was none",
    "common": "a Common card was needed and there was none",
    "epic": "the last Epic Loot was bought",
}

Place = Annotated[
    Where,
    Words(
        "Place",
        "The place of a card in a layout.",
        {
            "head": "On the seat's own head.",
            "back": "On the seat's own back.",
            "body": "On the seat's own body.",
            "hand": "In one of the seat's own hands.",
            "ally_head": "On the head of an ally.",
            "ally_back": "On the back of an ally.",
            "ally_body": "On the body of an ally.",
            "ally_hand": "In one hand of an ally, or in both.",
            "nested": "Inside other storage.",
            "stored": "Stored.",
            "follow": "Following, as a companion.",
        },
    ),
    ShownAs(PLACES),
]
PartOfTurn = Annotated[
    Part,
    Words(
        "Part",
        "A part of the match.",
        {
            "equipping": "All seats equip for the first time.",
            "market": "Market phase: trash, sell, clear, buy.",
            "equip": "Equip phase.",
            "attack": "Attack phase.",
        },
    ),
    ShownAs(PARTS),
]
EndReason = Annotated[
    Ending,
    Words(
        "EndReason",
        "The cause of the end of the game.",
        {
            "premium": "A Premium card was needed and there was none.",
            "common": "A Common card was needed and there was none.",
            "epic": "The last Epic Loot was bought.",
        },
        none="Nothing yet.",
    ),
    ShownAs(ENDINGS),
]
