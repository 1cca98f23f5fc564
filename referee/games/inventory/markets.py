"""Both markets, and the end of the game caused by their decks (sections 3 and 9 of the game's specification)."""

from __future__ import annotations

from referee.games.inventory.cards import CardId
from referee.games.inventory.events import Cycled, EndTriggered, MarketDealt, Rebate, RowMoved
from referee.games.inventory.state import DIE, ROW, Ending, InventoryTable


def trigger_end(t: InventoryTable, reason: Ending) -> None:
    """Make this round the last one; only the first reason for it is announced."""
    if t.end is None:
        t.end = reason
        t.tell(EndTriggered(reason))


def cycle_premium(t: InventoryTable) -> None:
    """Remove the oldest card if none was sold, move the others right, and add new cards from the left."""
    market = t.market
    oldest = market.row[-1]
    if not market.premium_sold and None not in market.row and oldest is not None:
        market.row[-1] = None
        t.trash.append(oldest)
        t.tell(Cycled(oldest))
    market.premium_sold = False
    kept = [card for card in market.row if card is not None]
    before, market.row = market.row, [None] * (ROW - len(kept)) + kept
    if market.row != before:
        t.tell(RowMoved(tuple([card or "" for card in market.row])))
    fill_row(t)


def fill_row(t: InventoryTable) -> None:
    """Lay out one card at a time, the first into the rightmost free place."""
    market = t.market
    for place in reversed(range(ROW)):
        if market.row[place] is None:
            card = _top(t, market.premium_deck, "premium")
            if card is None:
                return
            market.row[place] = card
            t.tell(MarketDealt(place + 1, card))


def cycle_common(t: InventoryTable) -> None:
    """Replace a sold Common card; an unsold one gets a larger rebate."""
    market = t.market
    if market.common is None:
        lay_common(t)
    elif market.rebate < DIE:
        market.rebate += 1
        t.tell(Rebate(market.rebate))


def lay_common(t: InventoryTable) -> None:
    """Lay out the next Common card."""
    card = _top(t, t.market.common_deck, "common")
    if card is not None:
        t.market.common = card
        t.tell(MarketDealt(0, card))


def _top(t: InventoryTable, deck: list[CardId], reason: Ending) -> CardId | None:
    """The top card. If there is none, the end of the game is triggered."""
    if deck:
        return deck.pop(0)
    trigger_end(t, reason)
    return None
