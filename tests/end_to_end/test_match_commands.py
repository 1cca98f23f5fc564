"""`referee match` and `referee record`, against `referee serve` in a process of its own."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.kernel.record import read_record
from tests.end_to_end.serving import Server
from tests.support.shell import referee
from tests.support.waiting import wait_until

Organise = Callable[[Server], Server]


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A referee for all tests that look only at their own matches."""
    server = Server(tmp_path_factory.mktemp("busy"))
    with server.running():
        yield server


@pytest.fixture
def organiser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Organise:
    """Puts the organiser of a referee at the command line."""

    def organise(server: Server) -> Server:
        monkeypatch.setenv("REFEREE_ADDRESS", server.address)
        monkeypatch.setenv("REFEREE_TOKEN", server.token("me", "--organiser"))
        monkeypatch.chdir(tmp_path)
        return server

    return organise


@pytest.fixture
def server(busy: Server, organiser: Organise) -> Server:
    """A referee that runs, and whose organiser is at the command line."""
    return organiser(busy)


@pytest.fixture
def fresh(tmp_path: Path, organiser: Organise) -> Iterator[Server]:
    """The same without any match yet."""
    server = Server(tmp_path)
    with server.running():
        yield organiser(server)


def data_of(match_id: str) -> dict[str, object]:
    data: dict[str, object] = json.loads(referee("match", "show", match_id, "--json").stdout)
    return data


def played(server: Server, match_id: str = "m-1") -> None:
    """Plays a match between two sample bots."""
    with server.bots(a="greedy", b="first"):
        referee("match", "create", "keepers", "a", "b", "--id", match_id, "--option", "max_rounds=2")
        wait_until(lambda: data_of(match_id)["state"] == "finished")


def test_a_match_is_created_watched_shown_and_its_record_fetched(server: Server, tmp_path: Path) -> None:
    played(server)
    told = referee("match", "watch", "m-1").stdout
    steps = len(server.record("m-1").steps)
    assert "== The beginning\n" in told
    assert f"== Step {steps}\n" in told
    assert f"== Step {steps + 1}\n" not in told
    assert "seat 0 draws a card" in told, "the spectator sees no hands"
    shown = referee("match", "show", "m-1").stdout
    assert told.endswith(shown)
    assert "options: max_rounds = 2" in shown
    assert "seat 0: a, place 1, score" in shown
    assert referee("record", "m-1").stdout == "m-1.jsonl: written\n"
    fetched = tmp_path / "m-1.jsonl"
    assert read_record(fetched.read_bytes()).header.bots == ["a", "b"]
    assert stat.S_IMODE(fetched.stat().st_mode) == 0o600
    assert "fine" in referee("verify", fetched).stdout
    assert referee("record", "m-1", "-o", "-").stdout_bytes == fetched.read_bytes()


def test_a_match_is_created_with_cards_of_ones_own(server: Server, tmp_path: Path) -> None:
    house = referee("games", "keepers", "--show-cards").stdout
    cards = tmp_path / "cards.toml"
    cards.write_text(house.replace("hand = 5", "hand = -"))
    assert "cards_toml: the card set is not valid TOML" in create_with(cards, code=1)
    cards.write_text(house.replace("hand = 5", "hand = 12"))
    assert "[setup]: Expected `int` <= 10 - at `$.hand`" in create_with(cards, code=1)
    cards.write_text(house.replace("hand = 5", "hand = 4"))
    with server.bots(a="greedy", b="first"):
        create_with(cards)
        wait_until(lambda: data_of("own")["state"] == "finished")
    record = server.record("own")
    assert record.header.card_set is not None
    assert record.header.card_set["setup"]["hand"] == 4


def create_with(cards: Path, code: int = 0) -> str:
    """Tries to create a match with a card set, and returns what was said of it on stderr."""
    return referee("match", "create", "keepers", "a", "b", "--id", "own", "--cards", cards, code=code).stderr


def test_what_machines_are_told_is_what_the_record_says(server: Server) -> None:
    played(server, "told")
    data, record = data_of("told"), server.record("told")
    assert record.end is not None
    assert data["bots"] == record.header.bots
    assert data["options"] == {"max_rounds": "2"}
    assert data["results"] == [
        {"place": place, "score": score, "end": str(end), "strikes": strikes}
        for place, score, end, strikes in zip(
            record.end.places, record.end.scores, record.end.ends, record.end.strikes, strict=True
        )
    ]
    assert (data["reason"], data["void_reason"]) == (record.end.reason, "")
    steps = [json.loads(line) for line in referee("match", "watch", "told", "--json").stdout.splitlines()]
    assert len(steps) == len(record.steps) + 2
    assert steps[-1]["match"] == data


def test_a_match_is_watched_while_it_runs(server: Server) -> None:
    """The call begins before the bots are there, and ends when the match is over."""
    referee("match", "create", "keepers", "a", "b", "--id", "watched", "--option", "max_rounds=1", "--startup", "1m")
    with server.bots(a="first", b="first"):
        told = referee("match", "watch", "watched").stdout
    assert "result: round_limit" in told


