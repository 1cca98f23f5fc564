"""The sample bots play whole matches against the kernel."""

from __future__ import annotations

import pytest
from referee_client import Session
from referee_client.bots import BOTS
from referee_client.bots.greedy import GREEDY

from referee.kernel.game import find_game
from tests.clients import messages
from tests.clients.local_match import play, share_of_wins


def test_greedy_clearly_beats_random_in_keepers() -> None:
    assert share_of_wins("keepers", BOTS["greedy"], BOTS["random"], deals=60) > 0.6


@pytest.mark.parametrize(("seats", "share"), [(3, 0.6), (4, 0.5), (8, 0.25)])
def test_greedy_clearly_beats_random_in_inns(seats: int, share: float) -> None:
    assert share_of_wins("inns", BOTS["greedy"], BOTS["random"], deals=24 // seats, seats=seats) > share


@pytest.mark.parametrize(("seats", "share"), [(2, 0.9), (4, 0.7), (6, 0.5)])
def test_greedy_clearly_beats_random_in_lootroll(seats: int, share: float) -> None:
    assert share_of_wins("lootroll", BOTS["greedy"], BOTS["random"], deals=12 // seats, seats=seats) > share


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_clearly_beats_random_in_inventory(seats: int) -> None:
    assert share_of_wins("inventory", BOTS["greedy"], BOTS["random"], deals=6 // seats, seats=seats) > 0.8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_clearly_beats_random_in_brick(seats: int) -> None:
    assert share_of_wins("brick", BOTS["greedy"], BOTS["random"], deals=6 // seats, seats=seats) > 0.9


@pytest.mark.parametrize("name", list(BOTS))
@pytest.mark.parametrize(("game", "seats"), [(game, find_game(game).seats[0]) for game in GREEDY])
def test_a_sample_bot_plays_itself_to_the_end_and_the_same_way_again(name: str, game: str, seats: int) -> None:
    results = [play(game, [BOTS[name]] * seats, seed=5, match_id="m") for _ in range(2)]
    assert results[0] == results[1]


def test_random_depends_on_match_seat_and_turn_alone() -> None:
    def drawn(match_id: str, seat: int, number: int) -> int:
        session = Session(BOTS["random"])
        session.receive(messages.match_started(match_id, seat=seat))
        (answer,) = session.receive(messages.turn(match_id, number, seat=seat, spaces=255))
        return answer.choice.option

    places = [(match_id, seat, number) for match_id in ("a", "b") for seat in (0, 1) for number in range(1, 100)]
    draws = [drawn(*place) for place in places]
    assert draws == [drawn(*place) for place in places]
    assert len(set(draws)) > 150


def test_random_favours_no_option() -> None:
    session = Session(BOTS["random"])
    session.receive(messages.match_started())
    counts = [0, 0, 0]
    for number in range(1, 3001):
        (answer,) = session.receive(messages.turn(number=number))
        counts[answer.choice.option] += 1
    assert all(900 < count < 1100 for count in counts)


def test_greedy_says_which_games_it_plays() -> None:
    with pytest.raises(ValueError, match=r"the greedy bot plays only .*keepers.*, not ludo"):
        Session(BOTS["greedy"]).receive(messages.match_started(game="ludo"))
