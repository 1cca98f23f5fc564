"""The chapter "Send Out Adventurers" of the rulebook, the part about sabotage; section 8 of the specification."""

from __future__ import annotations

from referee.games.keepers.choices import PASS, PassTurn, Sabotage
from referee.games.keepers.events import Passed, Sabotaged
from referee.games.keepers.state import KeepersTable
from referee.kernel.asking import Window, ask
from referee.kernel.seats import Seat


async def sabotage_window(t: KeepersTable) -> None:
    """Let each seat in turn sabotage once or pass, until all pass in a row."""
    window = Window(t.clockwise(t.current))
    for seat in window:
        choice: PassTurn | Sabotage = PASS
        if may_sabotage(t, seat):
            choice = await ask(seat, [PASS, *sabotages(t, seat)])
        if isinstance(choice, Sabotage):
            carry_out(t, seat, choice)
            window.acted()
        else:
            t.tell(Passed(seat))


def may_sabotage(t: KeepersTable, seat: Seat) -> bool:
    """Whether the seat is asked. This uses public counts only, so that being asked reveals nothing."""
    enough = sum(t.keepers[seat].hand) >= t.cards.sabotage.cost
    return enough and any(any(keeper.prepared) for other, keeper in enumerate(t.keepers) if other != seat)


def sabotages(t: KeepersTable, seat: Seat) -> list[Sabotage]:
    """The options: for every target, clockwise, the colours that the target has prepared and the seat can pay for."""
    payable = [colour for colour, count in enumerate(t.keepers[seat].hand) if count >= t.cards.sabotage.cost]
    targets = t.clockwise(seat)[1:]
    return [Sabotage(colour, target) for target in targets for colour in payable if t.keepers[target].prepared[colour]]


def carry_out(t: KeepersTable, seat: Seat, choice: Sabotage) -> None:
    """Discard the cards of the acting seat and unprepare the target's adventurers."""
    cost = t.cards.sabotage.cost
    t.keepers[seat].hand[choice.colour] -= cost
    t.discard[choice.colour] += cost
    target = t.keepers[choice.seat]
    undone = min(t.cards.sabotage.unprepares, target.prepared[choice.colour])
    target.prepared[choice.colour] -= undone
    target.unprepared[choice.colour] += undone
    t.tell(Sabotaged(seat, choice.seat, choice.colour))
