"""Events for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.counts import counted
from referee.games.lootroll import events
from referee.games.lootroll.text_names import card_name, seats_text
from referee.games.lootroll.words import CardId, Mode
from referee.kernel.table import Event


def event_text(event: Event) -> str:
    """One event."""
    return _TEXTS[type(event)](event)


def _card(card: CardId | None, otherwise: str = "a card") -> str:
    return otherwise if card is None else card_name(card)


def _names(cards: Iterable[CardId]) -> str:
    return ", ".join(card_name(card) for card in cards) or "nothing"


def _on(played: events.Played) -> str:
    return "" if played.target is None else f" on seat {played.target}"


def _displaced(equipped: events.Equipped) -> str:
    return f"; into the bag: {_names(equipped.displaced)}" if equipped.displaced else ""


def _dice(rolled: events.DiceRolled) -> str:
    return ", ".join(f"seat {die.seat} {die.die}{die.modifier:+d}" for die in rolled.dice)


def _shown(cards: Iterable[CardId]) -> str:
    return f": {_names(cards)}" if cards else ""


_TEXTS: dict[type[Event], Callable[[Any], str]] = {
    events.DungeonBegins: lambda e: f"the party enters dungeon {e.dungeon}, seat {e.seat} first",
    events.TurnBegins: lambda e: f"the turn of seat {e.seat}",
    events.Reshuffled: lambda e: f"the {e.pile} discard pile of {counted(e.count, 'card')} becomes the deck",
    events.Drew: lambda e: f"seat {e.seat} draws {_card(e.card)} of the {e.pile} deck",
    events.Found: lambda e: f"seat {e.seat} explores and finds {_card(e.card)}",
    events.Kept: lambda e: f"seat {e.seat} puts {_card(e.card)} into its bag",
    events.FindShown: lambda e: f"seat {e.seat} shows that it found {_card(e.card)}",
    events.Played: lambda e: f"seat {e.seat} plays {_card(e.card)}{_on(e)}",
    events.Equipped: lambda e: f"seat {e.seat} equips {_card(e.card)}{_displaced(e)}",
    events.Discarded: lambda e: f"{_card(e.card)} of seat {e.seat} is discarded ({e.cause})",
    events.Passed: lambda e: f"seat {e.seat} passes",
    events.MonsterRevealed: lambda e: f"{_card(e.card)} is to be fought as {_mode(e.mode)}",
    events.MonsterUnder: lambda e: f"{_card(e.card)} goes to the bottom of the deck",
    events.ChoicesShown: lambda e: f"the choices are shown; fighters: {seats_text(e.fighters)}",
    events.FightEnded: lambda e: f"the fight is {'won' if e.won else 'lost'}: party {e.party}, monster {e.monster}",
    events.LaidOut: lambda e: f"loot is laid out: {_names(e.cards)}",
    events.DiceRolled: lambda e: f"dice for {_card(e.card)}: {_dice(e)}",
    events.DieChanged: lambda e: f"the die of seat {e.seat} now shows {e.die}",
    events.LootWon: lambda e: f"seat {e.seat} takes {_card(e.card)}",
    events.LootLeft: lambda e: f"nobody can take {_card(e.card)}",
    events.LookedInto: lambda e: f"seat {e.seat} looks into the bag of seat {e.target}{_shown(e.cards)}",
    events.Stolen: lambda e: f"seat {e.seat} steals {_card(e.card)} from the bag of seat {e.target}",
    events.Scouted: lambda e: f"seat {e.seat} looks at the top {counted(e.count, 'monster')}{_shown(e.cards)}",
    events.MonsterChosen: lambda e: f"seat {e.seat} lets {_card(e.card, 'one of them')} go on top",
    events.Banked: lambda e: f"seat {e.seat} puts {_card(e.card)} into its bank",
    events.Recovered: lambda e: f"seat {e.seat} takes {_card(e.card)} out of the discard pile",
    events.DungeonEnded: lambda e: f"dungeon {e.dungeon} is {'cleared' if e.cleared else 'abandoned'}",
    events.VendorShows: lambda e: f"the vendor shows {_names(e.cards)}",
    events.TownTurnBegins: lambda e: f"the town turn of seat {e.seat}",
    events.Bought: lambda e: f"seat {e.seat} buys {_card(e.card)} for {e.price}",
    events.VendorLeaves: lambda e: f"the vendor leaves; discarded: {_names(e.cards)}",
    events.GameOver: lambda e: f"the game is over ({e.reason}); scores {list(e.scores)}",
}


def _mode(mode: Mode) -> str:
    return "a boss" if mode == "boss" else "a regular monster"
