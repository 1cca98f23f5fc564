"""The battery finds leaks inside events that `reveals` names, and too much in `reveals`: planted one by one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Annotated, Any

import msgspec
import pytest

from referee.battery import Facts
from referee.kernel.chance import Chance
from referee.kernel.game import Game
from referee.kernel.ranking import Result
from referee.kernel.seats import Seat
from referee.kernel.table import Event, Table
from referee.starters.skeleton.src.skeleton import rules
from referee.starters.skeleton.src.skeleton.events import Drew, Looked, Played, Won
from referee.starters.skeleton.src.skeleton.facts import FACTS
from referee.starters.skeleton.src.skeleton.game import GAME
from referee.starters.skeleton.src.skeleton.state import SkeletonTable
from tests.games.battery.planting import SEATS, WORLDS, battery_of, found_by

pytestmark = pytest.mark.no_cover

PLAY = "test_random_play_ends_within_the_bounds"
NEXT = Seat(1)

Forms = tuple[Event, dict[Seat, Event]]
Telling = Callable[[SkeletonTable, "PlayedAndMore"], Forms]


class PlayedAndMore(Played, frozen=True):
    """What was played, with more to tell of it."""

    deck: Annotated[int, "The number of cards in the deck."] = 0
    kept: Annotated[tuple[int, ...], "Cards that everyone may know."] = ()


class Leaky(SkeletonTable):
    """The table of a game that sends `PlayedAndMore`."""

    def tell(self, public: Event, private: dict[Seat, Event] | None = None) -> None:
        """As planted."""
        if isinstance(public, Played):
            told = PlayedAndMore(public.cards, public.die, deck=len(self.deck))
            public, private = TELLING["now"](self, told)
        Table.tell(self, public, private)


TELLING: dict[str, Telling] = {}


def game_that_tells(telling: Telling, patch: pytest.MonkeyPatch) -> Game[SkeletonTable]:
    """The game of the skeleton; what it shows of the played cards is planted."""
    patch.setitem(TELLING, "now", telling)
    kinds = [PlayedAndMore if kind is Played else kind for kind in GAME.event_types]
    return replace(GAME, table_type=Leaky, event_types=tuple(kinds), event_text=str)


def names(*fields: str) -> Facts:
    """Facts that name these fields of what is shown of the played cards, beside the cards and the die."""

    def reveals(event: Event, seat: Seat | None) -> bool | Collection[str]:
        return ("cards", "die", *fields) if isinstance(event, PlayedAndMore) else FACTS.reveals(event, seat)

    return replace(FACTS, reveals=reveals, by_chance={PlayedAndMore: ("die",)})


def more(**fields: Callable[[SkeletonTable, PlayedAndMore], Any]) -> Callable[..., Event]:
    """The event with other fields."""

    def changed(t: SkeletonTable, played: PlayedAndMore) -> Event:
        return msgspec.structs.replace(played, **{name: value(t, played) for name, value in fields.items()})

    return changed


def next_card(t: SkeletonTable, _played: PlayedAndMore) -> int:
    return len(t.deck) + sum(t.deck[:1])


def hand(t: SkeletonTable, _played: PlayedAndMore) -> tuple[int, ...]:
    return tuple(t.hands[2])


KEPT = more(kept=hand)

LEAKS: dict[str, tuple[Telling, Facts, str]] = {
    "covered cards are sent to all": (
        lambda t, played: (KEPT(t, played), {}),
        names(),
        "can tell later by the events .* in 'kept', which `reveals` does not name",
    ),
    "covered cards are sent to one other seat": (
        lambda t, played: (played, {NEXT: KEPT(t, played)}),
        names(),
        "seat 1 can tell later by the events .* in 'kept', which `reveals` does not name",
    ),
    "covered cards are sent to one other seat, and named for everyone": (
        lambda t, played: (played, {NEXT: KEPT(t, played)}),
        names("kept"),
        "in 'kept', which `reveals` names for the spectator, but it is sent in two forms: split the event",
    ),
    "the next card shows in a count": (
        lambda t, played: (more(deck=next_card)(t, played), {}),
        names(),
        "can tell later by the events .* in 'deck', which `reveals` does not name",
    ),
}


@pytest.mark.parametrize(("telling", "facts", "message"), LEAKS.values(), ids=LEAKS)
def test_a_leak_inside_a_named_event_is_found(
    telling: Telling, facts: Facts, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = found_by(battery_of(game_that_tells(telling, monkeypatch), facts), WORLDS)
    assert found
    assert re.search(message, found, re.DOTALL), found


class LoadedDie(Chance):
    """A die that shows more if the next card of the deck is higher."""

    def __init__(self, t: SkeletonTable) -> None:
        super().__init__(t.seed, "die", t.drawn)
        self.more = sum(t.deck[:1])

    def below(self, bound: int) -> int:
        """As planted."""
        return (super().below(bound) + self.more) % bound


class Loaded(SkeletonTable):
    """The table of a game that throws such a die."""

    def chance(self, name: str) -> Chance:
        """As planted."""
        return LoadedDie(self) if name == "die" else Table.chance(self, name)


def test_the_next_card_is_told_in_the_number_of_a_die() -> None:
    found = found_by(battery_of(replace(GAME, table_type=Loaded)), WORLDS)
    assert found
    assert re.search(
        "can tell later by the events .* in 'die', which is in by_chance, although both have the same random numbers",
        found,
    ), found


def test_without_a_leak_the_event_is_as_good_as_any(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_that_tells(lambda _t, played: (played, {}), monkeypatch)
    assert found_by(battery_of(game, names()), WORLDS) is None


def draw_told_to_the_next_seat_too(t: SkeletonTable, seat: Seat, card: int) -> None:
    t.tell(Drew(seat), {each: Drew(seat, card) for each in (seat, Seat((seat + 1) % SEATS))})


def whatever_seat_it_is(event: Event, seat: Seat | None) -> bool | Collection[str]:
    return ("card",) if isinstance(event, Drew) and event.card is not None else FACTS.reveals(event, seat)


def test_a_leak_is_found_if_reveals_does_not_ask_for_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "tell_draw", draw_told_to_the_next_seat_too)
    found = found_by(battery_of(replace(GAME), replace(FACTS, reveals=whatever_seat_it_is)), WORLDS)
    assert found
    assert re.search("in 'card', which `reveals` names for the spectator, but it is sent in two forms", found), found


def everything(_event: Event, _seat: Seat | None) -> bool:
    return True


def everything_told_to_all(event: Event, seat: Seat | None) -> bool:
    return not isinstance(event, Drew | Looked) or event.seat == seat


def as_before_there_were_names(event: Event, seat: Seat | None) -> bool:
    return isinstance(event, Played) or (isinstance(event, Drew | Looked) and event.seat == seat)


def too_much(event: Event, seat: Seat | None) -> bool | Collection[str]:
    return ("points",) if isinstance(event, Won) else FACTS.reveals(event, seat)


def misspelt(event: Event, seat: Seat | None) -> bool | Collection[str]:
    return ("crads",) if isinstance(event, Played) else FACTS.reveals(event, seat)


TOO_MUCH: dict[str, tuple[Facts, str]] = {
    "everything is named": (
        replace(FACTS, reveals=everything),
        "in 'card', which `reveals` names for the spectator, but it is sent in two forms: split the event",
    ),
    "everything is named that has one form": (
        replace(FACTS, reveals=everything_told_to_all),
        r"`reveals` names Won, which was the same in all of \d+ twins: do not name it, or raise named_alike",
    ),
    "what follows is named": (
        replace(FACTS, reveals=too_much),
        r"`reveals` names Won, which was the same in all of \d+ twins: do not name it, or raise named_alike",
    ),
    "a field that does not differ is named beside one that does": (
        replace(FACTS, reveals=as_before_there_were_names, named_alike=20),
        r"`reveals` names 'seat' of (Drew|Looked), which was the same in all of \d+ twins: do not name it",
    ),
    "a die is named, but not by chance": (
        replace(FACTS, reveals=as_before_there_were_names, by_chance={}),
        r"`reveals` names 'die' of Played, which was the same in all of \d+ twins with the same chance: .* by_chance",
    ),
    "an event is said to be missing that never is": (
        replace(FACTS, may_be_missing=(Won,)),
        r"`may_be_missing` names Won, which happened in both worlds in all of \d+ twins: do not name it",
    ),
    "nearly all steps end at something that is named": (
        replace(FACTS, steps_compared=0.99),
        r"only \d+ of \d+ steps could be compared .* share steps_compared \(0\.99\).* `reveals` names: Played \d+, ",
    ),
    "a field is named that there is not": (
        replace(FACTS, reveals=misspelt),
        "`reveals` names 'crads' of Played, whose fields are: cards, die",
    ),
    "a field is left to chance that there is not": (
        replace(FACTS, by_chance={Played: ("dye",)}),
        "`by_chance` names 'dye' of Played, whose fields are: cards, die",
    ),
}


@pytest.mark.parametrize(("facts", "message"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_too_much_in_reveals_is_found(facts: Facts, message: str) -> None:
    found = found_by(battery_of(replace(GAME), facts), WORLDS)
    assert found
    assert re.search(message, found, re.DOTALL), found


def test_true_means_all_fields_as_before_there_were_names() -> None:
    facts = replace(FACTS, reveals=as_before_there_were_names, by_chance={}, named_alike=10_000)
    assert found_by(battery_of(replace(GAME), facts), WORLDS) is None


def by_fewest_points(t: SkeletonTable) -> Result:
    return Result([1 + sum(other < mine for other in t.points) for mine in t.points], t.points, "last_round")


def one_place_for_all(t: SkeletonTable) -> Result:
    return Result([1 for _ in t.points], t.points, "last_round")


def in_seat_order_if_equal(t: SkeletonTable) -> Result:
    keys = [(points, -seat) for seat, points in enumerate(t.points)]
    return Result([1 + sum(other > mine for other in keys) for mine in keys], t.points, "last_round")


def test_a_higher_score_with_a_worse_place_is_found() -> None:
    game = replace(GAME, result=by_fewest_points)
    found = found_by(battery_of(game), PLAY)
    assert found
    assert re.search(
        r"seat \d has the higher score and the worse place: score (\d+) and place [23], but seat \d has score \d+ and "
        r"place [12]\. If the game ranks differently, set places_follow_scores=False",
        found,
    ), found
    assert found_by(battery_of(game, replace(FACTS, places_follow_scores=False)), PLAY) is None


@pytest.mark.parametrize("result", [one_place_for_all, in_seat_order_if_equal])
def test_equal_scores_and_equal_places_are_nobodys_mistake(result: Callable[[SkeletonTable], Result]) -> None:
    assert found_by(battery_of(replace(GAME, result=result)), PLAY) is None
