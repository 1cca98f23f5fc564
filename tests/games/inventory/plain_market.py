"""The Market, played a second time: Trash, overload, sale and purchases, and what is laid out again after a Turn."""

from __future__ import annotations

from typing import Any

from tests.games.inventory.plain_layout import (
    CARDS,
    WHERE,
    carry,
    dice,
    effect,
    fees,
    goods_gold,
    pockets,
    stat,
    stored,
    weight,
)
from tests.games.inventory.plain_table import LOOT, Ask, Asking, Option, PlainTable, Player


class PlainMarket(PlainTable):
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
