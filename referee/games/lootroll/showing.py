"""The view of a seat, or of the spectator, built from an allow-list."""

from __future__ import annotations

from referee.games.lootroll import gear, state
from referee.games.lootroll.events import Die
from referee.games.lootroll.fight import monster_survivability
from referee.games.lootroll.view import Bonus, Boost, Duty, DutyKind, Fight, PileView, SeatView, Spoils, Town, View
from referee.games.lootroll.words import PILES
from referee.kernel.seats import Seat

_DUTY_KINDS: dict[type[state.Duty], DutyKind] = {
    state.Snatching: DutyKind.SNATCH,
    state.Scouting: DutyKind.SCOUT,
    state.Banking: DutyKind.BANK,
    state.Recovering: DutyKind.RECOVER,
    state.Losing: DutyKind.LOSE,
}


def view(t: state.LootTable, seat: Seat | None) -> View:
    """The public facts, and for a seat its own cards; all zones when the game is over."""
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
