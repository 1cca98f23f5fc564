"""Which differences of two events are right, by what the facts of a game name."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from referee.battery import Facts
from referee.battery.revealing import Form, differing, paths_of, told_too_much
from referee.games.brick.item_events import Offer, SaleBids
from referee.games.inns.events import AuctionWon, Called, Revealed
from referee.kernel.seats import Seat
from referee.kernel.table import Event

FIRST, SECOND = Seat(0), Seat(1)
CALLED = [Called(2), Called(3)]
THIEF = 0


def bids(*offers: tuple[Seat, int, int | None], item: Any = "art") -> SaleBids:
    return SaleBids(item, tuple(Offer(*offer) for offer in offers))


BIDS = bids((FIRST, 2, 5), (SECOND, 1, 7))


def facts(*names: str, missing: Collection[type[Event]] = (), by_chance: Collection[str] = ()) -> Facts:
    return Facts(
        most_decisions={},
        public_form=lambda option: option,
        reveals=lambda _event, _seat: names,
        may_be_missing=missing,
        by_chance={SaleBids: by_chance},
    )


def alike(events: list[Event]) -> list[Form]:
    """Events that everyone receives in the same form."""
    return [Form(event, event) for event in events]


def test_a_field_within_a_part_has_a_name() -> None:
    assert paths_of(SaleBids) == {"item", "bids", "bids.seat", "bids.quantity", "bids.price"}


@pytest.mark.parametrize(
    ("other", "paths"),
    [
        pytest.param(BIDS, [], id="nothing"),
        pytest.param(bids((FIRST, 2, 5), (SECOND, 1, None)), ["bids.price"], id="in a part"),
        pytest.param(
            bids((FIRST, 3, 5), (SECOND, 1, 8), item="food"), ["item", "bids.quantity", "bids.price"], id="all"
        ),
        pytest.param(bids((FIRST, 2, 5)), ["bids"], id="the length of a list"),
    ],
)
def test_fields_that_differ_are_named(other: SaleBids, paths: list[str]) -> None:
    assert [*differing(BIDS, other)] == paths


DICE = facts("bids.price", by_chance=["bids.price"])
DEARER = bids((FIRST, 2, 6), (SECOND, 1, 7))


@pytest.mark.parametrize(
    ("ours", "theirs", "by", "found"),
    [
        pytest.param([BIDS], [BIDS], facts(), None, id="the same"),
        pytest.param([BIDS], [DEARER], facts(), "'bids.price', which `reveals` does not name", id="nothing named"),
        pytest.param([BIDS], [DEARER], facts("bids.price"), None, id="named"),
        pytest.param([BIDS], [DEARER], facts("bids"), None, id="the whole list named"),
        pytest.param([BIDS], [bids((FIRST, 2, 6))], facts("bids.price"), "in 'bids', which", id="a bid less"),
        pytest.param([BIDS], [DEARER], DICE, "which is in by_chance", id="by chance"),
        pytest.param([BIDS, BIDS], [BIDS], facts("bids"), "] or [", id="an event less"),
        pytest.param([BIDS, *CALLED], [DEARER, CALLED[0]], facts("bids.price"), None, id="what comes later"),
        pytest.param([CALLED[0]], [CALLED[1]], facts(missing=[Called]), "in 'initiative'", id="another call"),
        pytest.param(CALLED, [CALLED[0], Revealed(FIRST, THIEF)], facts(), "] or [", id="a card, or none"),
        pytest.param(
            CALLED,
            [CALLED[0], Revealed(FIRST, THIEF)],
            facts(missing=[Called, Revealed]),
            None,
            id="rightly a card, or none",
        ),
        pytest.param(
            [CALLED[0], AuctionWon(FIRST, 1)],
            [CALLED[0], Revealed(FIRST, THIEF)],
            facts(missing=[Called, Revealed]),
            None,
            id="what else comes after a call that nobody answered",
        ),
        pytest.param(
            [AuctionWon(FIRST, 1)],
            [Revealed(FIRST, THIEF)],
            facts(missing=[Revealed]),
            "] or [",
            id="nothing was called",
        ),
    ],
)
def test_what_may_differ(ours: list[Event], theirs: list[Event], by: Facts, found: str | None) -> None:
    told = told_too_much(alike(ours), alike(theirs), FIRST, by, same_chance=True)
    assert told is None if found is None else found in str(told)


def test_what_chance_decides_may_differ_with_another_chance() -> None:
    assert told_too_much(alike([BIDS]), alike([DEARER]), None, DICE, same_chance=False) is None


@pytest.mark.parametrize(
    ("for_all", "found"),
    [(True, "'bids.price', which `reveals` names for the spectator, but it is sent"), (False, None)],
)
def test_what_one_seat_is_told_must_be_named_for_that_seat_in_particular(for_all: bool, found: str | None) -> None:
    public = bids()
    by = replace(facts(), reveals=lambda _event, seat: ("bids.price",) if for_all or seat == SECOND else ())
    told = told_too_much([Form(BIDS, public)], [Form(DEARER, public)], SECOND, by, same_chance=False)
    assert told is None if found is None else found in str(told)
