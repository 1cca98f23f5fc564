"""Load a card set. If a set cannot be played, the error names the card, the field and the allowed values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from referee.errors import CardSetError
from referee.games.inventory.cards import (
    DECKS,
    EXTRA_SEATS,
    HANDS,
    RARITIES,
    SLOTS,
    SUBTYPES,
    TYPES_OF_DECK,
    Card,
    CardId,
    Cards,
    Deck,
    Extra,
    Mat,
)
from referee.games.inventory.kinds import (
    CARRIERS,
    Multiply,
    NotNegative,
)
from referee.games.inventory.longest import check_lists
from referee.kernel import cards as reading


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """The header of the set."""

    id: str
    game: str
    copies_total: int


def load_cards(raw: reading.CardData) -> Cards:
    """Read and check a card set."""
    reading.check_parts(raw, {"set", "counts", "starter_deck", "mat", "extra", "card"})
    about = reading.section(raw, "set", About)
    reading.check_game(about.game, "inventory")
    rows = reading.rows(raw, "card", Card)
    reading.check_unique("card", (row.id for row in rows))
    cards = Cards(
        by_id={row.id: row for row in rows},
        starter_deck=reading.section(raw, "starter_deck", dict[CardId, NotNegative]),
        mat=reading.section(raw, "mat", Mat),
        extra=_extra(raw),
    )
    for row in rows:
        _check_card(row)
    _check_mat(cards.mat)
    _check_counts(cards, reading.section(raw, "counts", dict[Deck, int]), about.copies_total)
    _check_starter_deck(cards)
    check_lists(cards)
    return cards


def _extra(raw: Mapping[str, Any]) -> dict[int, Extra]:
    given = raw.get("extra")
    if not isinstance(given, dict) or set(given) != {str(seats) for seats in EXTRA_SEATS}:
        raise CardSetError("the card set must have [extra.3] and [extra.4], and no other [extra]")
    return {seats: reading.typed(given[str(seats)], Extra, f"[extra.{seats}]") for seats in EXTRA_SEATS}


def _check_card(card: Card) -> None:
    where = f"card {card.id!r}"
    if card.type not in TYPES_OF_DECK[card.deck]:
        allowed = ", ".join(TYPES_OF_DECK[card.deck])
        raise CardSetError(f"{where}: type is {card.type!r}; deck {card.deck!r} allows {allowed}")
    if card.subtype not in SUBTYPES[card.type]:
        allowed = ", ".join(SUBTYPES[card.type])
        raise CardSetError(f"{where}: subtype is {card.subtype!r}; type {card.type!r} allows {allowed}")
    if bool(card.slots) != (card.type == "equipment"):
        raise CardSetError(f"{where}: slots is {list(card.slots)}; equipment must have some, other cards none")
    worn = card.type in {"equipment", "companion"}
    for name, allowed_here in {
        **dict.fromkeys(("power", "defense", "gold", "carry"), worn),
        "store_gold": card.type == "goods",
        "weight": card.type != "companion",
    }.items():
        if getattr(card, name) and not allowed_here:
            raise CardSetError(f"{where}: {name} is {getattr(card, name)}; a card of type {card.type!r} has none")
    _check_effects(card, where)


def _check_effects(card: Card, where: str) -> None:
    kinds = [type(effect) for effect in card.effects]
    for effect in card.effects:
        if card.type not in CARRIERS[type(effect)]:
            allowed = ", ".join(CARRIERS[type(effect)])
            tag = effect.__struct_config__.tag
            raise CardSetError(f"{where}: the effect {tag!r} is for cards of type {allowed}, not {card.type!r}")
        if kinds.count(type(effect)) > 1:
            raise CardSetError(f"{where}: effects has {effect.__struct_config__.tag!r} twice")
    if card.two_handed and card.slots != ("hand",):
        raise CardSetError(f"{where}: slots is {list(card.slots)}; the effect 'two_hands' needs just 'hand'")
    if card.nests and not set(card.slots) <= {"back", "hand"}:
        raise CardSetError(f"{where}: slots is {list(card.slots)}; the effect 'nest' allows back, hand")
    if sum([card.nests, card.extra, card.two_handed]) > 1:
        raise CardSetError(f"{where}: only one of the effects 'nest', 'no_occupy' and 'two_hands' can be on a card")
    if card.effect(Multiply) is not None and (card.power or card.defense or card.gold):
        raise CardSetError(f"{where}: a card with the effect 'multiply' has no power, defense or gold of its own")


def _check_mat(mat: Mat) -> None:
    for name, given in {"capacity": mat.capacity, "carry": mat.carry}.items():
        if tuple(given) != SLOTS:
            raise CardSetError(f"[mat]: {name} must name {', '.join(SLOTS)}, in this order")
    reading.check_count("capacity of hand in [mat]", mat.capacity["hand"], HANDS)


def _check_counts(cards: Cards, counts: Mapping[Deck, int], total: int) -> None:
    if counts.keys() != set(DECKS):
        raise CardSetError(f"[counts] must name {', '.join(DECKS)}")
    for deck in DECKS:
        reading.check_count(
            f"count of all [[card]] with deck = {deck!r} ([counts] {deck})", len(cards.deck(deck)), counts[deck]
        )
    reading.check_count("all [counts] together ([set] copies_total)", sum(counts.values()), total)
    for rarity in RARITIES:
        kinds = sum(card.subtype == rarity for card in cards.by_id.values())
        reading.check_count(f"number of [[card]] with subtype = {rarity!r}", kinds, 1)
    quests = sum(card.type == "quest" for card in cards.by_id.values())
    reading.check_count("number of [[card]] with type = 'quest'", quests, 1)
    in_copy = dict(counts) | {rarity: cards[card].count for rarity, card in zip(RARITIES, cards.loot, strict=True)}
    for seats, extra in cards.extra.items():
        for name in extra.__struct_fields__:
            if getattr(extra, name) > in_copy[name]:
                raise CardSetError(
                    f"[extra.{seats}]: {name} is {getattr(extra, name)}; a copy of the game has {in_copy[name]}"
                )


def _check_starter_deck(cards: Cards) -> None:
    size = sum(cards.starter_deck.values())
    for card, count in cards.starter_deck.items():
        if card not in cards.by_id or cards[card].deck != "starter":
            raise CardSetError(f"[starter_deck]: {card!r} is no card of the starter deck")
        if cards[card].draws:
            raise CardSetError(f"[starter_deck]: {card!r} has the effect 'draw', which set-up does not carry out")
        what = f"[starter_deck]: {card}, for two players (the count of this [[card]])"
        reading.check_count(what, 2 * count, cards[card].count)
    for seats, extra in cards.extra.items():
        reading.check_count(
            f"starter in [extra.{seats}] ([starter_deck] for {seats - 2} more)", extra.starter, (seats - 2) * size
        )
