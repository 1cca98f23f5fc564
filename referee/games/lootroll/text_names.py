"""Cards in words: their names, and what a person must know of them, from the card set of the match."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from referee.counts import counted
from referee.games.lootroll import kinds
from referee.games.lootroll.cards import Ability, Cards, Loot, Monster
from referee.games.lootroll.kinds import Kind
from referee.games.lootroll.words import CardId

_SMALL = {"and", "of", "the"}
_TARGETS = {"self": "yourself", "other": "another seat", "any": "any seat"}
_PHRASES: dict[type[Kind], str] = {
    kinds.Surv: "survivability {amount:+d} for {target}",
    kinds.MonsterSurv: "monster {amount:+d}",
    kinds.MoreLoot: "a win brings {amount:+d} loot",
    kinds.ShieldLoss: "a defeat costs you {amount} loot less",
    kinds.LeaveFight: "{target} leaves the fight",
    kinds.EnterFight: "{target} enters the fight",
    kinds.SwapMonster: "the top monster takes the place of this one",
    kinds.Roll: "roll {amount:+d} for {target}",
    kinds.Reroll: "the die of {target} is rolled again",
    kinds.SetDie: "the die of {target} becomes {value}",
    kinds.DrawLoot: "draw {amount} {rarity} loot",
    kinds.DrawAbility: "draw abilities: {amount}",
    kinds.Steal: "steal a card from the bag of {target}: {how}",
    kinds.Destroy: "destroy a random card in the bag of {target}",
    kinds.Scout: "look at the top {monsters}, put one on top",
    kinds.Bank: "bank up to {cards}",
    kinds.Recover: "take a card of the {rarity} discard pile",
    kinds.Discount: "abilities cost you {amount} less",
    kinds.RollPassive: "your rolls {amount:+d}",
    kinds.SurvIf: "{amount:+d} more if {when}",
    kinds.PerFighter: "{amount:+d} for each fighter",
    kinds.WeakSlot: "{amount:+d} for each fighter with something in {slot}",
    kinds.IgnoreSlot: "survivability in {slot} does not count",
    kinds.NoAbilities: "no abilities in prep and fight",
    kinds.NoFlight: "nobody can flee",
    kinds.FlightCost: "to flee costs {amount} loot",
    kinds.ExtraLoss: "a defeat costs {amount} loot more",
    kinds.LoseAbility: "a defeat costs each fighter {amount} random ability",
    kinds.WinAbility: "a win brings each fighter {amount} ability",
    kinds.RollBonus: "rolls {amount:+d} for the fighters of {who}",
}


@cache
def card_name(card: CardId) -> str:
    """The name of a card."""
    return " ".join(word if word in _SMALL else word.capitalize() for word in card.split("_"))


@lru_cache(4096)
def described(card: CardId, cards: Cards) -> str:
    """What a card is and does."""
    return "; ".join(_facts(cards.any_card(card)))


def seats_text(seats: Iterable[int]) -> str:
    """Some seats."""
    return ", ".join(f"seat {seat}" for seat in seats) or "nobody"


def _facts(card: Ability | Loot | Monster) -> list[str]:
    match card:
        case Ability():
            return [f"price {card.price}", f"{_when(card.windows)}: {_effect(card.effect)}"]
        case Loot():
            return _loot_facts(card)
        case monster:
            return [*_monster_facts(monster), *(_effect(effect) for effect in monster.effects)]


def _loot_facts(card: Loot) -> list[str]:
    facts = [f"{card.rarity}, treasure {card.treasure}"]
    if card.slot is not None:
        facts.append(f"{'two-handed' if card.slot == 'two' else card.slot} {card.surv:+d}")
    if card.passive is not None:
        facts.append(f"worn: {_effect(card.passive)}")
    if card.use is not None:
        again = ", once a dungeon" if card.use.cost == "dungeon" else ""
        facts.append(f"{_when(card.use.windows)}{again}: {_effect(card.use.effect)}")
    return facts


def _monster_facts(card: Monster) -> list[str]:
    modes = {"normal": card.normal, "boss": card.boss} if card.slash else {"always": card.normal}
    return [f"{mode} {numbers.surv}, loot {numbers.loot} {numbers.rarity}" for mode, numbers in modes.items()]


def _when(windows: Iterable[str]) -> str:
    return f"in {'/'.join(windows)}"


def _effect(kind: Kind) -> str:
    words = {field: getattr(kind, field) for field in kind.__struct_fields__}
    if "target" in words:
        words["target"] = _TARGETS[words["target"]]
    if isinstance(kind, kinds.Scout | kinds.Bank):
        words |= {"cards": counted(kind.amount, "card"), "monsters": counted(kind.amount, "monster")}
    return _PHRASES[type(kind)].format(**words)
