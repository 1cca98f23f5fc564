"""What a seat, or the spectator, sees: the table of the spec's section 10.1, built from an allow-list.

Numbers are the same as on the wire: seats count from 0 and dungeons from 1.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from referee.games.lootroll import gear, state
from referee.games.lootroll.events import Die
from referee.games.lootroll.fight import monster_survivability
from referee.games.lootroll.words import PILES, CardId, Mode, Window
from referee.kernel.lasting import Period
from referee.kernel.seats import Seat
from referee.kernel.words import Signed, Word

__all__ = [
    "Bonus",
    "Boost",
    "Duty",
    "DutyKind",
    "Fight",
    "PileView",
    "SeatView",
    "Spoils",
    "Town",
    "View",
]


class SeatView(Struct, frozen=True, gc=False, cache_hash=True):
    """A seat. Hand, bag and bank are shown to the seat itself alone, and to all when the game is over."""

    hand: Annotated[int, "The number of cards in the hand."]
    bag: Annotated[int, "The number of cards in the bag."]
    bank: Annotated[int, "The number of cards in the bank."]
    head: Annotated[CardId | None, "What is worn on the head."]
    body: Annotated[CardId | None, "What is worn on the body."]
    legs: Annotated[CardId | None, "What is worn on the legs."]
    feet: Annotated[CardId | None, "What is worn on the feet."]
    main: Annotated[CardId | None, "What is held in the main hand."]
    off: Annotated[CardId | None, "What is held in the off hand; a two-handed card is in both hands."]
    survivability: Annotated[Signed, "What the seat counts for in a fight now."]
    plays: Annotated[int, "Plays made in the window that is open."]
    hand_cards: Annotated[tuple[CardId, ...], "The hand, by id."] = ()
    bag_cards: Annotated[tuple[CardId, ...], "The bag, by id."] = ()
    bank_cards: Annotated[tuple[CardId, ...], "The bank, by id."] = ()


class PileView(Struct, frozen=True, gc=False, cache_hash=True):
    """A deck and its discard pile."""

    deck: Annotated[int, "The number of cards in the deck."]
    discard: Annotated[tuple[CardId, ...], "The discard pile, bottom to top."]
    deck_cards: Annotated[tuple[CardId, ...], "The deck, top first; only when the game is over."]


class Boost(Struct, frozen=True, gc=False):
    """What was played on a seat in this fight."""

    seat: Annotated[Seat, "The seat."]
    surv: Annotated[Signed, "Change of its survivability."]
    shield: Annotated[int, "Cards fewer that it loses on a defeat."]


class Fight(Struct, frozen=True, gc=False, cache_hash=True):
    """A running fight."""

    monster: Annotated[CardId, "The monster."]
    mode: Annotated[Mode, "How it is fought."]
    monster_survivability: Annotated[Signed, "What the party must exceed, as things stand."]
    party_survivability: Annotated[Signed, "The sum of the fighters, as things stand."]
    shown: Annotated[bool, "Whether the choices have been shown; before, nobody is a fighter."]
    fighters: Annotated[tuple[Seat, ...], "The seats that fight."]
    boosts: Annotated[tuple[Boost, ...], "What was played on seats."]
    monster_change: Annotated[Signed, "What was played on the monster."]
    more_loot: Annotated[Signed, "Cards more or fewer that a win brings."]


class Bonus(Struct, frozen=True, gc=False):
    """A roll bonus for this loot."""

    seat: Annotated[Seat, "Who has it."]
    amount: Annotated[Signed, "What is added."]


class Spoils(Struct, frozen=True, gc=False, cache_hash=True):
    """A running roll phase."""

    fighters: Annotated[tuple[Seat, ...], "The seats that won the fight."]
    loot: Annotated[tuple[CardId, ...], "The loot still laid out, in the order of rolling; the first is rolled for."]
    dice: Annotated[tuple[Die, ...], "The dice of those who roll now, with the modifiers as things stand."]
    bonuses: Annotated[tuple[Bonus, ...], "What fighters add to each roll for this loot."]


class Town(Struct, frozen=True, gc=False, cache_hash=True):
    """The town."""

    order: Annotated[tuple[Seat, ...], "The town turns still to come, the running one first."]
    vendor: Annotated[tuple[CardId, ...], "What the vendor shows."]
    bought: Annotated[int, "Abilities bought in this town turn.", Period("town.order")]
    deposited: Annotated[
        bool, "Whether the seat has put something into its bank in this town turn.", Period("town.order")
    ]
    discount: Annotated[int, "What each ability costs less in this town turn, passives apart.", Period("town.order")]
    buying: Annotated[CardId | None, "The ability that is being paid for."]
    owed: Annotated[int, "What is still to be paid for it."]


class DutyKind(Word):
    """The kinds of duties."""

    SNATCH = "Take a card out of a bag."
    SCOUT = "Say which monster goes on top."
    BANK = "Move cards to the bank."
    RECOVER = "Take a card of a discard pile."
    LOSE = "Lose loot."


class Duty(Struct, frozen=True, gc=False):
    """Something that a seat must settle."""

    seat: Annotated[Seat, "Who."]
    kind: Annotated[DutyKind, "What."]
    count: Annotated[int, "How many cards: to lose, at most to bank, or shown to a scout."]
    target: Annotated[Seat | None, "Whose bag is being looked into; absent otherwise."]


class View(Struct, frozen=True, gc=False):
    """The table as one seat, or the spectator, sees it."""

    dungeon: Annotated[int, "The dungeon, 1 to 3."]
    regulars: Annotated[
        int, "Regular monsters defeated in this dungeon; after four only a boss can be fought.", Period("dungeon")
    ]
    turns: Annotated[int, "Turns taken in this dungeon.", Period("dungeon")]
    turn_limit: Annotated[int, "The turns that a dungeon may last."]
    active_seat: Annotated[Seat, "The seat whose turn it is; in town the seat that will begin the next dungeon."]
    seats: Annotated[tuple[SeatView, ...], "The seats in order."]
    ability: Annotated[PileView, "The abilities."]
    common: Annotated[PileView, "The common loot."]
    rare: Annotated[PileView, "The rare loot."]
    epic: Annotated[PileView, "The epic loot."]
    monster: Annotated[PileView, "The monsters."]
    spent: Annotated[
        tuple[CardId, ...],
        "Gear that cannot be played again in this dungeon, by id, wherever it is.",
        Period("dungeon"),
    ]
    window: Annotated[Window | None, "The window that is open."]
    fight: Annotated[Fight | None, "The running fight; absent outside a fight."]
    spoils: Annotated[Spoils | None, "The running roll phase; absent outside it."]
    town: Annotated[Town | None, "The town; absent in a dungeon."]
    duties: Annotated[tuple[Duty, ...], "What must be settled before anything else, the first one now."]
    something_found: Annotated[bool, "Whether the active seat holds a card that it found by exploring."]
    found: Annotated[CardId | None, "That card; only the active seat is told."]
    over: Annotated[bool, "Whether the game is over; then all zones are shown."]
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."]


_DUTY_KINDS: dict[type[state.Duty], DutyKind] = {
    state.Snatching: DutyKind.SNATCH,
    state.Scouting: DutyKind.SCOUT,
    state.Banking: DutyKind.BANK,
    state.Recovering: DutyKind.RECOVER,
    state.Losing: DutyKind.LOSE,
}


def view(t: state.LootTable, seat: Seat | None) -> View:
    """Everything public; and for a seat its own cards. When the game is over, all zones."""
    worn, fight = gear.outfits(t), t.fight
    decks, discards, shown = t.decks, t.discards, t.over
    strengths = gear.strengths(fight, worn)
    seats = [_seat(t, at, worn[at], strength, shown or at == seat) for at, strength in enumerate(strengths)]
    ability, common, rare, epic, monster = [
        PileView(len(decks[pile]), tuple(discards[pile]), tuple(decks[pile]) if shown else ()) for pile in PILES
    ]
    return View(
        t.dungeon,
        t.regulars,
        t.turns,
        t.turn_limit,
        t.active,
        tuple(seats),
        ability,
        common,
        rare,
        epic,
        monster,
        tuple(t.spent),
        t.window,
        None if fight is None else _fight(t, fight, strengths),
        None if t.spoils is None else _spoils(t.spoils),
        None if t.town is None else _town(t.town),
        tuple(map(_duty, t.duties)) if t.duties else (),
        t.found is not None,
        t.found if seat == t.active else None,
        t.over,
        seat,
    )


def _seat(t: state.LootTable, at: int, worn: gear.Outfit, strength: int, shown: bool) -> SeatView:
    seat = t.adventurers[at]
    hand, bag, bank, plays = seat.hand, seat.bag, seat.bank, t.plays[at] if t.plays else 0
    head, body, legs, feet, main, off = worn.slots
    if not shown:
        return SeatView(len(hand), len(bag), len(bank), head, body, legs, feet, main, off, strength, plays)
    cards = tuple(sorted(hand)), tuple(sorted(bag)), tuple(sorted(bank))
    return SeatView(len(hand), len(bag), len(bank), head, body, legs, feet, main, off, strength, plays, *cards)


def _fight(t: state.LootTable, fight: state.Fight, strengths: list[int]) -> Fight:
    played_on = sorted(fight.surv.keys() | fight.shield.keys()) if fight.surv or fight.shield else ()
    return Fight(
        fight.monster,
        fight.mode,
        monster_survivability(t),
        sum([strengths[seat] for seat in fight.fighters]),
        fight.shown,
        tuple(fight.fighters),
        tuple([Boost(seat, fight.surv.get(seat, 0), fight.shield.get(seat, 0)) for seat in played_on]),
        fight.monster_surv,
        fight.more_loot,
    )


def _spoils(spoils: state.Spoils) -> Spoils:
    return Spoils(
        tuple(spoils.fighters),
        tuple(spoils.loot),
        tuple([Die(seat, die, spoils.modifiers[seat]) for seat, die in spoils.dice.items()]),
        tuple([Bonus(seat, amount) for seat, amount in spoils.bonus.items()]),
    )


def _town(town: state.Town) -> Town:
    order, vendor = tuple(town.order), tuple(town.vendor)
    return Town(order, vendor, town.bought, town.deposited, town.discount, town.buying, town.owed)


def _duty(duty: state.Duty) -> Duty:
    target = duty.target if isinstance(duty, state.Snatching) else None
    return Duty(duty.seat, _DUTY_KINDS[type(duty)], getattr(duty, "count", 1), target)
