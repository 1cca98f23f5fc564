"""A board as HTML. If a part does not change between two steps, its text is identical, so it need not be sent again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from msgspec import Struct

from referee.counts import counted
from referee.kernel.board import KINDS, Board, Card, CardArea, SeatArea
from referee.pages.markup import Markup, join, tag

KEPT = 4096
"""The number of drawn zones to cache: most zones look the same as one step earlier, or the same to another viewer."""


class DrawnBoard(Struct, frozen=True):
    """The parts of a board, in order."""

    facts: str
    zones: list[str]
    seats: list[str]


def draw(board: Board, bots: Sequence[str], viewer: int | None, asked: Collection[int] = ()) -> DrawnBoard:
    """Draw a board for the seat `viewer`; `asked` are the seats whose choice is awaited."""
    return DrawnBoard(
        facts=_facts(board.facts),
        zones=[_zone(zone) for zone in board.zones],
        seats=[
            _seat(place, seat, bots[seat], is_viewer=seat == viewer, is_asked=seat in asked)
            for seat, place in enumerate(board.seats)
        ],
    )


def _seat(place: SeatArea, seat: int, bot: str, *, is_viewer: bool, is_asked: bool) -> Markup:
    marks = [*place.marks, *(["you"] if is_viewer else []), *(["choosing"] if is_asked else [])]
    number = tag("span", seat, class_=f"number k{1 + seat % KINDS}")
    head = tag("h3", tag("span", "Seat ", class_="unseen"), number, " ", tag("span", bot, class_="bot"))
    chips = tag("p", join([_mark(mark) for mark in marks]), class_="marks") if marks else Markup("")
    facts = _facts(place.facts) if place.facts else Markup("")
    classes = " ".join(["seat", *(["viewer"] if is_viewer else []), *(["asked"] if is_asked else [])])
    body = tag("div", join([_zone(zone, level="h4") for zone in place.zones]), class_="zones")
    return tag(
        "section",
        join([head, chips, facts, body]),
        class_=classes,
        data_place=place.place or None,
        aria_label=f"Seat {seat}: {bot}",
    )


def _facts(facts: Sequence[str]) -> Markup:
    return tag("ul", join([tag("li", fact) for fact in facts]), class_="facts")


@lru_cache(maxsize=KEPT)
def _zone(zone: CardArea, level: str = "h3") -> Markup:
    count = sum(card.count for card in zone.cards)
    number = [tag("span", count, class_="size", title=counted(count, "card"))] if zone.cards else []
    parts = [tag(level, f"{zone.name} ", *number)]
    if zone.pile and count > 1:
        parts.append(_pile(zone, count))
    elif zone.cards:
        parts.append(_cards(zone))
    elif not zone.facts:
        parts.append(tag("p", "empty", class_="fact nothing"))
    parts += [tag("p", fact, class_="fact") for fact in zone.facts]
    classes = " ".join(["zone", *(["now"] if zone.now else [])])
    return tag("section", join(parts), class_=classes, data_place=zone.place or None, aria_label=zone.name)


def _cards(zone: CardArea) -> Markup:
    return tag("ul", join([_card(card) for card in zone.cards]), class_="cards")


def _pile(zone: CardArea, count: int) -> Markup:
    """A pile of cards; if some of them are visible, they are laid out on demand."""
    if all(not card.name for card in zone.cards):
        return tag("ul", _card(Card(count=count)), class_="cards pile")
    return tag("details", tag("summary", f"show {counted(count, 'card')}"), _cards(zone))


def _card(card: Card) -> Markup:
    count = [tag("span", f"x{card.count}", class_="count")] if card.count != 1 else []
    if not card.name:
        hidden = f"{counted(card.count, 'card')} face down"
        return tag("li", tag("span", hidden, class_="unseen"), *count, class_=_classes(card, "back"))
    parts = [tag("b", card.name)]
    if card.figure:
        parts.append(tag("span", card.figure, class_="figure"))
    parts += count
    if card.text:
        parts.append(tag("small", card.text))
    parts += [_mark(mark) for mark in card.marks]
    kind = f"k{1 + (card.kind - 1) % KINDS}" if card.kind else ""
    return tag("li", *parts, class_=_classes(card, kind), data_place=card.place or None)


def _classes(card: Card, kind: str) -> str:
    """The CSS classes of a card: its kind, whether there are several or none of it, and whether it has a text."""
    number = "" if card.count == 1 else "many" if card.count else "none"
    return " ".join(filter(None, ["card", kind, number, "told" if card.text else ""]))


def _mark(mark: str) -> Markup:
    return tag("em", mark, class_="mark")
