"""Views and options for people. Rendered from what is told alone, so a text tells no more than that."""

from __future__ import annotations

from collections.abc import Iterable

from referee.counts import counted
from referee.games.lootroll import choices
from referee.games.lootroll.cards import SLOTS
from referee.games.lootroll.text_names import card_name, seats_text
from referee.games.lootroll.view import Duty, DutyKind, Fight, PileView, SeatView, Spoils, Town, View
from referee.games.lootroll.words import PILES, CardId, Mode
from referee.kernel.asking import Option
from referee.kernel.seats import Seat

WINDOW_TEXTS = {
    "turn": "the turn, before its main action",
    "prep": "preparation",
    "fight": "the fight",
    "roll": "the roll",
    "town": "town",
}
_DUTY_TEXTS = {
    DutyKind.SNATCH: "takes a card out of the bag of seat {target}",
    DutyKind.SCOUT: "says which of the top {monsters} goes on top",
    DutyKind.BANK: "may move up to {cards} to the bank",
    DutyKind.RECOVER: "takes a card of a discard pile",
    DutyKind.LOSE: "must lose {cards}",
}
_OPTION_TEXTS: dict[type[Option], str] = {
    choices.PassTurn: "pass",
    choices.Done: "done",
    choices.Explore: "explore: draw a common card",
    choices.DiscardLoot: "discard loot",
    choices.Keep: "put it into the bag",
    choices.Leave: "leave it: the bag is full",
    choices.EquipFound: "equip it",
    choices.Stand: "fight",
    choices.Flee: "flee",
    choices.Equip: "equip",
    choices.Drop: "discard",
    choices.Lose: "lose",
    choices.Take: "take",
    choices.PutOnTop: "put on top",
    choices.PutInBank: "move to the bank",
    choices.Buy: "buy",
    choices.Deposit: "deposit",
    choices.Pay: "pay with",
    choices.PlayAbility: "play the ability",
    choices.PlayLoot: "play the loot",
    choices.PlayGear: "play the gear",
    choices.UseFound: "play it",
}


def view_text(view: View) -> str:
    """The table, line by line."""
    lines = [f"Dungeon {view.dungeon}: {_progress(view)}. Seat {view.active_seat} is active."]
    lines += [_seat(seat, number, you=number == view.seat) for number, seat in enumerate(view.seats)]
    lines += [_pile(name, getattr(view, name)) for name in PILES]
    if view.spent:
        lines.append(f"Spent until the next dungeon: {_names(view.spent)}.")
    if view.window is not None:
        lines.append(f"Window: {WINDOW_TEXTS[view.window]}.")
    lines += _happening(view)
    if view.seat is not None:
        lines += _own(view.seats[view.seat])
    return "\n".join(lines)


def option_text(option: Option) -> str:
    """One option."""
    if isinstance(option, choices.FightMonster):
        return f"fight the top monster {mode_text(option.mode)}"
    card: CardId | None = getattr(option, "card", None)
    target: Seat | None = getattr(option, "target", None)
    what = "" if card is None else f" {card_name(card)}"
    return f"{_OPTION_TEXTS[type(option)]}{what}{'' if target is None else f' on seat {target}'}"


def _progress(view: View) -> str:
    return f"{counted(view.regulars, 'regular monster')} defeated, {view.turns} of {view.turn_limit} turns taken"


def _seat(seat: SeatView, number: int, *, you: bool) -> str:
    worn = [f"{slot} {card_name(getattr(seat, slot))}" for slot in SLOTS if getattr(seat, slot)]
    return (
        f"Seat {number}{' (you)' if you else ''}: survivability {seat.survivability}; hand of {seat.hand}, "
        f"bag of {seat.bag}, bank of {seat.bank}; wears {', '.join(worn) or 'nothing'}."
    )


def _pile(name: str, pile: PileView) -> str:
    return f"{name.capitalize()} deck of {pile.deck}; discarded: {_names(pile.discard)}."


def _happening(view: View) -> list[str]:
    lines = []
    if view.fight is not None:
        lines.append(_fight(view.fight))
    if view.spoils is not None:
        lines.append(_spoils(view.spoils))
    if view.town is not None:
        lines.append(_town(view.town))
    if view.something_found:
        found = "a common card" if view.found is None else card_name(view.found)
        lines.append(f"Seat {view.active_seat} has found {found}.")
    lines += [duty_text(duty) for duty in view.duties]
    return lines


def duty_text(duty: Duty) -> str:
    """What a seat must settle."""
    cards, monsters = counted(duty.count, "card"), counted(duty.count, "monster")
    text = _DUTY_TEXTS[duty.kind].format(cards=cards, monsters=monsters, target=duty.target)
    return f"Seat {duty.seat} {text}."


def _own(own: SeatView) -> list[str]:
    zones = {"hand": own.hand_cards, "bag": own.bag_cards, "bank": own.bank_cards}
    return [f"Your {name}: {', '.join(card_name(card) for card in cards) or 'empty'}." for name, cards in zones.items()]


def _fight(fight: Fight) -> str:
    sides = f"fighters: {seats_text(fight.fighters)}" if fight.shown else "the choices are still to be made"
    played = [f"seat {boost.seat} {boost.surv:+d}, shield {boost.shield}" for boost in fight.boosts]
    return (
        f"Fight {mode_text(fight.mode)} against {card_name(fight.monster)}: party {fight.party_survivability} against "
        f"{fight.monster_survivability}, {sides}. Played on seats: {'; '.join(played) or 'nothing'}; on the monster: "
        f"{fight.monster_change:+d}; on the loot: {fight.more_loot:+d}."
    )


def _spoils(spoils: Spoils) -> str:
    dice = [f"seat {die.seat} {die.die}{die.modifier:+d}" for die in spoils.dice]
    bonuses = [f"seat {bonus.seat} {bonus.amount:+d}" for bonus in spoils.bonuses]
    return (
        f"Loot to roll for, the first now: {_names(spoils.loot)}. Fighters: {seats_text(spoils.fighters)}. "
        f"Dice: {', '.join(dice) or 'none'}. Bonuses: {', '.join(bonuses) or 'none'}."
    )


def _town(town: Town) -> str:
    done = "has deposited" if town.deposited else f"has bought {town.bought}"
    buying = f" It still owes {town.owed} for {card_name(town.buying)}." if town.buying else ""
    return (
        f"Town: the turn of seat {town.order[0]}, which {done}; then {seats_text(town.order[1:])}. The vendor shows "
        f"{', '.join(card_name(card) for card in town.vendor) or 'nothing'}. Discount {town.discount}.{buying}"
    )


def _names(cards: Iterable[CardId]) -> str:
    return ", ".join(card_name(card) for card in cards) or "none"


def mode_text(mode: Mode) -> str:
    """How a monster is fought."""
    return "as a boss" if mode == "boss" else "as a regular monster"
