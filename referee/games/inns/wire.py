"""Options and events as the messages of `referee.games.inns.v1`, where characters are counted from 1."""

from __future__ import annotations

from functools import cache

from referee.games.inns import choices, events
from referee.games.inns.cards import Character
from referee.games.inns.effects import TraitValue
from referee.games.inns.events import Reason
from referee.games.inns.v1 import inns_pb2 as pb
from referee.kernel.asking import Option
from referee.kernel.table import Event

CHARACTERS = [
    pb.CHARACTER_THIEF,
    pb.CHARACTER_GUARD,
    pb.CHARACTER_BARD,
    pb.CHARACTER_MAGE,
    pb.CHARACTER_THANE,
    pb.CHARACTER_GOBLINS,
    pb.CHARACTER_BOUNTY_HUNTER,
    pb.CHARACTER_MONK,
    pb.CHARACTER_CULTISTS,
    pb.CHARACTER_ALCHEMIST,
    pb.CHARACTER_LORD,
    pb.CHARACTER_DRAGON,
]
MORALITIES: dict[TraitValue, pb.Morality] = {
    "hero": pb.MORALITY_HERO,
    "mercenary": pb.MORALITY_MERCENARY,
    "villain": pb.MORALITY_VILLAIN,
}
REASONS = {
    Reason.STARTING_LOOT: pb.REASON_STARTING_LOOT,
    Reason.STEAL: pb.REASON_STEAL,
    Reason.BOUNTY: pb.REASON_BOUNTY,
    Reason.ARREST: pb.REASON_ARREST,
    Reason.TOAST: pb.REASON_TOAST,
    Reason.RECRUIT: pb.REASON_RECRUIT,
    Reason.GAIN: pb.REASON_GAIN,
    Reason.MATCHING: pb.REASON_MATCHING,
    Reason.TRANSMUTE: pb.REASON_TRANSMUTE,
    Reason.EXTORT: pb.REASON_EXTORT,
    Reason.TOLL: pb.REASON_TOLL,
    Reason.AUCTION: pb.REASON_AUCTION,
    Reason.BLOCK_ABILITY: pb.REASON_BLOCK_ABILITY,
}
TOKEN_KINDS = {
    Reason.STEAL: pb.TOKEN_KIND_STEAL,
    Reason.BOUNTY: pb.TOKEN_KIND_BOUNTY,
    Reason.ARREST: pb.TOKEN_KIND_ARREST,
    Reason.TOAST: pb.TOKEN_KIND_TOAST,
    Reason.RECRUIT: pb.TOKEN_KIND_RECRUIT,
}


def character(of: Character | None) -> pb.Character:
    """A character; None is unspecified."""
    return pb.CHARACTER_UNSPECIFIED if of is None else CHARACTERS[of]


@cache
def option_message(option: Option) -> pb.Option:
    """One option. There are few different ones, so each message is made once."""
    match option:
        case choices.Hand(cards):
            return pb.Option(hand=pb.Hand(cards=map(character, cards)))
        case choices.Play(card):
            return pb.Option(play=pb.Play(card=character(card)))
        case choices.NoBlock():
            return pb.Option(no_block=pb.NoBlock())
        case choices.Block(seat):
            return pb.Option(block=pb.Block(seat=seat))
        case choices.Target(seat, initiative):
            return pb.Option(target=pb.Target(seat=seat, initiative=initiative))
        case choices.Transmute(amount):
            return pb.Option(transmute=pb.Transmute(amount=amount))
        case choices.Bid(amount):
            return pb.Option(bid=pb.Bid(amount=amount))
        case choices.Pass():
            return pb.Option(pass_turn=pb.Pass())
        case choices.Refuse():
            return pb.Option(refuse=pb.Refuse())
        case choices.Pay():
            return pb.Option(pay=pb.Pay())
        case choices.TakeGift(amount):
            return pb.Option(gift=pb.Gift(amount=amount))
        case choices.Unblock(seat):
            return pb.Option(unblock=pb.Unblock(seat=seat))
        case _:
            raise TypeError(f"not an option of this game: {option}")


def event_message(event: Event) -> pb.Event:
    """One event."""
    match event:
        case events.HandsBuilt(own):
            return pb.Event(hands_built=pb.HandsBuilt(own=map(character, own)))
        case events.TurnStarted(turn, head):
            return pb.Event(turn_started=pb.TurnStarted(turn=turn, head=head))
        case events.CardsPlaced(own_card):
            return pb.Event(cards_placed=pb.CardsPlaced(own=character(own_card)))
        case events.Called(initiative):
            return pb.Event(called=pb.Called(initiative=initiative))
        case events.Revealed(seat, card):
            return pb.Event(revealed=pb.Revealed(seat=seat, card=character(card)))
        case events.TokenPlaced(owner, target, kind, named):
            placed = pb.TokenPlaced(owner=owner, target=target, kind=TOKEN_KINDS[kind], named=named)
            return pb.Event(token_placed=placed)
        case events.TokenResolved(owner, target, kind, hit):
            resolved = pb.TokenResolved(owner=owner, target=target, kind=TOKEN_KINDS[kind], hit=hit)
            return pb.Event(token_resolved=resolved)
        case events.Loot(seat, amount, reason):
            return pb.Event(loot=pb.Loot(seat=seat, amount=amount, reason=REASONS[reason]))
        case events.Moved(giver, taker, amount, reason):
            return pb.Event(moved=pb.Moved(giver=giver, taker=taker, amount=amount, reason=REASONS[reason]))
        case events.Blocked(seat, by, reason):
            return pb.Event(blocked=pb.Blocked(seat=seat, by=by, reason=REASONS[reason]))
        case events.Unblocked(seat, by):
            return pb.Event(unblocked=pb.Unblocked(seat=seat, by=by))
        case _:
            return _late_event_message(event)


def _late_event_message(event: Event) -> pb.Event:
    match event:
        case events.AuctionStarted(seat):
            return pb.Event(auction_started=pb.AuctionStarted(seat=seat))
        case events.BidMade(seat, amount):
            return pb.Event(bid=pb.BidMade(seat=seat, amount=amount))
        case events.Passed(seat):
            return pb.Event(passed=pb.Passed(seat=seat))
        case events.AuctionWon(seat, amount):
            return pb.Event(auction_won=pb.AuctionWon(seat=seat, amount=amount))
        case events.AuctionEffect(chosen):
            return pb.Event(auction_effect=pb.AuctionEffect(chosen=option_message(chosen)))
        case events.Collected(seat, table, ability):
            return pb.Event(collected=pb.Collected(seat=seat, table=table, ability=ability))
        case events.RoundEnded():
            return pb.Event(round_ended=pb.RoundEnded())
        case events.HeadPassed(seat):
            return pb.Event(head_passed=pb.HeadPassed(seat=seat))
        case events.Ended(reason, places, hoards):
            return pb.Event(ended=pb.Ended(reason=reason, places=places, hoards=hoards))
        case _:
            raise TypeError(f"not an event of this game: {event}")
