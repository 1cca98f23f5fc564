"""The chapter "Reveal Ability" of the rulebook; section 4.4 of the game's specification."""

from __future__ import annotations

from collections import Counter

from referee.games.inns import choices
from referee.games.inns.auction import hold_auction
from referee.games.inns.blocking import block, can_be_blocked
from referee.games.inns.choices import PAY, REFUSE, Pay, Refuse
from referee.games.inns.effects import (
    Auction,
    BlockMatching,
    Extort,
    GainPer,
    RevealAbility,
    Toll,
    Transmute,
)
from referee.games.inns.events import Moved
from referee.games.inns.loot import gain, give, pay_back
from referee.games.inns.state import InnsTable
from referee.games.inns.targets import place_token
from referee.games.inns.traits import count, face_up_pool, reached_in_table_order, trait_of
from referee.games.inns.words import Reason
from referee.kernel.asking import MAX_OPTIONS, ask
from referee.kernel.seats import Seat


async def use_reveal_ability(t: InnsTable, seat: Seat, ability: RevealAbility) -> None:
    """Carry out a card's Reveal Ability, which must be used."""
    if isinstance(ability, GainPer):
        gain(t, seat, ability.amount * count(t, seat, ability.count), Reason.GAIN)
    elif isinstance(ability, BlockMatching):
        block_matching(t, seat, ability)
    elif isinstance(ability, Transmute):
        await transmute(t, seat, ability)
    elif isinstance(ability, Auction):
        await hold_auction(t, seat, ability)
    elif isinstance(ability, Extort):
        await extort(t, seat, ability)
    elif isinstance(ability, Toll):
        take_toll(t, seat, ability)
    else:
        await place_token(t, seat, ability)


def block_matching(t: InnsTable, seat: Seat, ability: BlockMatching) -> None:
    """Block every card that shares the trait with another one, but never the acting card itself."""
    values = {other: trait_of(t, other, ability.trait) for other in face_up_pool(t, seat, ability.ranged)}
    times = Counter(values.values())
    for other, value in values.items():
        if other != seat and times[value] > 1:
            block(t, other, by=seat, reason=Reason.MATCHING)


async def transmute(t: InnsTable, seat: Seat, ability: Transmute) -> None:
    """Turn in Loot from the seat's own Table Setting; the Loot Ability may count it."""
    player = t.players[seat]
    most = min(ability.amount, player.table, MAX_OPTIONS - 1)
    amount = (await ask(seat, [choices.Transmute(x) for x in range(most + 1)])).amount if most else 0
    pay_back(t, seat, amount)
    player.transmuted = amount
    t.tell(Moved(seat, None, amount, Reason.TRANSMUTE))


async def extort(t: InnsTable, seat: Seat, ability: Extort) -> None:
    """Make each unblocked card in reach pay or be blocked. A seat that cannot pay is not asked."""
    for other in reached_in_table_order(t, seat, ability.ranged):
        if not can_be_blocked(t, other):
            continue
        choice: Pay | Refuse = REFUSE
        if t.players[other].table >= ability.amount:
            choice = await ask(other, [REFUSE, PAY])
        if isinstance(choice, Pay):
            give(t, other, seat, ability.amount, Reason.EXTORT)
        else:
            block(t, other, by=seat, reason=Reason.EXTORT)


def take_toll(t: InnsTable, seat: Seat, ability: Toll) -> None:
    """Make each face-up card in reach whose trait has the value pay what its seat has, up to the amount."""
    for other in reached_in_table_order(t, seat, ability.ranged):
        player = t.players[other]
        if player.face_up and trait_of(t, other, ability.trait) == ability.value:
            give(t, other, seat, min(ability.amount, player.table), Reason.TOLL)
