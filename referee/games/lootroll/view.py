"""What a seat or the spectator sees: each view is built only from what its viewer may see. `showing.py` builds it.

Numbers are the same as on the wire: seats count from 0 and dungeons from 1.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from referee.counts import counted
from referee.games.lootroll.cards import SLOTS
from referee.games.lootroll.events import Die
from referee.games.lootroll.words import SEATS, CardId, Mode, Window, card_name, seats_text
from referee.kernel.knowing import CountOf, Private, SameAs
from referee.kernel.lasting import Period
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat
from referee.kernel.texts import Lines
from referee.kernel.words import Signed, Word


class SeatView(Struct, frozen=True, gc=False, cache_hash=True):
    """A seat. Hand, bag and bank are shown only to the seat itself, and to all when the game is over."""

    hand: Annotated[int, "The number of cards in the hand.", CountOf("hand")]
    bag: Annotated[int, "The number of cards in the bag.", CountOf("bag", "bag that a thief looks into")]
    bank: Annotated[int, "The number of cards in the bank.", CountOf("bank")]
    head: Annotated[CardId | None, "The card worn on the head."]
    body: Annotated[CardId | None, "The card worn on the body."]
    legs: Annotated[CardId | None, "The card worn on the legs."]
    feet: Annotated[CardId | None, "The card worn on the feet."]
    main: Annotated[CardId | None, "The card held in the main hand."]
    off: Annotated[CardId | None, "The card held in the off hand; a two-handed card is in both hands."]
    survivability: Annotated[Signed, "The survivability of the seat in a fight now."]
    plays: Annotated[int, "The number of plays made in the open window."]
    hand_cards: Annotated[tuple[CardId, ...], "The hand, by id.", Private()] = ()
    bag_cards: Annotated[tuple[CardId, ...], "The bag, by id.", Private()] = ()
    bank_cards: Annotated[tuple[CardId, ...], "The bank, by id.", Private()] = ()

    def text(self) -> str:
        """The text for people."""
        worn = [f"{slot} {card_name(card)}" for slot in SLOTS if (card := getattr(self, slot))]
        return (
            f"survivability {self.survivability}; hand of {self.hand}, bag of {self.bag}, bank of {self.bank}; "
            f"wears {', '.join(worn) or 'nothing'}."
        )


class PileView(Struct, frozen=True, gc=False, cache_hash=True):
    """A deck and its discard pile."""

    text = "deck of {deck}; discarded: {discard}."
    deck: Annotated[int, "The number of cards in the deck."]
    discard: Annotated[tuple[CardId, ...], "The discard pile, bottom to top."]
    deck_cards: Annotated[tuple[CardId, ...], "The deck, top first; only when the game is over."]


class Boost(Struct, frozen=True, gc=False):
    """The effects played on a seat in this fight."""

    text = "seat {seat} {surv:+d}, shield {shield}"
    seat: Annotated[Seat, "The seat."]
    surv: Annotated[Signed, "The change of the seat's survivability."]
    shield: Annotated[int, "How many fewer cards the seat loses on a defeat."]


class Fight(Struct, frozen=True, gc=False, cache_hash=True):
    """A running fight."""

    text = (
        "Fight as {mode} against {monster}: party {party_survivability} against {monster_survivability}, "
        "[{shown:}fighters: [{fighters}|nobody]|the choices are still to be made]. Played on seats: "
        "[{boosts:; }|nothing]; on the monster: {monster_change:+d}; on the loot: {more_loot:+d}."
    )
    monster: Annotated[CardId, "The monster.", CountOf("fight")]
    mode: Annotated[Mode, "The mode of the fight.", SameAs("fight.mode")]
    monster_survivability: Annotated[Signed, "The current survivability of the monster, which the party must exceed."]
    party_survivability: Annotated[Signed, "The current survivability of all fighters together."]
    shown: Annotated[
        bool, "Whether the choices have been shown; before that there are no fighters.", SameAs("fight.shown")
    ]
    fighters: Annotated[tuple[Seat, ...], "The seats that fight.", SEATS]
    boosts: Annotated[tuple[Boost, ...], "The effects played on seats."]
    monster_change: Annotated[
        Signed, "The change in the monster's survivability from played cards.", SameAs("fight.monster_surv")
    ]
    more_loot: Annotated[Signed, "How many more cards a win brings; negative for fewer.", SameAs("fight.more_loot")]


class Bonus(Struct, frozen=True, gc=False):
    """A roll bonus for this loot."""

    text = "seat {seat} {amount:+d}"
    seat: Annotated[Seat, "The seat that has the bonus."]
    amount: Annotated[Signed, "The number added to the seat's rolls."]


class Spoils(Struct, frozen=True, gc=False, cache_hash=True):
    """A running roll phase."""

    text = "Loot to roll for, the current card first: {loot}. Fighters: {fighters}. Dice: {dice}. Bonuses: {bonuses}."
    fighters: Annotated[tuple[Seat, ...], "The seats that won the fight.", SEATS]
    loot: Annotated[
        tuple[CardId, ...],
        "The loot that is still laid out, in the order of rolling; the first card is being rolled for.",
        CountOf("spoils"),
    ]
    dice: Annotated[tuple[Die, ...], "The dice of the seats that roll now, with their current modifiers."]
    bonuses: Annotated[tuple[Bonus, ...], "The numbers that fighters add to each roll for this loot."]


class Town(Struct, frozen=True, gc=False, cache_hash=True):
    """The town."""

    order: Annotated[tuple[Seat, ...], "The town turns still to come, the running one first.", SameAs("town.order")]
    vendor: Annotated[tuple[CardId, ...], "The abilities that the vendor shows.", CountOf("vendor")]
    bought: Annotated[
        int, "The number of abilities bought in this town turn.", Period("town.order"), SameAs("town.bought")
    ]
    deposited: Annotated[
        bool,
        "Whether the seat has put something into its bank in this town turn.",
        Period("town.order"),
        SameAs("town.deposited"),
    ]
    discount: Annotated[
        int,
        "The discount on each ability in this town turn, not counting passive effects.",
        Period("town.order"),
        SameAs("town.discount"),
    ]
    buying: Annotated[CardId | None, "The ability that is being paid for."]
    owed: Annotated[int, "The treasure still to be paid for the ability.", SameAs("town.owed")]

    def text(self) -> str:
        """The text for people."""
        turn, *then = self.order
        done = "has deposited" if self.deposited else f"has bought {self.bought}"
        vendor = ", ".join(map(card_name, self.vendor)) or "nothing"
        buying = f" It still owes {self.owed} for {card_name(self.buying)}." if self.buying else ""
        return (
            f"Town: the turn of seat {turn}, which {done}; then {seats_text(then)}. The vendor shows {vendor}. "
            f"Discount {self.discount}.{buying}"
        )


class DutyKind(Word):
    """The kinds of duties."""

    SNATCH = "Take a card from a bag."
    SCOUT = "Choose which monster goes on top."
    BANK = "Move cards to the bank."
    RECOVER = "Take a card from a discard pile."
    LOSE = "Lose loot."


DUTY_TEXTS = {
    DutyKind.SNATCH: "takes a card out of the bag of seat {target}",
    DutyKind.SCOUT: "says which of the top {monsters} goes on top",
    DutyKind.BANK: "may move up to {cards} to the bank",
    DutyKind.RECOVER: "takes a card of a discard pile",
    DutyKind.LOSE: "must lose {cards}",
}


class Duty(Struct, frozen=True, gc=False):
    """A task that a seat must settle before the match continues."""

    seat: Annotated[Seat, "The seat."]
    kind: Annotated[DutyKind, "The kind of duty."]
    count: Annotated[int, "The number of cards that the seat must lose, may bank at most, or sees as a scout."]
    target: Annotated[Seat | None, "The seat whose bag is being looked into; absent otherwise."]

    def text(self) -> str:
        """The text for people."""
        cards, monsters = counted(self.count, "card"), counted(self.count, "monster")
        return f"Seat {self.seat} {DUTY_TEXTS[self.kind].format(cards=cards, monsters=monsters, target=self.target)}."


class View(Struct, frozen=True, gc=False):
    """The table as a seat or the spectator sees it."""

    text = (
        "Dungeon {dungeon}: {regulars:regular monster} defeated, {turns} of {turn_limit} turns taken. "
        "Seat {active_seat} is active.\n{seats}"
        "\nAbility {ability}\nCommon {common}\nRare {rare}\nEpic {epic}\nMonster {monster}"
        "[\nSpent until the next dungeon: {spent}.][\nWindow: {window}.][\n{fight}][\n{spoils}][\n{town}]"
        "[{something_found:}\nSeat {active_seat} has found [{found}|a common card].]"
        "[\n{duties:\n}][{seat:}\n{own}]"
    )
    dungeon: Annotated[int, "The dungeon, 1 to 3.", SameAs("dungeon")]
    regulars: Annotated[
        int,
        "The number of regular monsters defeated in this dungeon; after four only a boss can be fought.",
        Period("dungeon"),
        SameAs("regulars"),
    ]
    turns: Annotated[int, "The number of turns taken in this dungeon.", Period("dungeon"), SameAs("turns")]
    turn_limit: Annotated[int, "The maximum number of turns in a dungeon.", SameAs("turn_limit")]
    active_seat: Annotated[
        Seat, "The seat whose turn it is; in town the seat that will begin the next dungeon.", SameAs("active")
    ]
    seats: Annotated[tuple[SeatView, ...], "The seats in order.", Lines("Seat", you="seat")]
    ability: Annotated[
        PileView, "The abilities.", CountOf("ability deck", at="deck"), CountOf("ability discard pile", at="discard")
    ]
    common: Annotated[
        PileView, "The common loot.", CountOf("common deck", at="deck"), CountOf("common discard pile", at="discard")
    ]
    rare: Annotated[
        PileView, "The rare loot.", CountOf("rare deck", at="deck"), CountOf("rare discard pile", at="discard")
    ]
    epic: Annotated[
        PileView, "The epic loot.", CountOf("epic deck", at="deck"), CountOf("epic discard pile", at="discard")
    ]
    monster: Annotated[
        PileView,
        "The monsters.",
        CountOf("monster deck", "scouted monsters", at="deck"),
        CountOf("monster discard pile", at="discard"),
    ]
    spent: Annotated[
        tuple[CardId, ...],
        "Gear that cannot be played again in this dungeon, by id, in any zone.",
        Period("dungeon"),
    ]
    window: Annotated[Window | None, "The window that is open.", SameAs("window")]
    fight: Annotated[Fight | None, "The current fight; absent outside a fight."]
    spoils: Annotated[Spoils | None, "The current roll phase; absent outside it."]
    town: Annotated[Town | None, "The town; absent in a dungeon."]
    duties: Annotated[tuple[Duty, ...], "The duties that must be settled before anything else, the current one first."]
    something_found: Annotated[
        bool, "Whether the active seat holds a card that it found by exploring.", CountOf("find")
    ]
    found: Annotated[CardId | None, "The card that the active seat found; only that seat sees it.", Private()]
    over: Annotated[bool, "Whether the game is over; then all zones are shown.", SameAs("over")]
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."]

    @property
    def own(self) -> str:
        """The text for the viewer's own cards."""
        if self.seat is None:
            return ""
        own = self.seats[self.seat]
        zones = {"hand": own.hand_cards, "bag": own.bag_cards, "bank": own.bank_cards}
        lines = [f"Your {name}: {', '.join(map(card_name, cards)) or 'empty'}." for name, cards in zones.items()]
        return "\n".join(lines)


__all__ = list(class_names(__name__))
