"""The board: a view laid out as a table for people."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.inventory import choices
from referee.games.inventory.cards import SUBTYPES, CardId, Cards
from referee.games.inventory.kinds import dice_text
from referee.games.inventory.legend import card_text
from referee.games.inventory.view import SeatView, Stack, View
from referee.games.inventory.words import ENDINGS, PARTS
from referee.kernel.asking import Option
from referee.kernel.board import Board, Card, CardArea, SeatArea, face_down, marks_that_hold
from referee.kernel.texts import text_of

_KINDS = list(SUBTYPES)
_LAID_OUT = {
    "Worn": ("head", "back", "body", "hand"),
    "Allies": ("follow", "ally_head", "ally_back", "ally_body", "ally_hand"),
    "Stored": ("stored", "nested"),
}


def board(view: View, cards: Cards) -> Board:
    """Both markets in the middle; for each seat what it wears, stores and holds."""
    facts = [f"Round {view.round}", PARTS[view.part]]
    facts += [] if view.end is None else [f"The game ends with this round: {ENDINGS[view.end]}"]
    facts += [] if view.chosen is None else [f"You have chosen: {text_of(view.chosen)}"]
    return Board(
        facts=tuple(facts),
        zones=_middle(view, cards),
        seats=tuple([_place(view, cards, number, seat) for number, seat in enumerate(view.seats)]),
    )


def place_of(option: Option) -> str:
    """The place on the board where an option can be chosen; empty if there is none."""
    match option:
        case choices.Trash(card, where):
            return f"laid {where} {card}"
        case choices.DropCard(card) | choices.GiveUp(card):
            return f"laid stored {card}"
        case choices.DropDie() | choices.StoreDie():
            return "gold"
        case choices.BuyPremium(place):
            return f"premium {place}"
        case choices.BuyCommon():
            return "common"
        case choices.BuyLoot(card):
            return f"pile {card}"
        case choices.Put(card, _):
            return f"hand {card}"
        case choices.Draw():
            return "deck"
        case choices.Attack(seat):
            return f"seat {seat}"
        case _:
            return ""


def _middle(view: View, cards: Cards) -> tuple[CardArea, ...]:
    row = [
        _card(cards, card, place=f"premium {place}") if card else Card("empty", place=f"premium {place}")
        for place, card in enumerate(view.premium_row, 1)
    ]
    common = (_card(cards, view.common, place="common"),) if view.common else ()
    open_piles = [_card(cards, pile.card, pile.count, place=f"pile {pile.card}") for pile in view.piles if pile.count]
    return (
        CardArea("Premium Market", tuple(row)),
        CardArea("Premium deck", face_down(view.premium_deck), pile=True),
        CardArea("Common Market", common, (f"rebate {view.rebate}",)),
        CardArea("Common deck", face_down(view.common_deck), pile=True),
        CardArea("Loot and quests", tuple(open_piles)),
        CardArea("Trash", _stacks(cards, view.trash), pile=True),
    )


def _place(view: View, cards: Cards, number: int, seat: SeatView) -> SeatArea:
    own = number == view.seat
    hand = tuple([_card(cards, card, place=f"hand {card}") for card in seat.hand_cards])
    return SeatArea(
        facts=_totals(seat),
        zones=(
            *_laid_out(cards, seat, own=own),
            _gold(seat, own=own),
            CardArea("Hand", hand if own else face_down(seat.hand)),
            CardArea("Deck", face_down(seat.deck), pile=True, place="deck" if own else ""),
            CardArea("Discard pile", _stacks(cards, seat.discard), pile=True),
        ),
        marks=marks_that_hold(
            {
                "first seat": view.first_seat == number,
                "its turn": view.active_seat == number,
                "equipping": number in view.equipping,
                "attacked": seat.attacked,
            }
        ),
        place=f"seat {number}",
    )


def _laid_out(cards: Cards, seat: SeatView, *, own: bool) -> Iterable[CardArea]:
    for name, places in _LAID_OUT.items():
        laid = [
            _card(
                cards,
                placed.card,
                marks=(placed.where.replace("_", " "),),
                place=f"laid {placed.where} {placed.card}" if own else "",
            )
            for placed in seat.layout
            if placed.where in places
        ]
        if laid:
            yield CardArea(name, tuple(laid))


def _totals(seat: SeatView) -> tuple[str, ...]:
    sums = seat.totals
    return (
        f"power {sums.power}, defense {sums.defense}",
        f"gold {sums.gold}, goods {sums.goods_gold}",
        f"weight {sums.weight} of {sums.carry}" + (f", {dice_text(sums.pockets)} in pockets" if sums.pockets else ""),
    )


def _gold(seat: SeatView, *, own: bool) -> CardArea:
    return CardArea("Gold", facts=(f"carries {seat.carried}, purse {seat.purse}",), place="gold" if own else "")


def _stacks(cards: Cards, stacks: Iterable[Stack]) -> tuple[Card, ...]:
    return tuple([_card(cards, stack.card, stack.count) for stack in stacks])


def _card(cards: Cards, card: CardId, count: int = 1, marks: tuple[str, ...] = (), place: str = "") -> Card:
    """A card; its colour is that of its type."""
    row = cards[card]
    kind = 1 + _KINDS.index(row.type)
    return Card(row.name, f"{row.price}g", card_text(row), kind, count, marks, place)
