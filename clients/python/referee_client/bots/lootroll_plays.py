"""Which card the Loot Roll bot plays in each window, if any: its effect must be worth more than the card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee_client.bots.lootroll_cards import (
    AVERAGE,
    Outlook,
    cards,
    cost,
    effect_of,
    effects,
    fills,
    mode_row,
    score,
    strength,
    treasure,
    worn,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from referee_client.games.lootroll.v1.lootroll_pb2 import Option, View

# The worth of a play must exceed that of the played card by this much.
MARGIN = 0.3
# If the seat does not fight, this share of what others win counts as its own loss.
ENVY = 0.3
# The value of keeping an ability for a better moment.
ABILITY = 0.4
# What an ability that helps in a fight or at a roll is worth to its buyer.
HELPFUL = {"surv": 2.0, "monster_surv": 2.0, "roll": 2.0, "set_die": 2.5, "reroll": 1.0, "more_loot": 1.0}
# The weight of the score compared with strength, before the last dungeon.
EARLY = 0.2
LAST_DUNGEON = 3
# With fewer cards than this in the bag, it is too early to bank them.
WORTH_BANKING = 4


def plays_in(options: Sequence[Option]) -> list[tuple[Option, Any]]:
    """Return the cards that can be played: each option and its content."""
    kinds = ("play_ability", "play_loot", "play_gear")
    named = [(option, option.WhichOneof("option") or "") for option in options]
    return [(option, getattr(option, name)) for option, name in named if name in kinds]


def price_of(view: View, option: Option, card: int) -> float:
    """Return what a play uses up."""
    if option.HasField("play_loot"):
        return float(cost(view.seats[view.seat], card))
    return ABILITY if option.HasField("play_ability") else 0.0


def best(view: View, options: Sequence[Option], gain: Callable[[Mapping[str, Any], int], float]) -> Option | None:
    """Return the play whose gain exceeds its price most, or None; `gain` rates an effect on a target."""
    rated = []
    for option, said in plays_in(options):
        target = said.target if said.HasField("target") else view.seat
        rated.append((gain(effect_of(said.card), target) - price_of(view, option, said.card), option))
    worth, play = max(rated, key=lambda pair: pair[0], default=(0.0, None))
    return play if worth > MARGIN else None


def equip(view: View, options: Sequence[Option]) -> Option | None:
    """Return the gear that adds most strength, unless the score would lose more."""
    rated = [(equip_gain(view, option.equip.card), option) for option in options if option.HasField("equip")]
    worth, chosen = max(rated, key=lambda pair: pair[0], default=(0.0, None))
    return chosen if worth > MARGIN else None


def equip_gain(view: View, card: int) -> float:
    """Return the strength that a card adds, minus the loss of score. Early in the match, the score hardly matters."""
    me = view.seats[view.seat]
    stored, gear = [*me.bag_cards, *me.bank_cards], worn(me)
    displaced = [old for old in gear if fills(old) & fills(card)]
    kept = [old for old in gear if old not in displaced]
    after = [*stored, *displaced]
    after.remove(card)
    change = score(after, [*kept, card]) - score(stored, gear)
    weight = 1.0 if view.dungeon == LAST_DUNGEON else EARLY
    return strength(card) - sum(map(strength, displaced)) + weight * change


def idle_play(view: View, options: Sequence[Option]) -> Option | None:
    """Return what is worth playing outside a fight."""
    me = view.seats[view.seat]
    buying = any(option.HasField("buy") for option in options)

    def gain(effect: Mapping[str, Any], target: int) -> float:
        amount = effect.get("amount", 0)
        other = view.seats[target]
        match effect["kind"]:
            case "draw_loot":
                return float(min(amount, cards.now.bag - me.bag) * AVERAGE[effect["rarity"]])
            case "draw_ability":
                return float(amount)
            case "steal":
                return 2.0 + other.bag / cards.now.bag if effect["how"] == "random" else 4.0 + other.bag / cards.now.bag
            case "destroy":
                return 1.0 + (other.bag + other.bank) / cards.now.bag
            case "bank":
                return float(min(amount, me.bag)) if me.bag >= WORTH_BANKING else 0.0
            case "recover":
                return float(max(treasure(card) for card in getattr(view, effect["rarity"]).discard))
            case "discount":
                return 2.0 * buying
            case _:
                return 1.0

    return best(view, options, gain)


def fight_play(view: View, options: Sequence[Option]) -> Option | None:
    """Return a play that changes the result of the fight, or increases its loot."""
    fight = view.fight
    row = mode_row(fight.monster, fight.mode)
    per_fighter = effects(fight.monster).get("per_fighter", 0)
    fighters = set(fight.fighters)
    outlook = Outlook(view)
    lead = fight.party_survivability - fight.monster_survivability

    def value(lead: int, fighters: set[int], loot: int) -> float:
        prize = max(0, loot) * AVERAGE[row["rarity"]]
        won = lead > 0 and bool(fighters)
        if view.seat not in fighters:
            return -ENVY * prize / len(view.seats) if won else 0.0
        return prize / len(fighters) if won else -outlook.loss(row["loot"])

    now = value(lead, fighters, row["loot"] + fight.more_loot)

    def gain(effect: Mapping[str, Any], target: int) -> float:
        after, extra, change = set(fighters), 0, 0
        match effect["kind"]:
            case "surv":
                change = effect["amount"]
            case "monster_surv":
                change = -effect["amount"]
            case "leave_fight":
                after.discard(target)
                change = per_fighter - view.seats[target].survivability
            case "enter_fight":
                after.add(target)
                change = view.seats[target].survivability - per_fighter
            case "more_loot":
                extra = effect["amount"]
            case _:
                return 0.0
        return value(lead + change, after, row["loot"] + fight.more_loot + extra) - now

    play = best(view, options, gain)
    if lead <= 0 and view.seat in fighters and (play is None or gain_is_flight(play)):
        return combined(view, options, lead) or play
    return play


def gain_is_flight(play: Option) -> bool:
    """Return whether a play takes a seat out of the fight."""
    return any(effect_of(said.card)["kind"] == "leave_fight" for _, said in plays_in([play]))


def combined(view: View, options: Sequence[Option], lead: int) -> Option | None:
    """Return the strongest of several abilities that together change the result of a fight."""
    boosts = [(boost(said.card), option) for option, said in plays_in(options) if helps(view, option, said)]
    if lead + sum(amount for amount, _ in boosts) <= 0:
        return None
    return max(boosts, key=lambda pair: pair[0])[1]


def helps(view: View, option: Option, said: Any) -> bool:
    """Return whether a play strengthens the bot's own side at almost no cost."""
    mine = not said.HasField("target") or said.target == view.seat
    return mine and boost(said.card) > 0 and price_of(view, option, said.card) <= ABILITY


