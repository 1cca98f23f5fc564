"""A tiny complete game: hidden hands, a look at the deck, sealed choices, a die and a shuffle.

Each round everybody in turn may look at the top card of the deck. Then all play a card at once; the highest one, if
nobody has it too, wins what a die shows. Everybody draws. After six rounds the most points win.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Struct, field

from referee.battery import Facts
from referee.kernel.asking import Option, ask, ask_all
from referee.kernel.game import Game, Phase
from referee.kernel.options import GameOptions
from referee.kernel.ranking import Result, places
from referee.kernel.seats import Seat
from referee.kernel.table import Event, Table
from referee.kernel.zones import Zone, nobody, owner

COPIES, HIGHEST, HAND, ROUNDS, DIE = 2, 8, 3, 6, 6


class Look(Option, frozen=True):
    """Look at the top card of the deck."""


class Rest(Option, frozen=True):
    """Do not look."""


class Play(Option, frozen=True):
    """Play a card of the hand face down."""

    card: Annotated[int, "The card."]


class Looked(Event, frozen=True):
    """A seat looked at the top card of the deck."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[int | None, "The card; only the seat itself is told."] = None


class Played(Event, frozen=True):
    """Everybody played a card, and they were turned up."""

    cards: Annotated[tuple[int, ...], "The cards, in seat order."]
    die: Annotated[int, "What the winner of the round is worth."]


class Won(Event, frozen=True):
    """A seat won a round."""

    seat: Annotated[Seat, "Who."]
    points: Annotated[int, "How much."]


class Shared(Event, frozen=True):
    """Nobody won a round: two seats had the highest card."""

    seat: Annotated[Seat, "The first of them."]
    points: Annotated[int, "What nobody got."]


