"""Decks, discard piles and bags (section 1 of the game's specification)."""

from __future__ import annotations

from referee.games.lootroll.events import Discarded, Drew, Reshuffled
from referee.games.lootroll.state import LootTable
from referee.games.lootroll.words import CardId
from referee.kernel.seats import Seat


def pile_of(t: LootTable, card: CardId) -> str:
    """The pile that a card belongs to."""
    if card in t.cards.loot:
        return t.loot(card).rarity
    return "ability" if card in t.cards.abilities else "monster"


def can_draw(t: LootTable, pile: str) -> bool:
    """Whether the deck or the discard pile has a card."""
    return bool(t.decks[pile] or t.discards[pile])


def refill(t: LootTable, pile: str) -> None:
    """Shuffle the discard pile into the deck if the deck is empty."""
    if t.decks[pile] or not t.discards[pile]:
        return
    t.decks[pile], t.discards[pile] = t.discards[pile], []
    t.chance(f"reshuffle {pile}").shuffle(t.decks[pile])
    t.tell(Reshuffled(pile, len(t.decks[pile])))


def draw(t: LootTable, pile: str) -> CardId | None:
    """Take the top card; None if there is no card at all."""
    refill(t, pile)
    return t.decks[pile].pop(0) if t.decks[pile] else None


def draw_some(t: LootTable, pile: str, count: int) -> list[CardId]:
    """Take up to `count` cards."""
    drawn = [draw(t, pile) for _ in range(count)]
    return [card for card in drawn if card is not None]


def draw_ability(t: LootTable, seat: Seat) -> None:
    """Draw an ability into the hand."""
    card = draw(t, "ability")
    if card is not None:
        t.adventurers[seat].hand.append(card)
        t.tell(Drew(seat, "ability"), {seat: Drew(seat, "ability", card)})


def draw_loot(t: LootTable, seat: Seat, pile: str) -> None:
    """Draw loot into a bag that has room."""
    card = draw(t, pile)
    if card is not None:
        t.adventurers[seat].bag.append(card)
        t.tell(Drew(seat, pile), {seat: Drew(seat, pile, card)})


def discard(t: LootTable, card: CardId) -> None:
    """Put a card face up on its discard pile."""
    t.discards[pile_of(t, card)].append(card)


def discard_from_bag(t: LootTable, seat: Seat, card: CardId, cause: str) -> None:
    """Discard a card from a bag."""
    t.adventurers[seat].bag.remove(card)
    discard(t, card)
    t.tell(Discarded(seat, card, cause))


def kinds_in(cards: list[CardId]) -> list[CardId]:
    """The different cards, in alphabetical order."""
    return sorted(set(cards))


def cheapest(t: LootTable, cards: list[CardId]) -> int:
    """The index of the card with the lowest treasure; if several are equal, of the first one."""
    return min(range(len(cards)), key=lambda index: t.treasure(cards[index]))
