"""Events for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.lootroll.text_names import card_name, seats_text
from referee.games.lootroll.v1 import event_pb2 as pb
from referee.games.lootroll.v1.view_pb2 import MODE_BOSS, Pile


def event_text(event: pb.Event) -> str:
    """One event."""
    name = event.WhichOneof("event") or ""
    return _TEXTS[name](getattr(event, name))


def _card(number: int, otherwise: str = "a card") -> str:
    return card_name(number) if number else otherwise


def _names(cards: Any) -> str:
    return ", ".join(card_name(card) for card in cards) or "nothing"


def _pile(pile: Any) -> str:
    return Pile.Name(pile).removeprefix("PILE_").lower()


def _on(played: pb.Played) -> str:
    return f" on seat {played.target}" if played.HasField("target") else ""


def _displaced(equipped: pb.Equipped) -> str:
    return f"; into the bag: {_names(equipped.displaced)}" if equipped.displaced else ""


def _dice(rolled: pb.DiceRolled) -> str:
    return ", ".join(f"seat {die.seat} {die.die}{die.modifier:+d}" for die in rolled.dice)


def _shown(cards: Any) -> str:
    return f": {_names(cards)}" if cards else ""


_TEXTS: dict[str, Callable[[Any], str]] = {
    "dungeon_begins": lambda e: f"the party enters dungeon {e.dungeon}, seat {e.seat} first",
    "turn_begins": lambda e: f"the turn of seat {e.seat}",
    "reshuffled": lambda e: f"the {_pile(e.pile)} discard pile of {e.count} cards becomes the deck",
    "drew": lambda e: f"seat {e.seat} draws {_card(e.card)} of the {_pile(e.pile)} deck",
    "found": lambda e: f"seat {e.seat} explores and finds {_card(e.card)}",
    "kept": lambda e: f"seat {e.seat} puts {_card(e.card)} into its bag",
    "find_shown": lambda e: f"seat {e.seat} shows that it found {_card(e.card)}",
    "played": lambda e: f"seat {e.seat} plays {_card(e.card)}{_on(e)}",
    "equipped": lambda e: f"seat {e.seat} equips {_card(e.card)}{_displaced(e)}",
    "discarded": lambda e: f"{_card(e.card)} of seat {e.seat} is discarded ({e.cause})",
    "passed": lambda e: f"seat {e.seat} passes",
    "monster_revealed": lambda e: f"{_card(e.card)} is to be fought as {_mode(e.mode)}",
    "monster_under": lambda e: f"{_card(e.card)} goes to the bottom of the deck",
    "choices_shown": lambda e: f"the choices are shown; fighters: {seats_text(e.fighters)}",
    "fight_ended": lambda e: f"the fight is {'won' if e.won else 'lost'}: party {e.party}, monster {e.monster}",
    "laid_out": lambda e: f"loot is laid out: {_names(e.cards)}",
    "dice_rolled": lambda e: f"dice for {_card(e.card)}: {_dice(e)}",
    "die_changed": lambda e: f"the die of seat {e.seat} now shows {e.die}",
    "loot_won": lambda e: f"seat {e.seat} takes {_card(e.card)}",
    "loot_left": lambda e: f"nobody can take {_card(e.card)}",
    "looked_into": lambda e: f"seat {e.seat} looks into the bag of seat {e.target}{_shown(e.cards)}",
    "stolen": lambda e: f"seat {e.seat} steals {_card(e.card)} from the bag of seat {e.target}",
    "scouted": lambda e: f"seat {e.seat} looks at the top {e.count} monsters{_shown(e.cards)}",
    "monster_chosen": lambda e: f"seat {e.seat} lets {_card(e.card, 'one of them')} go on top",
    "banked": lambda e: f"seat {e.seat} puts {_card(e.card)} into its bank",
    "recovered": lambda e: f"seat {e.seat} takes {_card(e.card)} out of the discard pile",
    "dungeon_ended": lambda e: f"dungeon {e.dungeon} is {'cleared' if e.cleared else 'abandoned'}",
    "vendor_shows": lambda e: f"the vendor shows {_names(e.cards)}",
    "town_turn_begins": lambda e: f"the town turn of seat {e.seat}",
    "bought": lambda e: f"seat {e.seat} buys {_card(e.card)} for {e.price}",
    "vendor_leaves": lambda e: f"the vendor leaves; discarded: {_names(e.cards)}",
    "game_over": lambda e: f"the game is over; scores {list(e.scores)}",
}


def _mode(mode: Any) -> str:
    return "a boss" if mode == MODE_BOSS else "a regular monster"
