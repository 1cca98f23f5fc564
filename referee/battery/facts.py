"""The facts that the battery needs about a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

from referee.kernel.asking import Option
from referee.kernel.cards import CardData
from referee.kernel.seats import Seat
from referee.kernel.table import Event


def no_throws(_event: Event) -> Iterable[tuple[Seat, int]]:
    """The value of `throws` for a game without dice."""
    return ()


@dataclass(frozen=True)
class Facts:
    """The facts about one game.

    The battery continues, for some steps, two possible matches (worlds) that a seat cannot tell apart, with the same
    choices as far as others see them. The seat must receive the same in both, until the rules reveal something hidden:
    a card is turned up, a die is thrown, the seat draws. From then on the two worlds are no longer compared.

    `reveals` returns the names of the fields in which an event may reveal something, for example `("cards",)`. Name a
    field within a part as `bids.price`. Everything else in the event is compared: a count, another seat, or the length
    of a list of which only a part is named. `reveals` is called with the form of the event that the seat receives; the
    spectator is the seat None. Name a field of a private form only for the seat that receives that form:

        def reveals(event, seat):
            match event:
                case Played():
                    return ("cards",)
                case Drew() if event.seat == seat:
                    return ("card",)
            return ()

    Name as few fields as you can: the battery cannot see a leak within a field that you name. Do not name a field that
    follows from an earlier event (for example the winner, once the cards are shown), because nothing after a reveal is
    compared anyway. The battery refuses a field that is named for the spectator but sent in two forms. If a field is
    sometimes public and sometimes private to one seat, name it for the spectator only where it is public; if the event
    does not show which it is, split the event in two.

    Put the number on a die into `by_chance`, too. Such a field may differ if the future random numbers differ; if two
    worlds have the same random numbers and differ only in hidden cards, it must be the same.

    If `reveals` returns True instead of names, this means all fields, and that the event may be missing in one of the
    worlds. Old packages use this; new ones should not.

    Attributes:
        most_decisions: The maximum number of decisions in random play, by number of seats, with the default options.
        public_form: Returns what others see of a choice when it is made: the option itself, or less.
        reveals: Returns the fields in which an event may reveal something to a seat (None: the spectator).
        tables_differ: The minimum share of twins (the compared worlds) whose table must differ from the original.
        lists_differ: The minimum share of twins in which another seat must get different options.
        dealt_by_rule: The zones in which the rules do not treat all seats alike, each with the reason.
        throws: Returns the dice that seats threw in an event, each as seat and number as thrown. All must be dice of
            one kind.
        seat_advantage: The maximum difference of a seat's share of wins from an equal share when all play
            at random, for example 0.05; None: no limit. The battery prints the shares.
        by_chance: The fields of events that chance alone decides, independently of hidden cards: dice and coins.
            `reveals` must name them, too.
        may_be_missing: Events whose occurrence itself reveals something, because they happen in one world and not in
            another: a call that may or may not be answered.
        named_alike: The number of twins in which an event named by `reveals` may be the same before the battery reports
            that it should not be named; three times as many for a single field. Raise it if the field is named
            correctly but rarely differs.
        steps_compared: The minimum share of the steps played in two worlds that must have been compared completely
            (everything that a seat receives, sees and is asked), because nothing had been revealed yet.
        places_follow_scores: Whether a higher score never has a worse place. Equal scores may have different places.
        card_sets: Returns other card sets, which the battery plays, too; `changed_cards` can make them.
        most_decisions_with_options: The maximum number of decisions in random play with any options and card set. A
            longer match counts as endless.
    """

    most_decisions: Mapping[int, int]
    public_form: Callable[[Option], Hashable]
    reveals: Callable[[Event, Seat | None], bool | Collection[str]]
    tables_differ: float = 0.8
    lists_differ: float = 0.2
    dealt_by_rule: Mapping[str, str] = field(default_factory=dict)
    throws: Callable[[Event], Iterable[tuple[Seat, int]]] = no_throws
    seat_advantage: float | None = None
    by_chance: Mapping[type[Event], Collection[str]] = field(default_factory=dict)
    may_be_missing: Collection[type[Event]] = ()
    named_alike: int = 100
    steps_compared: float = 0.1
    places_follow_scores: bool = True
    card_sets: Callable[[Random], CardData] | None = None
    most_decisions_with_options: int = 100_000
