"""OpenSpiel's own tests, for every game."""

from __future__ import annotations

import pickle
import re
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, generate_playthrough
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.tests import games_sim_test

from referee.errors import UsageError
from referee.kernel.game import Game
from referee.kernel.options import as_dict
from referee.kernel.seats import Seat
from referee.learning import Space, match_seed
from referee.learning.for_openspiel import RefereeState
from tests.learning.playing import GAMES, SEATINGS

SHORT = {
    "brick": "deals=2",
    "inns": "deals=2,turn_limit=4",
    "inventory": "deals=2",
    "keepers": "deals=2,max_rounds=3",
    "lootroll": "deals=2",
}


def loaded(game: Game[Any], players: int, settings: str = "") -> Any:
    return pyspiel.load_game(f"referee_{game.id}(players={players},{settings or SHORT[game.id]})")


def after_the_deal(game: Any, deal: int = 0) -> RefereeState:
    state: RefereeState = game.new_initial_state()
    state.apply_action(deal)
    return state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_it_passes_the_random_simulation(game: Game[Any]) -> None:
    pyspiel.random_sim_test(loaded(game, game.seats[0]), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_it_passes_the_checks_of_python_games(game: Game[Any]) -> None:
    """With clones of every state, and both ways of writing states down."""
    np.random.seed(1)
    games_sim_test.GamesSimTest("sim_game").sim_game(loaded(game, game.seats[0]))


@pytest.mark.long
def test_it_passes_their_tests_with_every_number_of_seats() -> None:
    for game, seats in SEATINGS:
        full = loaded(game, seats, "deals=1024")
        pyspiel.random_sim_test(full, num_sims=3, serialize=True, verbose=False)
        games_sim_test.GamesSimTest("sim_game").sim_game(full)


def test_a_playthrough_can_be_written() -> None:
    told = generate_playthrough.playthrough("referee_keepers(deals=2,max_rounds=1)", None, seed=3)
    assert 'GameType.short_name = "referee_keepers"' in told
    assert '"PassTurn"' in told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_resampled_state_looks_the_same_to_its_player(game: Game[Any]) -> None:
    randomly = Random(3)
    state = after_the_deal(loaded(game, 3))
    differ = 0
    for _ in range(12):
        player = state.current_player()
        other = state.resample_from_infostate(player, randomly.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.episode is not None
        assert state.episode is not None
        differ += other.episode.match.table_bytes() != state.episode.match.table_bytes()
        state.apply_action(randomly.choice(state.legal_actions()))
    assert differ > 6


def test_their_tree_search_plays() -> None:
    game = loaded(GAMES[3], 2)
    state = after_the_deal(game)
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=15, random_state=np.random.RandomState(1))
    before = str(state), state.information_state_string(0)
    for _ in range(4):
        action = bot.step(state)
        assert action in state.legal_actions()
    assert (str(state), state.information_state_string(0)) == before


def test_a_state_is_that_of_a_match() -> None:
    game = loaded(GAMES[3], 3)
    state = game.new_initial_state()
    assert (state.is_chance_node(), state.chance_outcomes()) == (True, [(0, 0.5), (1, 0.5)])
    assert (str(state), state.information_state_string(0), state.observation_string(0)) == ("before the deal", "", "")
    assert not np.any(state.observation_tensor(0))
    state.apply_action(1)
    episode = Space("keepers", 3).start(match_seed(0, 0, 1), options={"max_rounds": 3})
    seat = state.current_player()
    assert seat == episode.seat
    assert state.legal_actions() == sorted(episode.numbers)
    assert state.legal_actions(Seat((seat + 1) % 3)) == []
    assert state.observation_tensor(seat) == [*episode.observe()]
    assert state.information_state_string(seat) == episode.information_state_string(seat)
    assert state.observation_string(seat) == episode.observation_string(seat)
    assert state.action_to_string(seat, 0) == "Quest space=0"
    twin = pickle.loads(pickle.dumps(state))
    assert str(twin) == str(state)


def test_parameters_are_options_of_the_match() -> None:
    state = after_the_deal(pyspiel.load_game("referee_keepers", {"first_seat": "1", "tie_break": "hand"}))
    assert state.episode is not None
    assert as_dict(state.episode.match.table.options)["first_seat"] == 1
    assert state.current_player() == 1


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ("max_rounds=201", "option max_rounds = '201' is not allowed: 1 to 200"),
        ("players=5", "5"),
        ("deals=0", "deals is 0: use 1 or more"),
    ],
)
def test_wrong_parameters_are_refused(settings: str, why: str) -> None:
    with pytest.raises((UsageError, pyspiel.SpielError), match=why):
        pyspiel.load_game(f"referee_keepers({settings})")


def test_an_observation_has_one_form() -> None:
    game = pyspiel.load_game("referee_keepers")
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    assert game.make_py_observer(everything) is None
    with pytest.raises(UsageError, match="there are no parameters for observations"):
        game.make_py_observer(None, {"size": 3})


def small_set(file: Path) -> Path:
    """A card set of Keepers with two quests, and hands of two cards."""
    text = (resources.files("referee.games.keepers") / "cards.toml").read_text(encoding="utf-8")
    for name in ("hand", "quest_spaces", "rumour_spaces"):
        text = re.sub(rf"^{name} = \d+", f"{name} = 2", text, flags=re.MULTILINE)
    file.write_text(text, encoding="utf-8")
    return file


def test_external_sampling_comes_closer_to_an_equilibrium_with_small_cards(tmp_path: Path) -> None:
    cards = small_set(tmp_path / "small.toml")
    game = pyspiel.load_game("referee_keepers", {"cards": str(cards), "deals": 4, "max_rounds": 1})
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(60):
        solver.iteration()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.8 * before
    assert pickle.loads(pickle.dumps(game)).space.cards == game.space.cards


def test_a_card_set_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read the card set '.*none\.toml': No such file"):
        pyspiel.load_game("referee_keepers", {"cards": str(tmp_path / "none.toml")})
