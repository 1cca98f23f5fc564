"""The rules a second time, as plainly as possible; made from their description, to be played beside the real ones.

`play` is a generator. It yields what is asked, each option as a tuple, and takes the chosen indices; whatever happens
goes to `told`, as (public form, private forms by seat). Chance alone is shared with the real rules.
"""

from __future__ import annotations

from math import ceil

from tests.games.inventory.plain_layout import (
    CARDS,
    WHERE,
    Card,
    carry,
    effect,
    goods_gold,
    is_equipped,
    is_legal,
    pockets,
    stat,
    stored_weight,
    weight,
)
from tests.games.inventory.plain_market import PlainMarket
from tests.games.inventory.plain_table import Ask, Asking, Option, Player, in_order


class PlainMatch(PlainMarket):
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