class Drew(Event, frozen=True):
    """A seat drew a card."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[int | None, "The card; only the seat itself is told."] = None


class Shuffled(Event, frozen=True):
    """The discard pile was shuffled and became the deck."""

    count: Annotated[int, "The number of cards."]


class SeatView(Struct, frozen=True):
    """What everybody sees of a seat."""

    hand: Annotated[int, "The number of cards in the hand."]
    points: Annotated[int, "The points."]


class View(Struct, frozen=True):
    """The table as one seat, or the spectator, sees it."""

    round: Annotated[int, "The round, from 1."]
    seats: Annotated[tuple[SeatView, ...], "The seats in order."]
    deck: Annotated[int, "The number of cards in the deck."]
    discard: Annotated[tuple[int, ...], "The discard pile, bottom to top."]
    to_look: Annotated[tuple[Seat, ...], "The seats that may still look in this round."]
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."]
    hand: Annotated[tuple[int, ...], "Its hand, the lowest card first."]


class SkeletonTable(Table):
    """The table. The deck is listed top first."""

    round: int = 1
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    to_look: list[Seat] = field(default_factory=list)

    cards: ClassVar[Any]


def set_up(t: SkeletonTable) -> None:
    """Shuffles the deck and deals the hands."""
    t.deck = [card for card in range(1, HIGHEST + 1) for _ in range(COPIES)]
    t.chance("deck").shuffle(t.deck)
    t.hands = [[t.deck.pop(0) for _ in range(HAND)] for _ in t.all_seats()]
    t.points = [0 for _ in t.all_seats()]
    t.to_look = t.all_seats()


async def looking(t: SkeletonTable) -> Phase[SkeletonTable]:
    """One seat may look."""
    seat = t.to_look[0]
    choice = await ask(seat, look_options(t, seat))
    t.to_look.pop(0)
    if isinstance(choice, Look) and t.deck:
        tell_look(t, seat, t.deck[0])
    return looking if t.to_look else playing


def look_options(t: SkeletonTable, seat: Seat) -> list[Look | Rest]:
    """The choices of a seat that may look."""
    return [Rest(), Look()]


def tell_look(t: SkeletonTable, seat: Seat, card: int) -> None:
    """The card is told to the seat alone."""
    t.tell(Looked(seat), {seat: Looked(seat, card)})


async def playing(t: SkeletonTable) -> Phase[SkeletonTable] | None:
    """All play a card at once; then everybody draws."""
    chosen = await ask_all({seat: [Play(card) for card in sorted(set(t.hands[seat]))] for seat in t.all_seats()})
    settle(t, [chosen[seat].card for seat in t.all_seats()])
    for seat in t.all_seats():
        draw(t, seat)
    if t.round == ROUNDS:
        return None
    t.round += 1
    t.to_look = t.all_seats()
    return looking


def settle(t: SkeletonTable, cards: list[int]) -> None:
    """Turns up what was played, throws the die, and gives the points."""
    for seat, card in enumerate(cards):
        t.hands[seat].remove(card)
    t.discard += cards
    die = 1 + t.chance("die").below(DIE)
    t.tell(Played(tuple(cards), die))
    best = Seat(cards.index(max(cards)))
    if cards.count(max(cards)) > 1:
        t.tell(Shared(best, die))
    else:
        t.points[best] += die
        t.tell(Won(best, die))


def draw(t: SkeletonTable, seat: Seat) -> None:
    """A seat draws; only the seat is told which card."""
    if not t.deck:
        t.deck, t.discard = t.discard, []
        t.chance("shuffle").shuffle(t.deck)
        t.tell(Shuffled(len(t.deck)))
    card = t.deck.pop(0)
    t.hands[seat].append(card)
    tell_draw(t, seat, card)


def tell_draw(t: SkeletonTable, seat: Seat, card: int) -> None:
    """The card is told to the seat alone."""
    t.tell(Drew(seat), {seat: Drew(seat, card)})


def view(t: SkeletonTable, seat: Seat | None) -> View:
    """Everything public; and for a seat its own hand."""
    return View(
        round=t.round,
        seats=tuple([SeatView(len(hand), points) for hand, points in zip(t.hands, t.points, strict=True)]),
        deck=len(t.deck),
        discard=tuple(t.discard),
        to_look=tuple(t.to_look),
        seat=seat,
        hand=() if seat is None else tuple(sorted(t.hands[seat])),
    )


def lay_deck(t: SkeletonTable, _seat: Seat, cards: list[int]) -> None:
    """Makes these cards the deck."""
    t.deck = cards


def lay_hand(t: SkeletonTable, seat: Seat, cards: list[int]) -> None:
    """Makes these cards a hand."""
    t.hands[seat] = cards


def option_text(option: Option) -> str:
    """One option."""
    return f"play {option.card}" if isinstance(option, Play) else type(option).__name__.lower()


def reveals(event: Event, seat: Seat | None) -> bool:
    """Cards are turned up, and a die is thrown; what is drawn or looked at is shown to one seat."""
    return isinstance(event, Played) or (isinstance(event, Drew | Looked) and event.seat == seat)


FACTS = Facts(
    most_decisions={seats: 2 * seats * ROUNDS for seats in (2, 3, 4)},
    public_form=lambda option: "a card" if isinstance(option, Play) else option,
    reveals=reveals,
)


def skeleton() -> Game[SkeletonTable]:
    """The game, made anew: a test may change it."""
    return Game[SkeletonTable](
        id="skeleton",
        name="Skeleton",
        seats=(2, 4),
        rules_version="1",
        option_type=GameOptions,
        table_type=SkeletonTable,
        load_cards=lambda toml: toml,
        set_up=set_up,
        phases=(looking, playing),
        result=lambda t: Result(places(t.points), t.points, "six rounds"),
        zones=[
            Zone("deck", lambda t, _: t.deck, lay_deck, nobody, ordered=True),
            Zone("hand", lambda t, seat: t.hands[seat], lay_hand, owner, each=True),
            Zone("discard pile", lambda t, _: t.discard, ordered=True),
        ],
        invariants=lambda t: None,
        view_type=View,
        choices=(Look, Rest, Play),
        event_types=(Looked, Played, Won, Shared, Drew, Shuffled),
        view=view,
        view_text=str,
        option_text=option_text,
        event_text=str,
    )
