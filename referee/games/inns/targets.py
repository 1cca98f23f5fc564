"""The chapter "Target Token" of the rulebook; section 4.4 of the game's specification."""

from __future__ import annotations

from typing import assert_never

from referee.games.inns.blocking import block, unblock
from referee.games.inns.choices import Target
from referee.games.inns.effects import Arrest, Bounty, Recruit, Steal, Toast, TokenEffect
from referee.games.inns.events import TokenPlaced, TokenResolved
from referee.games.inns.loot import gain
from referee.games.inns.state import InnsTable, Token, unplayed
from referee.games.inns.traits import others_reached, trait_of
from referee.games.inns.words import Reason
from referee.kernel.asking import ask
from referee.kernel.seats import Seat

KINDS: dict[type[TokenEffect], Reason] = {
    Steal: Reason.STEAL,
    Bounty: Reason.BOUNTY,
    Arrest: Reason.ARREST,
    Toast: Reason.TOAST,
    Recruit: Reason.RECRUIT,
}


async def place_token(t: InnsTable, seat: Seat, effect: TokenEffect) -> None:
    """Let the seat choose a face-down card for its Target Token; without one, nothing happens."""
    options = targets(t, seat, effect)
    if not options:
        return
    choice = options[0] if len(options) == 1 else await ask(seat, options)
    t.players[choice.seat].tokens.append(Token(seat, choice.initiative))
    t.tell(TokenPlaced(seat, choice.seat, KINDS[type(effect)], choice.initiative))


def targets(t: InnsTable, seat: Seat, effect: TokenEffect) -> list[Target]:
    """The face-down cards in reach, clockwise; for a bounty, each with the initiatives that it can still have."""
    reached = others_reached(t.seat_count, seat, effect.ranged)
    face_down = [other for other in reached if t.players[other].face_down]
    if not isinstance(effect, Bounty):
        return [Target(other) for other in face_down]
    return [
        Target(other, initiative)
        for other in face_down
        for initiative in unplayed(t.players[other].ledger, t.players[other].discard)
        if initiative > t.called
    ]


def resolve_tokens(t: InnsTable, target: Seat) -> None:
    """Resolve the tokens on a Table Setting in the order placed; then the card gets the remaining Starting Loot."""
    player = t.players[target]
    left = t.card(target).starting_loot
    for token in player.tokens:
        left -= resolve(t, token, target, left)
    player.tokens = []
    gain(t, target, left, Reason.STARTING_LOOT)


def resolve(t: InnsTable, token: Token, target: Seat, left: int) -> int:
    """Resolve one token and return how much of the Starting Loot it takes away."""
    owner, effect = token.owner, token_effect(t, token)
    kind = KINDS[type(effect)]
    hit = hits(t, token, effect, target, left)
    t.tell(TokenResolved(owner, target, kind, hit))
    if isinstance(effect, Toast):
        unblock(t, owner, by=owner)
    if not hit:
        return 0
    match effect:
        case Steal(amount):
            gain(t, owner, min(amount, left), kind)
            return min(amount, left)
        case Bounty(_, amount):
            block(t, target, by=owner, reason=kind)
            gain(t, owner, amount, kind)
        case Arrest():
            block(t, target, by=owner, reason=kind)
        case Recruit(_, value, amount):
            t.players[target].morality = value
            gain_both(t, owner, target, amount, kind)
        case Toast(_, _, amount):
            gain_both(t, owner, target, amount, kind)
        case _:
            assert_never(effect)
    return 0


def hits(t: InnsTable, token: Token, effect: TokenEffect, target: Seat, left: int) -> bool:
    """Whether the token takes effect on the target."""
    match effect:
        case Steal(amount):
            return min(amount, left) > 0
        case Bounty():
            return t.card(target).initiative == token.named
        case Arrest(trait, value) | Toast(trait, value):
            return trait_of(t, target, trait) == value
        case Recruit():
            return True
        case _:
            assert_never(effect)


def token_effect(t: InnsTable, token: Token) -> TokenEffect:
    """What a token does, according to its owner's current card."""
    effect = t.card(token.owner).reveal
    assert isinstance(effect, TokenEffect), f"the card of seat {token.owner} has no token"
    return effect


def gain_both(t: InnsTable, owner: Seat, target: Seat, amount: int, reason: Reason) -> None:
    """Let the owner of a token and the owner of its target gain the same amount."""
    gain(t, owner, amount, reason)
    gain(t, target, amount, reason)
