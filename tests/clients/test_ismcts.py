"""The sample bot `ismcts`, fed with the messages of the wire."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from referee_client import Session
from referee_client.bots import SEARCH_BOTS
from referee_client.v1 import match_pb2
from referee_client.v1 import play_service_pb2 as wire

import referee
from referee.kernel.game import Game
from referee.kernel.options import as_dict, option_text
from referee.kernel.seats import Seat
from referee.local import ismcts_bot
from referee.server.match.messages import packed
from tests.learning.playing import GAMES


def played(game: Game[Any], *, turns: int, resumed: bool = False, bank: int = 20, **options: Any) -> list[str]:
    """Let the bot play some turns of a match against random choices. Returns its notes."""
    seats, randomly, told, notes = game.seats[0], Random(3), 0, list[str]()
    match, seat = referee.start(game, seats=seats, seed=3, options=options), Seat(1)
    session = Session(ismcts_bot.Ismcts)
    started = wire.MatchStarted(
        match_id="m",
        game_id=game.id,
        rules_version=game.rules_version,
        card_set_digest=match.card_set.digest,
        options={name: option_text(value) for name, value in as_dict(match.table.options).items()},
        seat=seat,
        seats=[match_pb2.Seat(bot=f"bot {number}") for number in range(seats)],
        resumed=resumed,
    )
    session.receive(wire.PlayResponse(match_started=started))
    while match.asked and len(notes) < turns:
        answers = {asked: randomly.randrange(len(options)) for asked, options in match.asked.items()}
        if seat in match.asked:
            turn = wire.Turn(match_id="m", turn=len(notes) + 1, seat=seat, option_count=len(match.asked[seat]))
            turn.default_option = match.default(seat)
            turn.decision_left.CopyFrom(Duration(nanos=20_000_000))
            turn.bank_left.CopyFrom(Duration(seconds=bank))
            turn.position.CopyFrom(packed(game, match.position_bytes(seat, told)))
            told = match.event_count
            (answer,) = session.receive(wire.PlayResponse(turn=turn))
            answers[seat] = answer.choice.option
            notes.append(answer.choice.note.decode())
        match.answer(answers)
    return notes


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_it_plays_every_game(game: Game[Any]) -> None:
    notes = played(game, turns=12)
    assert len(notes) == 12
    assert set(notes) <= {"", f"default: {ismcts_bot.NO_TIME}"}


def test_it_plays_on_without_time_and_says_so() -> None:
    notes = played(referee.all_games()["inns"], turns=8, bank=0)
    assert set(notes) <= {"", f"default: {ismcts_bot.NO_TIME}"}


def test_it_plays_on_if_it_cannot_know_what_happened() -> None:
    notes = played(referee.all_games()["keepers"], turns=3, resumed=True)
    assert notes == ["default: an earlier process of the bot has seen a part of this match, which is unknown now"] * 3


def test_without_greedy_the_default_or_any_option_is_played_in_the_search() -> None:
    policy, match = ismcts_bot.random_policy(), referee.start("keepers", seats=2, seed=1)
    (seat,) = match.asked
    chosen = {policy(match, seat) for _ in range(60)}
    assert chosen == {*range(len(match.asked[seat]))}


def test_it_needs_the_referee(tmp_path: Any) -> None:
    hidden = (
        "import sys; sys.modules['referee'] = None; from referee_client.bots.__main__ import main; main(['ismcts'])"
    )
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 1
    assert "the bot ismcts searches with the rules of the games: install referee" in done.stderr


@pytest.mark.parametrize("name", SEARCH_BOTS)
def test_its_class_exists(name: str) -> None:
    assert SEARCH_BOTS[name] == f"{ismcts_bot.__name__}:{ismcts_bot.Ismcts.__name__}"
