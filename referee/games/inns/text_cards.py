"""Cards in words: what a person must know of a card, told from the card set of the match."""

from __future__ import annotations

from typing import assert_never

from referee.games.inns import effects
from referee.games.inns.cards import INNS, Card, Cards
from referee.games.inns.effects import Count, LootAbility, Prize, RevealAbility
from referee.games.inns.view import View
from referee.games.inns.words import CHARACTERS


def legend(view: View, cards: Cards) -> str:
    """What the cards do that the seat can choose from: all, while hands are built; then its own."""
    if not view.turn:
        shown = cards.characters
    else:
        own = {*view.hand, *([] if view.own_card is None else [view.own_card])}
        shown = sorted((cards.characters[card] for card in own), key=lambda card: card.initiative)
    return "\n".join(["The cards:", *map(described, shown)]) if shown else ""


def card_texts(cards: Cards) -> dict[str, str]:
    """What every character is and does, by id."""
    return {
        name: f"initiative {card.initiative}; {card_text(card)}"
        for name, card in zip(CHARACTERS, cards.characters, strict=True)
    }


def described(card: Card) -> str:
    """A character with everything that it is and does."""
    return f"  {card.name} ({card.initiative}): {card_text(card)}."


def card_text(card: Card) -> str:
    """Everything that a character is and does."""
    block = "" if card.may_block is None else f"; may block a card of initiative {card.may_block}"
    return (
        f"{card.race}, {card.morality}, {_word(card.inn)}; Starting Loot {card.starting_loot}{block}; "
        f"{reveal_text(card.reveal)}; at the end {loot_text(card.loot)}"
    )


def reveal_text(ability: RevealAbility) -> str:
    """What a Reveal Ability does."""
    if isinstance(ability, effects.TokenEffect):
        return f"targets a face-down card{_reach(ability.ranged)}, {token_text(ability)}"
    if isinstance(ability, effects.GainPer):
        return f"gains {ability.amount} for each {count_text(ability.count)}"
    if isinstance(ability, effects.BlockMatching):
        return f"blocks each {_sharing(ability.trait, 'another')}{_reach(ability.ranged)}"
    if isinstance(ability, effects.Transmute):
        return f"turns in up to {ability.amount} Loot"
    if isinstance(ability, effects.Auction):
        return f"auctions off a choice: {', '.join(map(prize_text, ability.prizes))}"
    if isinstance(ability, effects.Extort):
        return f"each card{_reach(ability.ranged)} pays it {ability.amount} or is blocked"
    if isinstance(ability, effects.Toll):
        reach = _reach(ability.ranged)
        return f"each card{reach} with {ability.trait} {_word(ability.value)} pays it {ability.amount}"
    assert_never(ability)


def token_text(token: effects.TokenEffect) -> str:
    """What a Target Token does."""
    match token:
        case effects.Steal(amount):
            return f"takes up to {amount} of its Starting Loot"
        case effects.Bounty(_, amount):
            return f"names an initiative, and if the card has it, blocks it and gains {amount}"
        case effects.Arrest(trait, value):
            return f"blocks it if its {trait} is {_word(value)}"
        case effects.Toast(trait, value, amount):
            return f"unblocks its own card, and if the {trait} is {_word(value)}, both gain {amount}"
        case effects.Recruit(trait, value, amount):
            return f"turns its {trait} into {_word(value)}, and both gain {amount}"
        case _:
            assert_never(token)


def prize_text(prize: Prize) -> str:
    """What the winner of an auction can choose."""
    match prize:
        case effects.Gift(amount):
            return f"gain {amount}"
        case effects.AuctionBlock():
            return "block a card"
        case effects.AuctionUnblock():
            return "unblock a card"
        case _:
            assert_never(prize)


def loot_text(ability: LootAbility) -> str:
    """What a Loot Ability earns."""
    earned = [] if ability.count is None else [f"{ability.amount} for each {count_text(ability.count)}"]
    return "earns " + " and ".join([str(ability.base), *earned] if ability.base or not earned else earned)


def count_text(count: Count) -> str:
    """The thing that is counted."""
    match count:
        case effects.FaceDownCards(ranged):
            return f"face-down card{_reach(ranged)}"
        case effects.BlockedCards(ranged):
            return f"blocked card{_reach(ranged)}"
        case effects.TraitCards(trait, value, ranged):
            return f"card{_reach(ranged)} with {trait} {_word(value)}"
        case effects.MatchingCards(trait, ranged):
            return f"{_sharing(trait, 'another')}{_reach(ranged)}"
        case effects.UniqueCards(trait, ranged):
            return f"{_sharing(trait, 'no other')}{_reach(ranged)}"
        case effects.TransmutedLoot():
            return "Loot turned in"
        case _:
            assert_never(count)


def _sharing(trait: str, other: str) -> str:
    return f"card that shares its {trait} with {other} card"


def _reach(ranged: bool) -> str:
    return " in Range" if ranged else " anywhere"


def _word(value: str | int) -> str:
    return str(value).replace("_", " ").title() if value in INNS else str(value)
