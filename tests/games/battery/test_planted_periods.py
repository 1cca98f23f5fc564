"""The battery finds views that say of a period what is no longer so: planted in the skeleton of a game, and in ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Struct

from referee.battery.lasting import outlived, undeclared
from referee.games.brick import state
from referee.games.brick import view as brick
from referee.games.brick.game import GAME as BRICK
from referee.games.inventory.game import GAME as INVENTORY
from referee.kernel.game import Game
from referee.kernel.lasting import Period
from referee.kernel.seats import Seat
from referee.starters.skeleton.src.skeleton.events import Looked, Played
from referee.starters.skeleton.src.skeleton.game import GAME
from referee.starters.skeleton.src.skeleton.state import SkeletonTable
from referee.starters.skeleton.src.skeleton.view import View, view
from tests.games.battery.planting import battery_of, found_by

pytestmark = pytest.mark.no_cover

PERIODS = "test_a_view_says_nothing_of_a_period_that_is_over"


class LookingView(View, frozen=True, kw_only=True):
    """The view with a fact of the round."""

    looked: Annotated[bool, "Whether someone has looked in this round.", Period("round")]


class Silent(View, frozen=True, kw_only=True):
    """The same, but nobody says how long it holds."""

    looked: Annotated[bool, "Whether someone has looked in this round."]


def looking_view(kind: type[Any], *, forgets: bool) -> Callable[[SkeletonTable, Seat | None], View]:
    """Whether someone has looked since the cards of the last round were turned up, or ever."""

    def made(t: SkeletonTable, seat: Seat | None) -> View:
        told = [happening.public for happening in t.happenings]
        ends = [at for at, event in enumerate(told) if isinstance(event, Played)]
        looked = any(isinstance(event, Looked) for event in told[ends[-1] if ends and forgets else 0 :])
        made: View = kind(**msgspec.structs.asdict(view(t, seat)), looked=looked)
        return made

    return made


@pytest.mark.parametrize(
    ("kind", "forgets", "found"),
    [
        pytest.param(LookingView, True, None, id="a fact that ends with its round"),
        pytest.param(LookingView, False, "looked is True when round has just changed to 2", id="one that continues"),
        pytest.param(Silent, True, "looked says 'Whether someone has looked in this round.'", id="no period said"),
    ],
)
def test_a_fact_of_the_round_is_looked_at(kind: type[Any], forgets: bool, found: str | None) -> None:
    game: Game[SkeletonTable] = replace(GAME, view_type=kind, view=looking_view(kind, forgets=forgets))
    said = found_by(battery_of(game), PERIODS)
    assert said is None if found is None else found in str(said)


class Part(Struct, frozen=True):
    """A part of a view."""

    sold: Annotated[int, "How many it has sold this month.", Period("clock.month", ("sale",))] = 0


class Clock(Struct, frozen=True):
    """When it is."""

    month: int = 1


class Whole(Struct, frozen=True):
    """A view."""

    part: str
    parts: tuple[Part, ...] = ()
    clock: Clock | None = None


@pytest.mark.parametrize(
    ("view", "before", "count"),
    [
        pytest.param(Whole("sale", (Part(1),)), None, 0, id="in its part"),
        pytest.param(Whole("rest", (Part(1), Part(0))), None, 1, id="after its part"),
        pytest.param(Whole("sale", (Part(1),), Clock(1)), Whole("sale", (), Clock(1)), 0, id="in the same month"),
        pytest.param(Whole("sale", (Part(1),), Clock(2)), Whole("sale", (), Clock(1)), 1, id="in the next month"),
        pytest.param(Whole("sale", (Part(1),), Clock(1)), Whole("sale"), 1, id="in the first month"),
    ],
)
def test_a_period_is_in_a_part_of_a_view_too(view: Whole, before: Whole | None, count: int) -> None:
    assert len([*outlived(view, before)]) == count


@pytest.mark.parametrize("field", ["sold_types", "redrawn", "borrowed"])
def test_what_the_table_keeps_for_longer_is_found_in_the_view(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The views of Brick & Mortar as they were: they showed what the table says."""
    original = brick._seat

    def as_in_table(part: state.Part, player: state.Player) -> brick.SeatView:
        kept = getattr(player, field)
        return msgspec.structs.replace(
            original(part, player), **{field: tuple(kept) if isinstance(kept, list) else kept}
        )

    monkeypatch.setattr(brick, "_seat", as_in_table)
    player = state.Player(cash=0, points=0, sold_types=["art"], redrawn=True, borrowed=True)
    table = state.BrickTable(seat_count=2, seed=bytes(32), players=[player, player], month=2, part="building")
    assert [field in said for said in outlived(brick.view(table, None), None)] == [True, True]
    monkeypatch.undo()
    assert not [*outlived(brick.view(table, None), None)]


@pytest.mark.parametrize("game", [BRICK, INVENTORY], ids=lambda game: game.id)
def test_the_periods_of_our_games_are_declared(game: Game[Any]) -> None:
    assert not [*undeclared(game.view_type)]
