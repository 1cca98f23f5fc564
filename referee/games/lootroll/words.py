"""How cards, piles, windows and modes look on the wire."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal

from referee.games.lootroll.kinds import WindowName
from referee.kernel.texts import ShownAs
from referee.kernel.words import Words

# New cards must be added at the end.
_IN_THE_ORDER_OF_THEIR_NUMBERS = """
battle_shout blessing curse_of_weakness enrage sunder feign_death vote_kick late_arrival summoning_stone
treasure_sense soul_ward instance_reset need_roll lucky_streak jinx bad_beat loaded_dice butterfingers pickpocket
inspect_and_snatch sabotage scouting treasure_hunt black_market pocket_portal scavenge study haggle leather_cap
padded_vest rusty_chainmail patched_trousers worn_boots soft_slippers rusty_sword iron_mace wooden_shield
quarterstaff wood_axe minor_potion throwing_knife lucky_coin caltrops smoke_bomb old_map torn_scroll silver_ring
gold_pouch knight_helm loner_hood steel_breastplate robe_of_fortune plated_greaves ranger_boots boots_of_retreat
broadsword duelist_rapier tower_shield war_hammer slayer_pike greater_potion fire_bomb weighted_die portal_scroll
skeleton_key sapphire ruby golden_idol crown_of_embers dragonbone_helm titan_plate shadow_mantle colossus_legguards
gambler_kilt stormstriders winged_sandals soulreaver wand_of_whispers aegis orb_of_fate merchant_ledger
bursting_bulwark worldsplitter staff_of_ages bow_of_the_first_hunt phoenix_elixir void_shard die_of_destiny
tome_of_tricks ancient_relic royal_diadem dragon_hoard cave_rat goblin_sneak giant_spider skeleton green_slime
bandit dire_wolf ghoul kobold_gang living_armor orc_brute hexed_scarecrow troll mimic dark_acolyte harpy_flock
stone_gargoyle basilisk minotaur wandering_sage ogre_warlord vampire frost_giant treasure_golem gazing_horror hydra
death_knight lich demon_lord ancient_dragon
"""
CARD_IDS = _IN_THE_ORDER_OF_THEIR_NUMBERS.split()
PILES = {"ability": "Abilities.", "common": "Common loot.", "rare": "Rare loot.", "epic": "Epic loot."}
PILES |= {"monster": "Monsters."}

_SMALL = {"and", "of", "the"}
WINDOW_TEXTS = {
    "turn": "the turn, before its main action",
    "prep": "preparation",
    "fight": "the fight",
    "roll": "the roll",
    "town": "town",
}
MODE_TEXTS = {"normal": "a regular monster", "boss": "a boss"}


@cache
def card_name(card: str) -> str:
    """The name of a card."""
    return " ".join(word if word in _SMALL else word.capitalize() for word in card.split("_"))


def seats_text(seats: Iterable[int]) -> str:
    """The text for several seats."""
    return ", ".join(f"seat {seat}" for seat in seats) or "nobody"


SEATS = ShownAs(seats_text)


def _cards() -> Iterator[tuple[str, str]]:
    """The ids and descriptions of all cards, from the game's own set."""
    toml = (resources.files("referee.games.lootroll") / "cards.toml").read_text(encoding="utf-8")
    raw = tomllib.loads(toml)
    rows = {row["id"]: row for kind in ("ability", "loot", "monster") for row in raw[kind]}
    for card in CARD_IDS:
        yield card, f"{_facts(rows[card])}: {rows[card]['name']}."


def _facts(row: Mapping[str, Any]) -> str:
    if "price" in row:
        return f"Ability, price {row['price']}"
    if "slash" in row:
        modes = (row["normal"], row["boss"]) if row["slash"] else (row["normal"],)
        return f"Monster, survivability {'/'.join(str(mode['surv']) for mode in modes)}"
    slot = {"two": "two-handed"}.get(row.get("slot", ""), row.get("slot"))
    gear = f", {slot}, survivability {row.get('surv', 0)}" if slot else ""
    return f"{row['rarity'].title()} loot, treasure {row['treasure']}{gear}"


CardId = Annotated[
    str,
    Words(
        "Card",
        "The cards of Loot Roll. Their effects are in the card set, which GameService returns.",
        _cards(),
        none="No card, or a card that the seat may not see.",
    ),
    ShownAs(card_name),
]
Pile = Annotated[str, Words("Pile", "The five piles.", PILES)]
Window = Annotated[
    WindowName,
    Words(
        "Window",
        "When cards can be played.",
        {
            "turn": "A turn, before its main action.",
            "prep": "After a monster is revealed, before the choices.",
            "fight": "After the choices, before the result.",
            "roll": "After each set of dice.",
            "town": "A town turn.",
        },
        none="No window is open.",
    ),
    ShownAs(WINDOW_TEXTS),
]
Mode = Annotated[
    Literal["normal", "boss"],
    Words("Mode", "How a monster is fought.", {"normal": "As a regular monster.", "boss": "As a boss."}),
    ShownAs(MODE_TEXTS),
]
EndReason = Annotated[
    str, Words("EndReason", "The reason why the game ended.", {"three_dungeons": "Three dungeons were played."})
]
Loss = Annotated[
    str,
    Words(
        "Loss",
        "Why a card of a seat was discarded.",
        {
            "dropped": "Dropped from the bag by its owner.",
            "left": "Found, but not taken.",
            "lost": "Lost as required by a defeat or by flight.",
            "forgotten": "An ability that was forgotten.",
            "destroyed": "Destroyed by another card.",
            "paid": "Paid for an ability in town.",
        },
    ),
]
