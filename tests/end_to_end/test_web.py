"""`referee web`: a process of its own between browsers and a referee, with no more rights than its token has."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.kernel.match import Match
from referee.kernel.record import Cause, Record
from referee.kernel.replay import Replay, verify
from referee.pages.frames import SPECTATOR
from referee.pages.matches import board_parts
from referee.terminal.scenes import scenes_of_all, scenes_of_spectator
from tests.end_to_end.serving import Server
from tests.support.shell import referee
from tests.support.waiting import wait_until
from tests.support.web_process import Visitor, WebProcess, text_of, web


@contextmanager
def watched(server: Server, role: str, *words: str) -> Iterator[WebProcess]:
    with web("--referee", server.address, *words, token=server.token(f"watcher{role}", role)) as process:
        yield process


def played(server: Server, *ids: str) -> None:
    """Plays matches between two sample bots."""
    with server.bots(a="greedy", b="first"):
        for match_id in ids:
            server.create(match_id, ["a", "b"])
        wait_until(lambda: set(server.finished()) >= set(ids))


def last(record: Record) -> Match:
    replay = Replay(record)
    for step in record.steps:
        replay.take(step)
    return replay.match


def followed(visitor: Visitor, match_id: str) -> list[dict[str, list[str]]]:
    with visitor.following(f"/matches/{match_id}/feed") as states:
        return list(states)


def viewers_in(page: str) -> set[str]:
    """Whose sight a replay can be seen with."""
    (choice,) = re.findall(r"seen by <select.*?</select>", page, re.DOTALL)
    return set(re.findall(r'<option value="(\w+)"', choice))


def told_to_seats_alone(record: Record) -> set[str]:
    """What a seat received or was offered, and the spectator was not."""
    public = {event for scene in scenes_of_spectator(record) for event in scene.events or []}
    private = {
        line
        for scene in scenes_of_all(record)
        for turn in getattr(scene, "turns", [])
        for line in [*turn.events, *turn.options]
    }
    return private - public


def test_a_watcher_gets_what_the_spectator_is_told_and_nothing_else(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.running(), watched(server, "--spectator") as pages:
        played(server, "m-1")
        visitor = pages.visitor(with_key=True)
        assert "a (" in visitor.get("/")[1]
        shown = followed(visitor, "m-1")
        record = server.record("m-1")
        drawn = board_parts(last(record).board(None), record.header.bots)
        assert {name: shown[-1][name] for name in drawn} == {name: [*map(str, part)] for name, part in drawn.items()}
        assert "Reason for the end" in shown[-1]["head"][0]
        assert 'href="/matches/m-1/replay"' in shown[-1]["head"][1]
        everything = text_of(repr(shown))
        secrets = told_to_seats_alone(record)
        assert secrets, "no seat received anything private: this proves nothing"
        assert not [secret for secret in secrets if re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", everything)]
        status, said = visitor.get("/matches/m-1/replay")
        assert (status, "is not an organiser" in said) == (403, True), "the token is a spectator's"


def test_who_shows_the_key_sees_what_an_organiser_may(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.running(), watched(server, "--organiser") as pages:
        played(server, "m-1")
        options = {
            with_key: viewers_in(pages.visitor(with_key=with_key).get("/matches/m-1/replay")[1])
            for with_key in (False, True)
        }
        assert options == {False: {SPECTATOR}, True: {"0", "1", "everything", SPECTATOR}}


def test_a_person_sits_down_and_plays_to_the_end(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.running(), server.bots(b="first"), watched(server, "--spectator") as pages:
        visitor = pages.visitor()
        assert "Take a seat" in visitor.get("/play")[1]
        visitor.post("/sit", token=server.token("ada"))
        server.create("m-1", ["ada", "b"])
        turns = 0
        with visitor.following("/play/feed") as states:
            for shown in states:
                found = re.search(r'name="turn" value="(\d+)"', "".join(shown.get("options", [])))
                if found and int(found[1]) > turns:
                    turns = int(found[1])
                    assert visitor.post("/play/choose", turn=turns, option=0)[0] == 200
                    visitor.post("/play/choose", turn=turns, option=0)
                if "Reason for the end" in "".join(shown.get("head", [])):
                    break
        wait_until(lambda: "m-1" in server.finished())
        record = server.record("m-1")
        verify(record)
        mine = [answer for step in record.steps for answer in step.answers if answer.seat == 0]
        assert len(mine) == turns > 5
        assert {answer.cause for answer in mine} == {Cause.CHOSEN}
        assert not any(step.strikes for step in record.steps)
        assert "1: there is no" not in visitor.get("/play/explain?card=rogue")[1]


def test_another_visitor_has_another_seat_or_none(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.running(), watched(server, "--spectator") as pages:
        ada, eve = pages.visitor(), pages.visitor()
        ada.post("/sit", token=server.token("ada"))
        assert "Your options" not in eve.get("/play")[1]
        assert eve.post("/play/choose", turn=1, option=0)[0] == 409
        assert eve.get("/play/feed")[0] == 409
        assert "this referee did not issue the token" in text_of(eve.post("/sit", token="wrong")[1])


def test_a_referee_that_is_away_is_said_to_be_and_comes_back(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with watched(server, "--spectator") as pages:
        visitor = pages.visitor()
        status, said = visitor.get("/")
        assert status == 200
        assert "no referee answers" in said
        with visitor.following("/feed") as states:
            assert "Trying again" in next(states)["now"][0]
            with server.running():
                assert any("No match is running" in shown["now"][0] for shown in states)
        assert visitor.get("/matches/m-1")[0] == 503


def test_a_referee_that_is_there_again_answers_at_once_and_is_followed_on(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with watched(server, "--spectator") as pages:
        visitor = pages.visitor()
        with server.running(), server.bots(a="first"):
            server.create("m-1", "ab")
            assert visitor.get("/matches/m-1")[0] == 200
        with visitor.following("/matches/m-1/feed") as states:
            assert any("Trying again" in shown["head"][0] for shown in states)
            with server.running():
                assert visitor.get("/matches/m-1")[0] == 200
                assert any("Waiting for the bots to connect" in shown["head"][0] for shown in states)


def test_with_a_delay_nothing_of_a_match_is_told_before(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.running(), watched(server, "--organiser", "--delay", "1h") as pages:
        played(server, "m-1")
        visitor = pages.visitor(with_key=True)
        listed = text_of(visitor.get("/")[1])
        assert "delay of 3600 seconds" in listed
        assert "No match has been played yet" in listed
        assert visitor.get("/matches/m-1/replay")[0] == 409
        with visitor.following("/matches/m-1/feed") as states:
            assert next(states) == {"head": ['<p class="fact">Waiting for the first step.</p>']}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_without_a_word(tmp_path: Path, number: int) -> None:
    tmp_path.joinpath("records").mkdir()
    with web("--data", tmp_path) as pages:
        visitor = pages.visitor()
        assert "No match has been played yet" in visitor.get("/")[1]
        assert pages.stop(number) == (0, "")


def test_records_in_a_folder_are_listed_and_replayed(tmp_path: Path) -> None:
    referee(
        "play", "keepers", "--bot", "first", "--bot", "random", "--in-process", "--seed", 7, "--record", tmp_path / "r"
    )
    (tmp_path / "r" / "broken.jsonl").write_text("{}\n")
    with web("--data", tmp_path / "r") as pages:
        visitor = pages.visitor()
        listed = visitor.get("/")[1]
        (match,) = set(re.findall(r'href="(/matches/[^"]+)"', visitor.get("/?bot=random&game=keepers")[1])[:1])
        assert listed.count('href="/matches/') == 2, "both rotations, and nothing that is broken"
        assert "No such match" in visitor.get("/?bot=nobody")[1]
        assert visitor.get(match)[0] == 403
        assert viewers_in(pages.visitor(with_key=True).get(match)[1]) == {"0", "1", "everything", SPECTATOR}
        assert visitor.get("/matches/..%2Fsecret")[0] == 404


def test_playing_here_needs_the_key() -> None:
    with web("--play", "keepers", "--against", "first") as pages:
        stranger = pages.visitor()
        assert stranger.get("/play")[0] == 403
        assert stranger.post("/play/begin")[0] == 403
        assert stranger.get("/play/feed")[0] == 403
        assert pages.visitor(with_key=True).get("/play")[0] == 200
        assert pages.stop() == (0, "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param([], "give one of --referee ADDRESS, --data DIR and --play GAME", id="nothing"),
        pytest.param(["--data", "nowhere"], "nowhere: there is no such folder", id="no folder"),
        pytest.param(["--play", "chess", "--against", "first"], "unknown game 'chess'", id="no game"),
        pytest.param(["--play", "keepers"], "name each bot to play against with --against", id="alone"),
        pytest.param(["--data", ".", "--against", "first"], "need --play", id="an option of another kind"),
        pytest.param(["--data", ".", "--delay", "5s"], "--delay needs --referee", id="a delay for nothing"),
        pytest.param(["--data", ".", "--address", "here"], "use an IP address", id="no address"),
        pytest.param(["--data", ".", "--address", "1.2.3.4:99999"], "use an IP address", id="no port"),
    ],
)
def test_what_can_not_be_served_is_said_in_a_sentence(words: list[str], said: str) -> None:
    assert said in referee("web", *words, code=1).output


def test_a_port_that_is_taken_is_said_to_be() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = referee("web", "--data", ".", "--address", f"127.0.0.1:{port}", code=1).output
    assert f"cannot listen on 127.0.0.1:{port}" in said
    assert "choose another port with --address" in said


def test_without_the_extra_it_says_what_to_install() -> None:
    script = "import sys; sys.modules['h11'] = None; from referee.cli import main; main(['web', '--data', '.'])"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr == "Error: serving pages needs the package h11: pip install 'referee[web]'\n"


def test_every_other_command_works_without_the_extra() -> None:
    script = (
        "import sys; sys.modules['h11'] = None; import tournament.cli; from referee.cli import main; main(['games'])"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=False).returncode == 0
