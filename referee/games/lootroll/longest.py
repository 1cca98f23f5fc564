"""The longest list of options that a card set can cause. A list over the limit would end a match without a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.errors import CardSetError
from referee.games.lootroll.kinds import EVERY_WINDOW, Effect, WindowName
from referee.kernel.asking import MAX_OPTIONS

if TYPE_CHECKING:
    from referee.games.lootroll.cards import Cards, Loot

MOST_SEATS = 6
MOST_GEAR = 6
MAIN_ACTIONS = 4
"""An upper limit for the number of options other than plays, purchases and deposits."""


def check_lists(cards: Cards) -> None:
    """Refuse a card set with which a seat could get too many options in some window."""
    for window in EVERY_WINDOW:
        found = longest(cards, window)
        if found > MAX_OPTIONS:
            raise CardSetError(
                f"windows of [[ability]] and [[loot]]: so many cards can be played in the window {window!r} that a "
                f"seat could have {found} options; {MAX_OPTIONS} are allowed. Fewer cards with this window, fewer "
                f"targets, "
                f"or a smaller bag_limit in [rules] (now {cards.rules.bag_limit}) make the list shorter"
            )


def longest(cards: Cards, window: WindowName) -> int:
    """The largest possible number of options in a window: with all abilities in hand, and the best bag and gear."""
    abilities = sum(_targets(card.effect) for card in cards.abilities.values() if window in card.windows)
    bag = sorted((_in_bag(card, window) for card in cards.loot.values()), reverse=True)
    gear = sorted((_played(card, window) for card in cards.loot.values() if card.slot), reverse=True)
    bought = min(cards.rules.vendor_size, len(cards.abilities)) if window == "town" else 0
    return MAIN_ACTIONS + abilities + sum(bag[: cards.rules.bag_limit]) + sum(gear[:MOST_GEAR]) + bought


def _in_bag(card: Loot, window: WindowName) -> int:
    """The number of ways to use a card in the bag: play, equip or bank it."""
    return (1 if card.slot else _played(card, window)) + (window == "town")


def _played(card: Loot, window: WindowName) -> int:
    return _targets(card.use.effect) if card.use is not None and window in card.use.windows else 0


def _targets(effect: Effect) -> int:
    return 1 if getattr(effect, "target", None) in {None, "self"} else MOST_SEATS
