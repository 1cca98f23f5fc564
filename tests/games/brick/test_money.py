"""Cash is secret, but what everyone sees adds up to it."""

from __future__ import annotations

from random import Random

import pytest

import referee
from referee.battery.playing import play
from referee.games.brick.events import Invested, StoreBought, UtilitiesPaid
from referee.games.brick.item_events import Sold, Stocked, SurplusBought
from referee.games.brick.state import BrickTable
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from tests.games.brick.tables import table_of

SEEDS = range(8)


def money_told(event: Event) -> dict[Seat, int]:
    """What an event says that seats were paid, or paid."""
    match event:
        case StoreBought(seat, _, _, price, debt):
            return {seat: 2 * debt - price}
        case Stocked(seat, _, _, _, cost, debt) | UtilitiesPaid(seat, cost, debt):
            return {seat: 2 * debt - cost}
        case Sold(seat, _, _, _, _, _, _, money):
            return {seat: money}
        case SurplusBought(seat, _, seller, _, _, cost):
            return {seat: -cost, seller: cost}
        case Invested(seat, points, money):
            return {seat: -money if points > 0 else money}
    return {}


def eager(match: Match, randomly: Random) -> dict[Seat, int]:
    """Rather the later options: more is bought, stocked and sold."""
    return {
        seat: max(randomly.randrange(len(options)), randomly.randrange(len(options)))
        for seat, options in match.asked.items()
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_told_adds_up_to_the_cash(seats: int) -> None:
    for seed in SEEDS:
        match = referee.start("brick", seats=seats, seed=seed)
        start = [player.cash for player in table_of(match).players]
        counted, told = list(start), 0
        for now in play(match, seed, eager):
            for event in now.events(None, told):
                for seat, money in money_told(event).items():
                    counted[seat] += money
            told = now.event_count
            assert [player.cash for player in table_of(now).players] == counted
        assert counted != start


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_sees_the_cash_of_others(seats: int) -> None:
    """Cash is dealt to nobody again, so that no other world would show it: it is changed by hand here."""
    game = referee.all_games()["brick"]
    for match in play(referee.start("brick", seats=seats, seed=4), 4, eager):
        shown = {seat: match.view(seat) for seat in [*match.table.all_seats(), None]}
        table = table_of(match)
        for seat, view in shown.items():
            before = [player.cash for player in table.players]
            for other, player in enumerate(table.players):
                player.cash += 0 if other == seat else 7
            assert match.view(seat) == view
            assert game.view_text(match.view(seat)) == game.view_text(view)
            for player, cash in zip(table.players, before, strict=True):
                player.cash = cash


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_debt_never_falls_and_the_last_round_stays(seats: int) -> None:
    for seed in SEEDS:
        debts, last_round = [0] * seats, False
        for match in play(referee.start("brick", seats=seats, seed=seed), seed, eager):
            table: BrickTable = table_of(match)
            now = [player.debt for player in table.players]
            assert all(more >= less for more, less in zip(now, debts, strict=True))
            assert table.last_round >= last_round
            debts, last_round = now, table.last_round
        assert any(debts)