def boost(card: int) -> int:
    """Return by how much a card brings the party nearer to victory."""
    effect = effect_of(card)
    sign = {"surv": 1, "monster_surv": -1}.get(effect.get("kind", ""), 0)
    return int(sign * effect.get("amount", 0))


def roll_play(view: View, options: Sequence[Option]) -> Option | None:
    """Return a play that raises the chance to win the card that is rolled for."""
    totals = {die.seat: die.die + die.modifier for die in view.spoils.dice}
    modifiers = {die.seat: die.modifier for die in view.spoils.dice}
    if view.seat not in totals:
        return None
    prize = treasure(view.spoils.loot[0])

    def chance(totals: Mapping[int, int]) -> float:
        others = max(total for seat, total in totals.items() if seat != view.seat)
        return 1.0 if totals[view.seat] > others else 0.5 if totals[view.seat] == others else 0.0

    now = chance(totals)

    def gain(effect: Mapping[str, Any], target: int) -> float:
        match effect["kind"]:
            case "roll":
                results = [totals[target] + effect["amount"]]
            case "set_die":
                results = [effect["value"] + modifiers[target]]
            case "reroll":
                results = [die + modifiers[target] for die in range(1, cards.now.die + 1)]
            case _:
                return 0.0
        return prize * (sum(chance({**totals, target: total}) for total in results) / len(results) - now)

    return best(view, options, gain)


def worth_buying(view: View, options: Sequence[Option]) -> Option | None:
    """Return the ability whose worth exceeds its price most, if there is one."""
    me = view.seats[view.seat]
    purse = sorted((cost(me, card), treasure(card)) for card in me.bag_cards)
    rated = [
        (ability_worth(option.buy.card) - payment(purse, price(view, option.buy.card)), option)
        for option in options
        if option.HasField("buy")
    ]
    worth, chosen = max(rated, key=lambda pair: pair[0], default=(0.0, None))
    return chosen if worth > MARGIN else None


def price(view: View, card: int) -> int:
    """Return what an ability costs now."""
    passives: list[Mapping[str, Any]] = [cards.now.rows[old].get("passive", {}) for old in worn(view.seats[view.seat])]
    less: int = sum(passive["amount"] for passive in passives if passive.get("kind") == "discount")
    printed: int = cards.now.rows[card]["price"]
    return max(1, printed - view.town.discount - less)


def payment(purse: Sequence[tuple[int, int]], price: int) -> int:
    """Return how much the score drops when a price is paid with the least valuable cards."""
    lost = 0
    for missed, worth in purse:
        if price <= 0:
            break
        lost += missed
        price -= worth
    return lost


def ability_worth(card: int) -> float:
    """Return what an ability should bring to its buyer."""
    effect = cards.now.rows[card]["effect"]
    match effect["kind"]:
        case "draw_loot":
            return float(effect["amount"] * AVERAGE[effect["rarity"]])
        case "steal":
            return 3.0 if effect["how"] == "random" else 5.5
        case "recover":
            return 6.0
        case kind:
            return HELPFUL.get(kind, 0.5)
