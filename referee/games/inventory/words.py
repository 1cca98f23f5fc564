"""How the values of this game look on the wire. A card is its id, as in the card set, so that any set can be played."""

from __future__ import annotations

from typing import Annotated

from referee.games.inventory.state import Ending, Part, Where
from referee.kernel.words import Words

Place = Annotated[
    Where,
    Words(
        "Place",
        "Where a card of a layout lies.",
        {
            "head": "On the own head.",
            "back": "On the own back.",
            "body": "On the own body.",
            "hand": "In an own hand.",
            "ally_head": "On the head of an ally.",
            "ally_back": "On the back of an ally.",
            "ally_body": "On the body of an ally.",
            "ally_hand": "In the hand of an ally, or in both.",
            "nested": "Inside other storage.",
            "stored": "Stored.",
            "follow": "Following, as a companion.",
        },
    ),
]
PartOfTurn = Annotated[
    Part,
    Words(
        "Part",
        "What is being done.",
        {
            "equipping": "All seats equip for the first time.",
            "market": "Market phase: trash, sell, clear, buy.",
            "equip": "Equip phase.",
            "attack": "Attack phase.",
        },
    ),
]
EndReason = Annotated[
    Ending,
    Words(
        "EndReason",
        "What brings the end of the game.",
        {
            "premium": "A Premium card was needed and there was none.",
            "common": "A Common card was needed and there was none.",
            "epic": "The last Epic Loot was bought.",
        },
        none="Nothing yet.",
    ),
]
