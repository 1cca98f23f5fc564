"""Shared windows (section 4 of the game's specification).

Each turn of a window is a separate phase, so the window is part of the table's state.
"""

from __future__ import annotations

from referee.games.lootroll.choices import PASS, PassTurn, Play
from referee.games.lootroll.events import Passed
from referee.games.lootroll.kinds import WindowName
from referee.games.lootroll.plays import abilities_forbidden, begin_window, carry_out, end_window, plays, usable_gear
from referee.games.lootroll.state import LootTable
from referee.kernel.asking import Window, ask
from referee.kernel.seats import Seat


def open_window(t: LootTable, window: WindowName) -> None:
    """Open a window that begins with the active seat."""
    begin_window(t, window)
    t.passing = Window(t.clockwise(t.active))


async def take_turn(t: LootTable) -> bool:
    """Let the next seat that may act play or pass. Closes the window and returns False if all have passed."""
    assert t.window is not None, "no window is open"
    assert t.passing is not None, "no window is open"
    while (seat := t.passing.seat) is not None and not is_asked(t, seat, t.window):
        t.passing.passed()
    if seat is None:
        end_window(t)
        return False
    choice: PassTurn | Play = await ask(seat, [PASS, *plays(t, seat, t.window)])
    if isinstance(choice, PassTurn):
        t.tell(Passed(seat))
        t.passing.passed()
    else:
        carry_out(t, seat, choice)
        t.passing.acted(again=True)
    return True


def is_asked(t: LootTable, seat: Seat, window: WindowName) -> bool:
    """Whether a seat may act. This uses public facts only, so that being asked reveals nothing."""
    if t.plays[seat] >= t.cards.plays_per_window:
        return False
    adventurer = t.adventurers[seat]
    if adventurer.bag or (adventurer.hand and not abilities_forbidden(t, window)):
        return True
    return bool(usable_gear(t, seat, window))
