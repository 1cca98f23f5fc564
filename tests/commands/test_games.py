"""`referee games`."""

from __future__ import annotations

import json

import pytest

from referee.kernel.cards import parse
from referee.kernel.game import find_game, game_ids
from tests.support.shell import referee
from tests.support.terminal import terminal


def test_every_game_is_listed() -> None:
    listed = referee("games").stdout.splitlines()
    assert listed[0].split() == ["id", "name", "seats", "options"]
    assert [line.split()[0] for line in listed[1:]] == game_ids()


@pytest.mark.parametrize("game_id", game_ids())
def test_every_option_of_a_game_is_explained(game_id: str) -> None:
    told = referee("games", game_id).stdout
    assert find_game(game_id).name in told
    for option in find_game(game_id).options:
        line = next(line for line in told.splitlines() if line.startswith(f"{option.name} "))
        assert option.range in line
        assert option.help in line


def test_machines_get_json() -> None:
    everything = json.loads(referee("games", "--json").stdout)
    assert [game["game_id"] for game in everything] == game_ids()
    keepers = json.loads(referee("games", "keepers", "--json").stdout)
    assert keepers in everything
    assert (keepers["min_seats"], keepers["max_seats"]) == (2, 4)
    assert {"name": "max_rounds", "allowed": "1 to 200", "default": 30}.items() <= keepers["options"][1].items()


def test_the_card_set_can_be_printed_and_read_again() -> None:
    game = find_game("keepers")
    assert game.load_cards(parse(referee("games", "keepers", "--show-cards").stdout)) == game.cards


@pytest.mark.parametrize("game_id", game_ids())
def test_the_rules_are_printed_as_they_are_written(game_id: str) -> None:
    assert referee("games", game_id, "--rules").stdout == find_game(game_id).rules


def test_on_a_terminal_the_rules_are_laid_out() -> None:
    with terminal("games", "keepers", "--rules", columns=80) as shown:
        screen = shown.expect(r"except\s+the order of the deck")
    assert "• " in screen
    assert "**" not in screen
    assert max(len(line.rstrip()) for line in screen.splitlines()) <= 80


def test_a_game_may_bring_no_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(find_game("keepers").__dict__, "rules", "")
    assert "the game 'keepers' has no rules to print" in referee("games", "keepers", "--rules", code=1).stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["chess"], "unknown game 'chess'; the games are", id="unknown game"),
        pytest.param(["--rules"], "--rules needs a game: referee games", id="rules of no game"),
        pytest.param(["--show-cards"], "--show-cards needs a game: referee games", id="cards of no game"),
    ],
)
def test_mistakes_are_named(words: list[str], said: str) -> None:
    assert said in referee("games", *words, code=1).stderr