def test_matches_are_listed_newest_first_over_all_pages(fresh: Server) -> None:
    names = [f"m-{number}" for number in range(5)]
    for name in names:
        referee("match", "create", "keepers", "a", "b", "--id", name)
    rows = referee("match", "list").stdout.splitlines()
    assert rows[0].split() == ["match", "game", "state", "decisions", "players", "(place)", "created"]
    assert [row.split()[0] for row in rows[1:]] == names[::-1]
    some = referee("match", "list", "--limit", 2, "--json")
    assert [match["match_id"] for match in json.loads(some.stdout)] == ["m-4", "m-3"]
    fewer = referee("match", "list", "--limit", 4)
    assert len(fewer.stdout.splitlines()) == 5
    assert fewer.stderr == "There are more matches; --limit 8 lists more of them.\n"


def test_more_matches_than_a_page_are_listed(fresh: Server) -> None:
    for number in range(230):
        fresh.create(f"m-{number}", ["a", "b"])
    told = json.loads(referee("match", "list", "--limit", 1_000_000, "--json").stdout)
    assert [match["match_id"] for match in told] == [f"m-{number}" for number in reversed(range(230))]


def test_a_limit_that_is_not_given_is_the_referees(server: Server) -> None:
    referee("match", "create", "keepers", "a", "b", "--id", "limits", "--bank", "5m")
    assert (data_of("limits")["decision_ms"], data_of("limits")["bank_ms"]) == (10_000, 300_000)


def test_a_second_try_with_the_same_id_creates_no_second_match(fresh: Server) -> None:
    for _ in range(2):
        assert referee("match", "create", "keepers", "a", "b", "--id", "m-1").stdout == "m-1\n"
    assert len(json.loads(referee("match", "list", "--json").stdout)) == 1


def test_bots_that_can_not_come_are_named(server: Server) -> None:
    server.token("a")
    server.token("guest", "--spectator")
    created = referee("match", "create", "keepers", "a", "carl", "guest", "--id", "nobody")
    assert created.stdout == "nobody\n"
    assert created.stderr == (
        "Warning: no token was issued for the name 'carl', so no bot can use it: issue one with `referee token`\n"
        "Warning: the token of 'guest' has the role spectator, not bot, so it cannot play\n"
    )
    server.token("carl")
    again = json.loads(referee("match", "create", "keepers", "a", "carl", "--json").stdout)
    assert again["warnings"] == []


def test_a_cancelled_match_has_no_result(server: Server) -> None:
    referee("match", "create", "keepers", "a", "b", "--id", "cancelled")
    assert referee("match", "cancel", "cancelled").stdout == "cancelled: cancelled\n"
    wait_until(lambda: data_of("cancelled")["state"] == "voided")
    assert "void: cancelled by an organiser" in referee("match", "show", "cancelled").stdout
    assert "match cancelled is already over" in referee("match", "cancel", "cancelled", code=1).stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["match", "show", "m-9"], "Error: there is no match 'm-9'\n"),
        (["record", "m-9"], "Error: there is no match 'm-9'\n"),
        (["match", "watch", "m-9"], "Error: there is no match 'm-9'\n"),
        (["match", "cancel", "m-9"], "Error: there is no match 'm-9'\n"),
        (
            ["match", "create", "kepers", "a", "b"],
            "Error: unknown game 'kepers'; the games are brick, inns, inventory, keepers, lootroll\n",
        ),
        (["match", "create", "keepers", "a", "a"], "Error: each bot can have only one seat in a match: a, a\n"),
        (["match", "create", "keepers", "a", "b", "--option", "x"], "Error: --option 'x': expected NAME=VALUE\n"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_what_is_wrong_is_one_plain_sentence(server: Server, words: list[str], why: str) -> None:
    assert referee(*words, code=1).stderr == why


@pytest.mark.parametrize(
    ("role", "words", "why"),
    [
        (
            "",
            ["match", "list"],
            "player is a bot, which sees only the matches that it plays; `referee token NAME",
        ),
        (
            "--spectator",
            ["match", "create", "keepers", "a", "b"],
            "viewer is not an organiser; `referee token NAME --data DIR --o",
        ),
        ("--spectator", ["record", "m-1"], "viewer is not an organiser; "),
    ],
)
def test_a_token_that_does_not_do_is_told_with_one_that_does(
    server: Server, role: str, words: list[str], why: str, tmp_path: Path
) -> None:
    file = tmp_path / "token"
    file.write_text(server.token(*(["viewer", role] if role else ["player"])) + "\n")
    assert why in referee(*words, "--token-file", file, code=1).stderr


def test_a_record_of_a_match_that_runs_is_refused(server: Server, tmp_path: Path) -> None:
    referee("match", "create", "keepers", "a", "b", "--id", "runs")
    said = referee("record", "runs", code=1).stderr
    assert said == "Error: match runs is not over yet; `referee match watch` shows it until then\n"
    assert not (tmp_path / "runs.jsonl").exists()


def test_where_nobody_serves_it_is_said() -> None:
    said = referee("match", "list", "--address", "localhost:1", "--token", "x", code=1).stderr
    assert said.startswith("Error: no referee answers at localhost:1 without TLS (--ca FILE is for a referee with")
    assert "invalid address of a referee 'nowhere'" in referee("match", "list", "--address", "nowhere", code=1).stderr
