"""A sensible bot for Inns & Outcasts.

Strategy: guess which card each other seat has, from the initiatives that it can still play, the characters that it is
    known to hold, and how often it has played its lowest card. From this, compute the worth of each of the bot's own
    cards: its Starting Loot, what its Reveal Ability should bring, and its Loot Ability times the chance that no one
    blocks it. Place the card that is worth most. Put tokens where they are most likely to hit, and block the seat that
    has most to lose; pay, bid and transmute as long as the gain exceeds the cost.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from referee_client.bots.inns_cards import (
    CARDS,
    HERO,
    VILLAIN,
    Card,
    Odds,
    chance,
    expected,
    expected_unique,
    guess,
    likeliest,
    lowest_plays,
)
from referee_client.games.inns.v1.inns_pb2 import Character, Option, Position, View

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee_client.turn import Turn

THIEF, GUARD, MAGE = Character.CHARACTER_THIEF, Character.CHARACTER_GUARD, Character.CHARACTER_MAGE
THANE, GOBLINS, DRAGON = Character.CHARACTER_THANE, Character.CHARACTER_GOBLINS, Character.CHARACTER_DRAGON
BOUNTY = 4
EXTORTED = 2
GIFT = 3
STOLEN = 3
TOAST = 2
TRANSMUTED = 3
# About one in two extorted seats pays; the other is blocked.
PAYING = 0.5
# The worth of an auction to its seller, if all seats bid sensibly.
AUCTION = 1
# The bot prefers the target with the larger Hoard if two are similar: each Loot in the Hoard counts this much.
AGAINST_THE_LEADER = 0.01


class InnsGreedy:
    """Considers only what a card brings this Turn. Remembers which seats tend to play their lowest card."""

    def __init__(self) -> None:
        self._plays: dict[tuple[int, int], tuple[int, int]] = {}

    def choose(self, turn: Turn) -> Option:
        """Choose by the kind of the last option listed."""
        position: Position = turn.position
        options, view = position.options, position.view
        outlook = Outlook(view, self._habits(view))
        match options[-1].WhichOneof("option"):
            case "hand":
                return max(options, key=lambda option: sum(map(outlook.worth, option.hand.cards)))
            case "play":
                return max(options, key=lambda option: outlook.worth(option.play.card))
            case "target":
                return max(options, key=outlook.hit)
            case "transmute":
                return max(options, key=lambda option: outlook.transmuting(option.transmute.amount))
            case "pay":
                return options[outlook.loot(view.seats[view.seat].card) > EXTORTED]
            case "bid":
                return outlook.bid(options)
            case _:
                return max(options, key=outlook.gain)

    def _habits(self, view: View) -> list[float]:
        """Return how often each seat plays the lowest card that it has left, from all rounds so far."""
        this_round = view.turn // view.settings.round_length
        for number, seat in enumerate(view.seats):
            if seat.discard:
                self._plays[number, this_round] = lowest_plays(seat.discard), len(seat.discard)
        habits = []
        for number in range(len(view.seats)):
            played = [plays for (seat, _), plays in self._plays.items() if seat == number]
            habits.append((sum(lowest for lowest, _ in played) + 0.5) / (sum(count for _, count in played) + 2))
        return habits


class Outlook:
    """What the bot expects from this Turn, given the view and the habits of the seats."""

    def __init__(self, view: View, habits: Sequence[float]) -> None:
        self._view = view
        self._me = view.seats[view.seat]
        count = len(view.seats)
        self._others: dict[int, Odds] = {
            seat: guess(view.seats[seat], view.called, habits[seat]) for seat in range(count) if seat != view.seat
        }
        near = [seat for seat in self._others if min((seat - view.seat) % count, (view.seat - seat) % count) <= 2]
        self._near = [self._others[seat] for seat in near]
        self._blocked = sum(view.seats[seat].blocked for seat in near)

    def worth(self, name: Character) -> float:
        """Return the Loot that a card of the bot's hand should bring."""
        card, loot = CARDS[name], self.loot(name)
        return card.start + self._reveal(name) + self._unblocked(card) * loot - self._taken(card, loot)

    def loot(self, name: Character) -> float:
        """Return what the Loot Ability of a card should be worth at the bot's seat."""
        pool = [*self._near, {name: 1.0}] if self._view.settings.own_card_in_range else self._near
        match name:
            case Character.CHARACTER_GUARD:
                return 2 + 2 * (self._blocked if self._me.card else self._blocked_by_guard())
            case Character.CHARACTER_BARD:
                return 1 + expected_unique(pool, lambda card: card.race)
            case Character.CHARACTER_CULTISTS:
                return 2 + len(pool) - expected_unique(pool, lambda card: card.morality)
            case Character.CHARACTER_MAGE:
                return 2 + expected_unique(pool, lambda card: card.initiative)
            case Character.CHARACTER_ALCHEMIST:
                return 2 + 2 * (self._me.transmuted if self._me.card else TRANSMUTED)
            case Character.CHARACTER_THANE:
                return 2 + len(pool) - expected_unique(pool, lambda card: card.race)
            case Character.CHARACTER_GOBLINS:
                return self._blocked if self._me.card else (1 - PAYING) * len(pool)
            case Character.CHARACTER_DRAGON:
                return 2 + expected(pool, lambda card: card.dragon_inn)
            case _:
                return 3

    def _reveal(self, name: Character) -> float:
        """Return what the Reveal Ability should bring at once."""
        near = self._near
        match name:
            case Character.CHARACTER_THIEF:
                return max(sum(share * _stolen(CARDS[card]) for card, share in odds.items()) for odds in near)
            case Character.CHARACTER_BOUNTY_HUNTER:
                named = range(2, 7)
                return BOUNTY * max(likeliest(self._others.values(), _with(initiative)) for initiative in named)
            case Character.CHARACTER_MONK:
                return TOAST * likeliest(near, lambda card: card.dragon_inn and card.initiative > 2)
            case Character.CHARACTER_BARD:
                return expected(near, lambda card: card.initiative > 3)
            case Character.CHARACTER_CULTISTS:
                return likeliest(near, lambda card: card.initiative > 3)
            case Character.CHARACTER_ALCHEMIST:
                return -TRANSMUTED
            case Character.CHARACTER_THANE:
                return 2 * expected(near, lambda card: card.morality == HERO and card.initiative <= 5)
            case Character.CHARACTER_LORD:
                return AUCTION
            case Character.CHARACTER_GOBLINS:
                return PAYING * EXTORTED * len(near)
            case Character.CHARACTER_DRAGON:
                return expected(near, lambda card: not card.dragon_inn)
            case _:
                return 0

    def _unblocked(self, card: Card) -> float:
        """Return the chance that no one blocks a card of the bot's hand."""
        rivals = expected(self._near, _with(card.initiative))
        safe = 1.0
        for odds in self._near:
            chart = chance(odds, lambda other: other.blocks and other.initiative == card.initiative + 1)
            arrest = odds.get(GUARD, 0) if card.morality == VILLAIN and card.initiative > 2 else 0
            mage = odds.get(MAGE, 0) * min(1, rivals) if card.initiative <= 4 else 0
            safe *= (1 - chart / (1 + rivals)) * (1 - arrest / len(self._near)) * (1 - mage)
        return safe

    def _taken(self, card: Card, loot: float) -> float:
        """Return how much a card of the bot's hand will probably lose to thieves, tolls and extortion."""
        stolen = sum(odds.get(THIEF, 0) for odds in self._near) / len(self._near) * _stolen(card)
        toll = 0 if card.dragon_inn else sum(odds.get(DRAGON, 0) for odds in self._near)
        extorted = min(1, sum(odds.get(GOBLINS, 0) for odds in self._near)) * min(EXTORTED, loot)
        return stolen + toll + extorted

    def _blocked_by_guard(self) -> float:
        """Return how many cards a Guard will probably block: at most one by the chart, and at most one by its token."""
        chart = 1 - prod(1 - chance(odds, _with(1)) for odds in self._near)
        return chart + likeliest(self._near, lambda card: card.morality == VILLAIN and card.initiative > 2)

    def hit(self, option: Option) -> float:
        """Rate a target for the bot's token: how likely it hits, or how much it brings."""
        seat, named = option.target.seat, option.target.initiative
        odds, leader = self._others[seat], AGAINST_THE_LEADER * self._view.seats[seat].hoard
        match self._me.card:
            case Character.CHARACTER_THIEF:
                return sum(share * _stolen(CARDS[name]) for name, share in odds.items()) + leader
            case Character.CHARACTER_BOUNTY_HUNTER:
                return chance(odds, _with(named)) + leader
            case Character.CHARACTER_MONK:
                return chance(odds, lambda card: card.dragon_inn) - leader
            case Character.CHARACTER_CULTISTS:
                return chance(odds, lambda card: card.morality != VILLAIN) - leader
            case _:
                return chance(odds, lambda card: card.morality == VILLAIN) + leader

    def transmuting(self, amount: int) -> float:
        """Rate turning in `amount` Loot: it pays double, unless a Thane or Goblins block the card."""
        thane = 1 - prod(1 - odds.get(THANE, 0) for odds in self._near)
        goblins = 1 - prod(1 - odds.get(GOBLINS, 0) for odds in self._near)
        loot = 2 + 2 * amount
        extorted = loot - EXTORTED if self._me.table - amount >= EXTORTED else 0
        return (1 - thane) * ((1 - goblins) * loot + goblins * extorted) - amount

    def bid(self, options: Sequence[Option]) -> Option:
        """Bid one more as long as that leaves a gain; in a Quick Auction, make a single bid that leaves a gain."""
        worth = max(GIFT, self.loot(self._me.card) if self._me.blocked else 0)
        if self._view.settings.quick_auction:
            return options[min(len(options) - 1, int(worth) - 1)]
        if options[0].HasField("bid"):
            return options[0]
        return options[1] if options[1].bid.amount < worth else options[0]

    def gain(self, option: Option) -> float:
        """Rate an option to block, to unblock or to take Loot."""
        match option.WhichOneof("option"):
            case "take_gift":
                return option.take_gift.amount
            case "unblock":
                return self.loot(self._me.card) if option.unblock.seat == self._view.seat else -1
            case "block":
                return 1 + AGAINST_THE_LEADER * self._view.seats[option.block.seat].hoard
            case _:
                return 0


def _stolen(card: Card) -> int:
    """Return how much a thief takes from a card; cards that are revealed with it are safe."""
    return min(STOLEN, card.start) if card.initiative > 1 else 0


def _with(initiative: int) -> Callable[[Card], bool]:
    return lambda card: card.initiative == initiative
