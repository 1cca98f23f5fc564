"""The rules a second time, as plainly as possible; made from their description, to be played beside the real ones.

`play` is a generator. It yields what is asked, each option as a tuple, and takes the chosen indices; whatever happens
goes to `told`, as (public form, private forms by seat). Chance alone is shared with the real rules.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from referee.kernel.chance import Chance, seed_from
from tests.games.inventory.plain_layout import (
    CARDS,
    FILE,
    ORDER,
    WHERE,
    Card,
    Layout,
    carry,
    dice,
    effect,
    fees,
    goods_gold,
    is_equipped,
    is_legal,
    pockets,
    stat,
    stored,
    stored_weight,
    weight,
)

Option = tuple[Any, ...]
Told = tuple[Any, ...]


@dataclass
class Ask:
    options: list[Option]
    default: int


Asking = Generator[dict[int, Ask], dict[int, int], Any]

LOOT = {"uncommon": "uncommon_loot", "rare": "rare_loot", "epic": "epic_loot"}


@dataclass
class Player:
    deck: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    layout: Layout = field(default_factory=list)
    purse: int = 0
    carried: int = 0
    attacked: bool = False

    def owned(self) -> list[str]:
        return self.deck + self.hand + self.discard + [card["id"] for card, _ in self.layout]


def in_order(ids: list[str]) -> list[str]:
    return sorted(ids, key=ORDER.index)


def copy_of(deck: str) -> list[str]:
    return [card["id"] for card in CARDS.values() if card["deck"] == deck for _ in range(card["count"])]


class PlainMatch:
    def __init__(self, seats: int, seed: int) -> None:
        self.seats = range(seats)
        self.seed = seed_from(seed)
        self.drawn: dict[str, int] = {}
        self.told: list[tuple[Told, dict[int, Told]]] = []
        self.players = [Player() for _ in self.seats]
        self.row: dict[int, str | None] = dict.fromkeys([1, 2, 3, 4])
        self.common: str | None = None
        self.rebate = 0
        self.trash: list[str] = []
        self.triggered = False
        self.premium_bought = False
        self.scores: list[int] = []
        self.places: list[int] = []

    def chance(self, name: str) -> Chance:
        return Chance(self.seed, name, self.drawn)

    def tell(self, *public: Any, private: dict[int, Told] | None = None) -> None:
        self.told.append((public, private or {}))

    def roll(self, seat: int) -> int:
        return 1 + self.chance(f"die of seat {seat}").below(6)

    # ---- the whole match

    def play(self) -> Asking:
        self.set_up()
        yield from self.initial_equipping()
        for seat in self.seats:
            self.new_hand(seat)
        first = self.first_seat()
        order = [(first + step) % len(self.seats) for step in self.seats]
        number = 0
        while not self.triggered:
            number += 1
            for seat in order:
                self.tell("turn_begins", number, seat)
                yield from self.market(seat)
                yield from self.equip(seat)
                yield from self.attack(seat)
                self.new_hand(seat)
                self.clean_up_markets()
        self.score()

    # ---- set-up

    def set_up(self) -> None:
        for seat, player in enumerate(self.players):
            player.deck = [card for card in ORDER for _ in range(FILE["starter_deck"].get(card, 0))]
            self.chance(f"deck of seat {seat}").shuffle(player.deck)
        self.common_deck, self.premium_deck = copy_of("common"), copy_of("premium")
        self.piles = {rarity: CARDS[card]["count"] for rarity, card in LOOT.items()}
        self.pesky = CARDS["pesky_quest_item"]["count"]
        extra = FILE["extra"].get(str(len(self.seats)))
        if extra:
            second_common, second_premium = copy_of("common"), copy_of("premium")
            if len(self.seats) == 3:
                self.chance("second copy").shuffle(second_common)
                self.chance("second copy").shuffle(second_premium)
            self.common_deck += second_common[: extra["common"]]
            self.premium_deck += second_premium[: extra["premium"]]
            for rarity in LOOT:
                self.piles[rarity] += extra[rarity]
            self.pesky += extra["pesky"]
        self.common_deck, self.premium_deck = in_order(self.common_deck), in_order(self.premium_deck)
        self.chance("common deck").shuffle(self.common_deck)
        self.chance("premium deck").shuffle(self.premium_deck)
        for place in [4, 3, 2, 1]:
            self.deal_premium(place)
        self.deal_common()
        for seat in self.seats:
            self.draw(seat, 5)

    def initial_equipping(self) -> Asking:
        done: set[int] = set()
        while True:
            asked = [seat for seat in self.seats if seat not in done and self.players[seat].hand]
            if not asked:
                return
            asks = {seat: self.equip_ask(seat) for seat in asked}
            answers = yield asks
            for seat in asked:
                chosen = asks[seat].options[answers[seat]]
                if chosen == ("done",):
                    done.add(seat)
                    self.tell("done", seat)
                else:
                    self.put(seat, chosen[1], chosen[2])

    def new_hand(self, seat: int) -> None:
        player = self.players[seat]
        if player.hand:
            self.tell("hand_discarded", seat, in_order(player.hand))
            player.discard += player.hand
            player.hand = []
        self.draw(seat, 5)

    def first_seat(self) -> int:
        throws, rolling = [], list(self.seats)
        while len(rolling) > 1:
            throw = [(seat, self.roll(seat)) for seat in rolling]
            throws.append(throw)
            highest = max(value for _, value in throw)
            rolling = [seat for seat, value in throw if value == highest]
        self.tell("first_seat", throws, rolling[0])
        return rolling[0]

    # ---- drawing

    def draw(self, seat: int, count: int) -> None:
        player = self.players[seat]
        fresh: list[str] = []

        def tell() -> None:
            if fresh:
                self.tell("drew", seat, len(fresh), [], private={seat: ("drew", seat, len(fresh), [*fresh])})
                fresh.clear()

        for _ in range(count):
            if not player.deck and player.discard:
                tell()
                player.deck, player.discard = in_order(player.discard), []
                self.chance(f"deck of seat {seat}").shuffle(player.deck)
                self.tell("reshuffled", seat, len(player.deck))
            if player.deck:
                card = player.deck.pop(0)
                player.hand.append(card)
                fresh.append(card)
        tell()

    # ---- Market

    def market(self, seat: int) -> Asking:
        player = self.players[seat]
        paid = yield from self.trash_step(seat)
        yield from self.overload(seat)
        layout = player.layout
        gross = player.carried + goods_gold(layout) + stat(layout, "gold")
        due = fees(layout, player.carried, player.attacked)
        player.purse = max(0, gross + paid - due)
        player.carried = 0
        self.tell("sold", seat, gross, paid, due, player.purse)
        player.discard += [card["id"] for card, _ in layout]
        player.layout = []
        yield from self.buy(seat)

    def trash_step(self, seat: int) -> Asking:
        player = self.players[seat]
        options: list[Option] = [("pass",)]
        for card in CARDS.values():
            for where in WHERE:
                if (card, where) not in player.layout or where == "follow":
                    continue
                rest = [*player.layout]
                rest.remove((card, where))
                cost = effect(card, "trash_cost")
                gross = player.carried + goods_gold(rest) + stat(rest, "gold")
                if not cost or gross >= cost["amount"]:
                    options.append(("trash", card["id"], where))
        if len(options) == 1:
            return 0
        answers = yield {seat: Ask(options, 0)}
        chosen = options[answers[seat]]
        if chosen == ("pass",):
            return 0
        card, where = CARDS[chosen[1]], chosen[2]
        player.layout.remove((card, where))
        self.trash.append(card["id"])
        cost = effect(card, "trash_cost")
        paid = -cost["amount"] if cost else max(1, card["price"] // 2)
        self.tell("trashed", seat, card["id"], where, paid)
        return paid

    def overload(self, seat: int) -> Asking:
        player = self.players[seat]
        while weight(player.layout, player.carried) > carry(player.layout):
            options: list[Option] = []
            if dice(player.carried) > pockets(player.layout):
                options.append(("drop_die",))
            options += [("drop_card", card["id"]) for card in CARDS.values() if card in stored(player.layout)]
            chosen = options[0]
            if len(options) > 1:
                answers = yield {seat: Ask(options, 0)}
                chosen = options[answers[seat]]
            if chosen == ("drop_die",):
                gold = player.carried % 6 or 6
                player.carried -= gold
                self.tell("dropped", seat, None, gold)
            else:
                player.layout.remove((CARDS[chosen[1]], "stored"))
                player.discard.append(chosen[1])
                self.tell("dropped", seat, chosen[1], 0)

    def buy(self, seat: int) -> Asking:
        player = self.players[seat]
        self.premium_bought = False
        while True:
            options: list[Option] = [("done",)]
            options += [("buy_premium", at) for at, card in self.row.items() if card and self.affords(seat, card)]
            if self.common and self.affords(seat, self.common):
                options.append(("buy_common",))
            options += [
                ("buy_loot", card) for rarity, card in LOOT.items() if self.piles[rarity] and self.affords(seat, card)
            ]
            if len(options) == 1:
                return
            answers = yield {seat: Ask(options, 0)}
            chosen = options[answers[seat]]
            if chosen == ("done",):
                return
            self.pay_for(player, seat, chosen)

    def affords(self, seat: int, card: str) -> bool:
        return bool(CARDS[card]["price"] <= self.players[seat].purse)

    def pay_for(self, player: Player, seat: int, chosen: Option) -> None:
        rebate = 0
        if chosen[0] == "buy_premium":
            place: int = chosen[1]
            card = self.row[place]
            self.row[place] = None
            self.premium_bought = True
            source: Any = place
        elif chosen[0] == "buy_common":
            card, self.common = self.common, None
            rebate, self.rebate = self.rebate, 0
            source = "common"
        else:
            card, source = chosen[1], "loot"
            self.piles[CARDS[chosen[1]]["subtype"]] -= 1
        assert card
        player.purse += rebate - CARDS[card]["price"]
        player.discard.append(card)
        self.tell("bought", seat, card, source, rebate)
        if card == LOOT["epic"] and not self.piles["epic"]:
            self.trigger("epic")

    # ---- Equip

    def equip(self, seat: int) -> Asking:
        player = self.players[seat]
        while player.hand or self.can_store_die(player):
            ask = self.equip_ask(seat)
            answers = yield {seat: ask}
            chosen = ask.options[answers[seat]]
            if chosen == ("done",):
                self.tell("done", seat)
                break
            if chosen == ("store_die",):
                gold = min(6, player.purse)
                player.purse -= gold
                player.carried += gold
                self.tell("die_stored", seat, gold)
            else:
                self.put(seat, chosen[1], chosen[2])
                yield from self.draw_effect(seat, CARDS[chosen[1]], chosen[2])
        if player.purse:
            self.tell("gold_lost", seat, player.purse)
            player.purse = 0

    def equip_ask(self, seat: int) -> Ask:
        player = self.players[seat]
        options: list[Option] = [("done",)]
        if self.can_store_die(player):
            options.append(("store_die",))
        for card in CARDS.values():
            if card["id"] in player.hand:
                options += [
                    ("put", card["id"], where)
                    for where in WHERE
                    if is_legal(player.layout, player.carried, card, where)
                ]
        return Ask(options, options.index(("store_die",)) if ("store_die",) in options else 0)

    def can_store_die(self, player: Player) -> bool:
        more = player.carried + min(6, player.purse)
        return player.purse > 0 and weight(player.layout, more) <= carry(player.layout)

    def put(self, seat: int, card: str, where: str) -> None:
        player = self.players[seat]
        player.hand.remove(card)
        player.layout.append((CARDS[card], where))
        self.tell("put", seat, card, where)

    def draw_effect(self, seat: int, card: Card, where: str) -> Asking:
        player = self.players[seat]
        drawing = effect(card, "draw")
        works = is_equipped(where) if card["type"] == "equipment" else True
        for _ in range(drawing["amount"] if drawing and works else 0):
            if player.deck or player.discard:
                answers = yield {seat: Ask([("skip",), ("draw",)], 0)}
                if answers[seat] == 1:
                    self.draw(seat, 1)

    # ---- Attack

    def attack(self, seat: int) -> Asking:
        player = self.players[seat]
        player.attacked = False
        if stat(player.layout, "power") < 1:
            return
        options: list[Option] = [("pass",), *(("attack", other) for other in self.seats if other != seat)]
        answers = yield {seat: Ask(options, 0)}
        chosen = options[answers[seat]]
        if chosen == ("pass",):
            return
        player.attacked = True
        target: int = chosen[1]
        defender = self.players[target]
        rolls = [self.roll(seat), self.roll(target)]
        totals = [
            stat(player.layout, "power") + rolls[0],
            stat(defender.layout, "power") + stat(defender.layout, "defense") + rolls[1],
        ]
        won = totals[0] >= totals[1]
        self.tell("attacked", seat, target, rolls, totals, won)
        if won:
            yield from self.rob(seat, target)
        elif self.pesky:
            self.pesky -= 1
            player.discard.append("pesky_quest_item")
            self.tell("pesky_taken", seat)

    def rob(self, seat: int, target: int) -> Asking:
        thief, victim = self.players[seat], self.players[target]
        kept = min(victim.carried, 6 * pockets(victim.layout))
        taken = victim.carried - kept
        victim.carried = kept
        bonus = ceil(goods_gold(victim.layout) / 2)
        most_dice = carry(thief.layout) - stored_weight(thief.layout) + pockets(thief.layout)
        whole = thief.carried + taken + bonus
        thief.carried = min(whole, 6 * most_dice)
        self.tell("robbed", seat, target, taken, bonus, whole - thief.carried)
        goods = [c for c in CARDS.values() if c["type"] == "goods" and (c, "stored") in victim.layout]
        if not goods:
            return
        chosen = goods[0]
        if len(goods) > 1:
            worth = [card.get("store_gold", 0) for card in goods]
            answers = yield {target: Ask([("give_up", card["id"]) for card in goods], worth.index(min(worth)))}
            chosen = goods[answers[target]]
        victim.layout.remove((chosen, "stored"))
        victim.discard.append(chosen["id"])
        self.tell("gave_up", target, chosen["id"])

    # ---- Cleanup

    def clean_up_markets(self) -> None:
        if not self.premium_bought and all(self.row.values()):
            oldest = self.row[4]
            assert oldest
            self.trash.append(oldest)
            self.row[4] = None
            self.tell("cycled", oldest)
        before = [self.row[place] for place in [1, 2, 3, 4]]
        left = [card for card in before if card]
        after = [None] * (4 - len(left)) + left
        if after != before:
            self.row = {place: after[place - 1] for place in [1, 2, 3, 4]}
            self.tell("row", after)
        for place in [4, 3, 2, 1]:
            if self.row[place] is None:
                self.deal_premium(place)
        if self.common is None:
            self.deal_common()
        elif self.rebate < 6:
            self.rebate += 1
            self.tell("rebate", self.rebate)

    def deal_premium(self, place: int) -> None:
        if not self.premium_deck:
            self.trigger("premium")
            return
        card = self.premium_deck.pop(0)
        self.row[place] = card
        self.tell("market_dealt", place, card)

    def deal_common(self) -> None:
        if not self.common_deck:
            self.trigger("common")
            return
        self.common = self.common_deck.pop(0)
        self.rebate = 0
        self.tell("market_dealt", "common", self.common)

    def trigger(self, why: str) -> None:
        if not self.triggered:
            self.triggered = True
            self.tell("end_triggered", why)

    # ---- the end

    def score(self) -> None:
        def standing(seat: int) -> tuple[int, int, int]:
            owned = self.players[seat].owned()
            points = sum(CARDS[card].get("points", 0) for card in owned)
            return points, -owned.count("pesky_quest_item"), owned.count("potato")

        standings = [standing(seat) for seat in self.seats]
        self.scores = [points for points, _, _ in standings]
        self.places = [1 + sum(other > mine for other in standings) for mine in standings]
        self.tell("game_over", self.scores, self.places)
