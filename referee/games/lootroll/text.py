"""Views and options for people. Rendered from the messages alone, so a text tells no more than they do."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.lootroll.text_events import event_text
from referee.games.lootroll.text_names import card_name, described, seats_text
from referee.games.lootroll.v1 import option_pb2, view_pb2

__all__ = ["event_text", "option_text", "view_text"]

_SLOTS = ("head", "body", "legs", "feet", "main", "off")
_PILES = ("ability", "common", "rare", "epic", "monster")
_WINDOW_TEXTS = {
    view_pb2.WINDOW_TURN: "the turn, before its main action",
    view_pb2.WINDOW_PREP: "preparation",
    view_pb2.WINDOW_FIGHT: "the fight",
    view_pb2.WINDOW_ROLL: "the roll",
    view_pb2.WINDOW_TOWN: "town",
}
_DUTY_TEXTS = {
    view_pb2.Duty.KIND_SNATCH: "takes a card out of the bag of seat {target}",
    view_pb2.Duty.KIND_SCOUT: "says which of the top {count} monsters goes on top",
    view_pb2.Duty.KIND_BANK: "may move up to {count} cards to the bank",
    view_pb2.Duty.KIND_RECOVER: "takes a card of a discard pile",
    view_pb2.Duty.KIND_LOSE: "must lose {count} cards",
}
_OPTION_TEXTS = {
    "pass_turn": "pass",
    "done": "done",
    "explore": "explore: draw a common card",
    "discard_loot": "discard loot",
    "keep": "put it into the bag",
    "leave": "leave it: the bag is full",
    "equip_found": "equip it",
    "stand": "fight",
    "flee": "flee",
}
_CARD_OPTION_TEXTS = {
    "equip": "equip",
    "drop": "discard",
    "lose": "lose",
    "take": "take",
    "put_on_top": "put on top",
    "put_in_bank": "move to the bank",
    "buy": "buy",
    "deposit": "deposit",
    "pay": "pay with",
    "play_ability": "play the ability",
    "play_loot": "play the loot",
    "play_gear": "play the gear",
}


def view_text(view: view_pb2.View) -> str:
    """The table, line by line."""
    lines = [f"Dungeon {view.dungeon}: {_progress(view)}. Seat {view.active_seat} is active."]
    lines += [_seat(view, number) for number in range(len(view.seats))]
    lines += [_pile(name, getattr(view, name)) for name in _PILES]
    if view.spent:
        lines.append(f"Spent until the next dungeon: {_names(view.spent)}.")
    if view.window:
        lines.append(f"Window: {_WINDOW_TEXTS[view.window]}.")
    lines += _happening(view)
    if view.HasField("seat"):
        lines += _own(view)
    return "\n".join(lines)


def option_text(option: option_pb2.Option) -> str:
    """One option."""
    name = option.WhichOneof("option") or "pass_turn"
    chosen = getattr(option, name)
    if name == "fight_monster":
        return f"fight the top monster {_as(chosen.mode)}"
    if name == "use_found":
        return "play it" + _on(chosen)
    if name in _OPTION_TEXTS:
        return _OPTION_TEXTS[name]
    target = _on(chosen) if name.startswith("play_") else ""
    return f"{_CARD_OPTION_TEXTS[name]} {described(chosen.card)}{target}"


def _progress(view: view_pb2.View) -> str:
    return f"{view.regulars} regular monsters defeated, {view.turns} of {view.turn_limit} turns taken"


def _seat(view: view_pb2.View, number: int) -> str:
    seat = view.seats[number]
    you = " (you)" if view.HasField("seat") and number == view.seat else ""
    worn = [f"{slot} {card_name(getattr(seat, slot))}" for slot in _SLOTS if getattr(seat, slot)]
    return (
        f"Seat {number}{you}: survivability {seat.survivability}; hand of {seat.hand}, bag of {seat.bag}, "
        f"bank of {seat.bank}; wears {', '.join(worn) or 'nothing'}."
    )


def _pile(name: str, pile: view_pb2.PileView) -> str:
    return f"{name.capitalize()} deck of {pile.deck}; discarded: {_names(pile.discard)}."


def _happening(view: view_pb2.View) -> list[str]:
    lines = []
    if view.HasField("fight"):
        lines.append(_fight(view.fight))
    if view.HasField("spoils"):
        lines.append(_spoils(view.spoils))
    if view.HasField("town"):
        lines.append(_town(view.town))
    if view.something_found:
        lines.append(f"Seat {view.active_seat} has found {described(view.found) if view.found else 'a common card'}.")
    lines += [_duty(duty) for duty in view.duties]
    return lines


def _duty(duty: view_pb2.Duty) -> str:
    return f"Seat {duty.seat} {_DUTY_TEXTS[duty.kind].format(count=duty.count, target=duty.target)}."


def _own(view: view_pb2.View) -> list[str]:
    own = view.seats[view.seat]
    zones = {"hand": own.hand_cards, "bag": own.bag_cards, "bank": own.bank_cards}
    return [f"Your {name}: {'; '.join(described(card) for card in cards) or 'empty'}." for name, cards in zones.items()]


def _fight(fight: view_pb2.Fight) -> str:
    sides = f"fighters: {seats_text(fight.fighters)}" if fight.shown else "the choices are still to be made"
    played = [f"seat {boost.seat} {boost.surv:+d}, shield {boost.shield}" for boost in fight.boosts]
    return (
        f"Fight {_as(fight.mode)} against {described(fight.monster)}: party {fight.party_survivability} against "
        f"{fight.monster_survivability}, {sides}. Played on seats: {'; '.join(played) or 'nothing'}; on the monster: "
        f"{fight.monster_change:+d}; on the loot: {fight.more_loot:+d}."
    )


def _spoils(spoils: view_pb2.Spoils) -> str:
    dice = [f"seat {die.seat} {die.die}{die.modifier:+d}" for die in spoils.dice]
    bonuses = [f"seat {bonus.seat} {bonus.amount:+d}" for bonus in spoils.bonuses]
    return (
        f"Loot to roll for, the first now: {_names(spoils.loot)}. Fighters: {seats_text(spoils.fighters)}. "
        f"Dice: {', '.join(dice) or 'none'}. Bonuses: {', '.join(bonuses) or 'none'}."
    )


def _town(town: view_pb2.Town) -> str:
    done = "has deposited" if town.deposited else f"has bought {town.bought}"
    buying = f" It still owes {town.owed} for {card_name(town.buying)}." if town.buying else ""
    return (
        f"Town: the turn of seat {town.order[0]}, which {done}; then {seats_text(town.order[1:])}. The vendor shows "
        f"{'; '.join(described(card) for card in town.vendor) or 'nothing'}. Discount {town.discount}.{buying}"
    )


def _names(cards: Iterable[int]) -> str:
    return ", ".join(card_name(card) for card in cards) or "none"


def _as(mode: view_pb2.Mode) -> str:
    return "as a boss" if mode == view_pb2.MODE_BOSS else "as a regular monster"


def _on(chosen: option_pb2.PlayAbility | option_pb2.UseFound) -> str:
    return f" on seat {chosen.target}" if chosen.HasField("target") else ""
