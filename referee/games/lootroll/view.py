"""What a seat, or the spectator, sees: the table of the spec's section 10.1, built from an allow-list."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from referee.games.lootroll.cards import CardId
from referee.games.lootroll.fight import monster_survivability
from referee.games.lootroll.gear import survivability
from referee.games.lootroll.kinds import Slot
from referee.games.lootroll.state import (
    Banking,
    Duty,
    Fight,
    LootTable,
    Losing,
    Recovering,
    Scouting,
    Snatching,
    Spoils,
    Town,
)
from referee.games.lootroll.v1 import view_pb2 as pb
from referee.games.lootroll.wire import mode, number, numbers
from referee.kernel.seats import Seat

_WINDOWS: dict[str, Any] = {name.removeprefix("WINDOW_").lower(): window for name, window in pb.Window.items()}
_DUTY_KINDS = {
    Snatching: pb.Duty.KIND_SNATCH,
    Scouting: pb.Duty.KIND_SCOUT,
    Banking: pb.Duty.KIND_BANK,
    Recovering: pb.Duty.KIND_RECOVER,
    Losing: pb.Duty.KIND_LOSE,
}


# How many of the parts that come again are kept.
_KEPT = 4096


def view(t: LootTable, seat: Seat | None) -> pb.View:
    """Everything public; and for a seat its own cards. When the game is over, all zones."""
    strengths = [survivability(t, other) for other in t.all_seats()]
    return pb.View(
        dungeon=t.dungeon,
        regulars=t.regulars,
        turns=t.turns,
        turn_limit=t.turn_limit,
        active_seat=t.active,
        seats=[_seat(t, other, strengths[other], shown=t.over or other == seat) for other in t.all_seats()],
        ability=_pile(t, "ability"),
        common=_pile(t, "common"),
        rare=_pile(t, "rare"),
        epic=_pile(t, "epic"),
        monster=_pile(t, "monster"),
        spent=numbers(t.spent),
        window=_WINDOWS[t.window or "unspecified"],
        fight=None if t.fight is None else _fight(t, t.fight, strengths),
        spoils=None if t.spoils is None else _spoils(t.spoils),
        town=None if t.town is None else _town(t.town),
        duties=[_duty(duty) for duty in t.duties],
        something_found=t.found is not None,
        found=number(t.found if seat == t.active else None),
        over=t.over,
        seat=seat,
    )


def _seat(t: LootTable, seat: Seat, strength: int, *, shown: bool) -> pb.SeatView:
    adventurer = t.adventurers[seat]
    counts = len(adventurer.hand), len(adventurer.bag), len(adventurer.bank)
    public = _public_seat(counts, tuple(adventurer.slots.items()), strength, t.plays[seat] if t.plays else 0)
    if not shown:
        return public
    own = pb.SeatView(
        hand_cards=numbers(sorted(adventurer.hand)),
        bag_cards=numbers(sorted(adventurer.bag)),
        bank_cards=numbers(sorted(adventurer.bank)),
    )
    own.MergeFrom(public)
    return own


@lru_cache(maxsize=_KEPT)
def _public_seat(
    counts: tuple[int, int, int], slots: tuple[tuple[Slot, CardId], ...], strength: int, plays: int
) -> pb.SeatView:
    """What everybody sees of a seat. The same comes again and again, so it is made once for each value."""
    hand, bag, bank = counts
    worn = {slot: number(card) for slot, card in slots}
    return pb.SeatView(hand=hand, bag=bag, bank=bank, survivability=strength, plays=plays, **worn)


def _pile(t: LootTable, pile: str) -> pb.PileView:
    deck = t.decks[pile]
    return _public_pile(len(deck), tuple(t.discards[pile]), tuple(deck) if t.over else ())


@lru_cache(maxsize=_KEPT)
def _public_pile(deck: int, discard: tuple[CardId, ...], shown: tuple[CardId, ...]) -> pb.PileView:
    """A pile; most do not change between two views."""
    return pb.PileView(deck=deck, discard=numbers(discard), deck_cards=numbers(shown))


def _fight(t: LootTable, fight: Fight, strengths: list[int]) -> pb.Fight:
    return pb.Fight(
        monster=number(fight.monster),
        mode=mode(fight.mode),
        monster_survivability=monster_survivability(t),
        party_survivability=sum(strengths[seat] for seat in fight.fighters),
        shown=fight.shown,
        fighters=fight.fighters,
        boosts=[
            pb.Boost(seat=seat, surv=fight.surv.get(seat, 0), shield=fight.shield.get(seat, 0))
            for seat in sorted(fight.surv.keys() | fight.shield.keys())
        ],
        monster_change=fight.monster_surv,
        more_loot=fight.more_loot,
    )


def _spoils(spoils: Spoils) -> pb.Spoils:
    return pb.Spoils(
        fighters=spoils.fighters,
        loot=numbers(spoils.loot),
        dice=[pb.Die(seat=seat, die=die, modifier=spoils.modifiers[seat]) for seat, die in spoils.dice.items()],
        bonuses=[pb.Bonus(seat=seat, amount=amount) for seat, amount in spoils.bonus.items()],
    )


def _town(town: Town) -> pb.Town:
    return pb.Town(
        order=town.order,
        vendor=numbers(town.vendor),
        bought=town.bought,
        deposited=town.deposited,
        discount=town.discount,
        buying=number(town.buying),
        owed=town.owed,
    )


def _duty(duty: Duty) -> pb.Duty:
    return pb.Duty(
        seat=duty.seat,
        kind=_DUTY_KINDS[type(duty)],
        count=getattr(duty, "count", 1),
        target=duty.target if isinstance(duty, Snatching) else None,
    )
