"""Options and events as the messages of `referee.games.keepers.v1`: there spaces and colours are counted from 1."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from referee.games.keepers import choices, events
from referee.games.keepers.state import Colour
from referee.games.keepers.v1 import keepers_pb2 as pb
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event

_COLOURS = [pb.COLOUR_WARRIOR, pb.COLOUR_WIZARD, pb.COLOUR_ROGUE, pb.COLOUR_RANGER]


@lru_cache(maxsize=4096)
def _counts(warrior: int, wizard: int, rogue: int, ranger: int) -> pb.Counts:
    return pb.Counts(warrior=warrior, wizard=wizard, rogue=rogue, ranger=ranger)


def counts(cards: Sequence[int]) -> pb.Counts:
    """Cards by colour. The message is shared: it is for reading."""
    return _counts(*cards)


def colour(of: Colour | None) -> pb.Colour:
    """A colour; None is unspecified."""
    return pb.COLOUR_UNSPECIFIED if of is None else _COLOURS[of]


def pile(seat: Seat, cards: Sequence[int]) -> pb.Pile:
    """A bid pile that was turned up."""
    return pb.Pile(seat=seat, cards=counts(cards))


@cache
def option_message(option: Option) -> pb.Option:
    """One option. There are few different ones, so each message is made once."""
    match option:
        case choices.Quest(space):
            return pb.Option(quest=pb.Quest(space=space + 1))
        case choices.Pass():
            return pb.Option(pass_turn=pb.Pass())
        case choices.Done():
            return pb.Option(done=pb.Done())
        case choices.Add(card):
            return pb.Option(add=pb.Add(colour=colour(card)))
        case choices.Sabotage(card, seat):
            return pb.Option(sabotage=pb.Sabotage(colour=colour(card), seat=seat))
        case _:
            raise TypeError(f"not an option of this game: {option}")


def event_message(event: Event) -> pb.Event:
    """One event."""
    match event:
        case events.RoundBegins(number, seat):
            return pb.Event(round_begins=pb.RoundBegins(round=number, seat=seat))
        case events.QuestChosen(seat, space):
            return pb.Event(quest_chosen=pb.QuestChosen(seat=seat, space=space + 1))
        case events.CardLaid(seat, card):
            return pb.Event(card_laid=pb.CardLaid(seat=seat, colour=colour(card)))
        case events.Passed(seat):
            return pb.Event(passed=pb.Passed(seat=seat))
        case events.LaidDone(seat):
            return pb.Event(laid_done=pb.LaidDone(seat=seat))
        case events.Revealed(piles):
            return pb.Event(revealed=pb.Revealed(piles=[pile(seat, cards) for seat, cards in piles]))
        case events.QuestWon(seat, space, paid, prepared, ignored):
            won = pb.QuestWon(
                seat=seat, space=space + 1, paid=counts(paid), prepared=counts(prepared), ignored=counts(ignored)
            )
            return pb.Event(quest_won=won)
        case events.RumoursMoved():
            return pb.Event(rumours_moved=pb.RumoursMoved())
        case events.RumourDealt(space, card):
            return pb.Event(rumour_dealt=pb.RumourDealt(space=space + 1, colour=colour(card)))
        case events.Reshuffled(count):
            return pb.Event(reshuffled=pb.Reshuffled(count=count))
        case events.Sabotaged(seat, target, card):
            return pb.Event(sabotaged=pb.Sabotaged(seat=seat, target=target, colour=colour(card)))
        case events.SentOut(seat, cards):
            return pb.Event(sent_out=pb.SentOut(seat=seat, counts=counts(cards)))
        case events.Drew(seat, card):
            return pb.Event(drew=pb.Drew(seat=seat, colour=colour(card)))
        case events.NoCardForSeat(seat):
            return pb.Event(no_card=pb.NoCard(seat=seat))
        case events.NoCardForSpace(space):
            return pb.Event(no_card=pb.NoCard(space=space + 1))
        case events.TokenMoved(seat):
            return pb.Event(token_moved=pb.TokenMoved(seat=seat))
        case events.GameOver(reason, scores):
            return pb.Event(game_over=pb.GameOver(reason=reason, scores=scores))
        case _:
            raise TypeError(f"not an event of this game: {event}")
