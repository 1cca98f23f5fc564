"""`referee play` in this process, and mistakes in its use."""

from __future__ import annotations

import json
import re
from hashlib import blake2b
from pathlib import Path

import msgspec
import pytest

from referee.errors import RecordError
from referee.kernel.game import find_game
from referee.kernel.record import read_record
from referee.kernel.secret import Secret
from referee.local.series import check_deal
from tests.support.matches import job, played
from tests.support.shell import referee

HERE = ["--in-process", "--seed", 7]


def test_every_bot_plays_every_seat_of_every_deal() -> None:
    played = json.loads(
        referee("play", "keepers", "--bot", "first", "--bot", "random", "--deals", 3, *HERE, "--json").stdout
    )
    assert [match["seats"] for match in played["matches"]] == [["first", "random"], ["random", "first"]] * 3
    assert [match["name"] for match in played["matches"]][:3] == [
        "keepers-7-d001-r0", "keepers-7-d001-r1", "keepers-7-d002-r0"
    ]  # fmt: skip
    assert (played["game_id"], played["seed"]) == ("keepers", 7)
    for bot in played["bots"]:
        assert bot["matches"] == 6
        seats = [(match, match["seats"].index(bot["bot"])) for match in played["matches"]]
        firsts = [(match["places"].count(1) == 1) for match, seat in seats if match["places"][seat] == 1]
        assert (bot["wins"], bot["shared"]) == (firsts.count(True), firsts.count(False))
        assert bot["score"] == sum(match["scores"][seat] for match, seat in seats)


def test_people_get_a_table(tmp_path: Path) -> None:
    told = referee("play", "keepers", "--bot", "greedy", "--bot", "first", *HERE, "--record", tmp_path / "r").stdout
    heads = ["bot", "matches", "wins", "shared", "mean", "score", "strikes", "forfeits", "defaults"]
    assert told.splitlines()[0].split() == heads
    assert told.splitlines()[-2:] == ["2 matches, seed 7", f"records: {tmp_path / 'r'}"]


def test_few_bots_fill_many_seats() -> None:
    played = json.loads(
        referee("play", "keepers", "--bot", "first", "--bot", "random", "--seats", 4, *HERE, "--json").stdout
    )
    assert played["matches"][0]["seats"] == ["first", "random", "first#2", "random#2"]
    assert len(played["matches"]) == 4


def test_records_can_be_verified_and_carry_the_options(tmp_path: Path) -> None:
    words = ["--bot", "first", "--bot", "random", "--option", "max_rounds=2", "--decision", "500ms", "--bank", "1m"]
    referee("play", "keepers", *words, *HERE, "--record", tmp_path)
    assert referee("verify", tmp_path).stdout.count("fine") == 2
    header = read_record((tmp_path / "keepers-7-d001-r0.jsonl").read_bytes()).header
    assert header.options["max_rounds"] == 2
    assert (header.time_control.decision_ms, header.time_control.bank_ms) == (500, 60_000)


def test_a_secret_is_made_and_told_at_the_end() -> None:
    told = [referee("play", "keepers", "--bot", "first", "--seats", 2, "--in-process") for _ in range(2)]
    secrets = [run.stdout.splitlines()[-1].removeprefix("2 matches, secret ") for run in told]
    assert secrets[0] != secrets[1]
    assert [len(bytes.fromhex(secret)) for secret in secrets] == [32, 32]
    assert [run.stderr for run in told] == ["", ""]


def test_deals_from_a_number_come_with_a_warning() -> None:
    told = referee("play", "keepers", "--bot", "first", "--seats", 2, *HERE).stderr
    assert told == "All deals are derived from the number 7: a bot that guesses it knows all cards.\n"


def test_every_deal_follows_from_the_secret_that_is_kept_beside_the_records(tmp_path: Path) -> None:
    words = ["--bot", "first", "--bot", "random", "--deals", 2, "--in-process", "--record", tmp_path, "--json"]
    played = json.loads(referee("play", "keepers", *words).stdout)
    (file,) = tmp_path.glob("*.secret")
    assert (file.stat().st_mode & 0o777, file.read_text()) == (0o600, played["secret"] + "\n")
    assert (played["seed"], played["commitment"]) == (None, commitment_of(played["secret"]))
    secret = Secret(bytes.fromhex(played["secret"]))
    headers = [read_record(Path(match["record"]).read_bytes()).header for match in played["matches"]]
    for header, (deal, rotation) in zip(headers, [(1, 0), (1, 1), (2, 0), (2, 1)], strict=True):
        assert header.name == f"{file.stem}-d{deal:03}-r{rotation}"
        assert header.match_id == secret.match_id(deal, 1, rotation)
        assert header.seed == secret.seed(deal, 1).hex()
        assert header.salt == secret.salt(deal, 1, rotation).hex()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        pytest.param("00" * 32, "its id, its seed or its salt does not follow from the secret in", id="another"),
        pytest.param("00", "is not 64 hexadecimal digits", id="cut short"),
    ],
)
def test_verify_derives_the_deals_from_the_secret(tmp_path: Path, wrong: str, said: str) -> None:
    words = ["--bot", "first", "--seats", 2, "--deals", 2, "--in-process", "--record", tmp_path]
    referee("play", "keepers", *words)
    assert referee("verify", tmp_path).stdout.count("fine") == 4
    (file,) = tmp_path.glob("*.secret")
    file.write_text(wrong)
    assert referee("verify", tmp_path, code=1).stdout.count(said) == 4
    file.unlink()
    assert referee("verify", tmp_path).stdout.count("fine") == 4


@pytest.mark.parametrize("number", ["9" * 10, "9" * 5000])
def test_a_name_with_a_deal_that_no_series_has_is_no_name_beside_a_secret(tmp_path: Path, number: str) -> None:
    header = played(job()).header
    (tmp_path / "s.secret").write_text("00" * 32)
    with pytest.raises(RecordError, match="its name ends with a number of a deal or a rotation above"):
        check_deal(msgspec.structs.replace(header, name=f"s-d{number}-r0"), tmp_path)


def test_each_call_has_a_secret_of_its_own_in_the_same_folder(tmp_path: Path) -> None:
    for _ in range(2):
        referee("play", "keepers", "--bot", "first", "--seats", 2, "--in-process", "--record", tmp_path)
    assert len({file.read_text() for file in tmp_path.glob("*.secret")}) == 2
    assert referee("verify", tmp_path).stdout.count("fine") == 4


def test_without_duplicates_each_deal_is_played_once_and_the_seats_move_on() -> None:
    words = ["--bot", "first", "--bot", "random", "--deals", 3, "--no-duplicate"]
    played = json.loads(referee("play", "keepers", *words, *HERE, "--json").stdout)
    assert [(match["name"], match["seats"]) for match in played["matches"]] == [
        ("keepers-7-d001-r0", ["first", "random"]),
        ("keepers-7-d002-r1", ["random", "first"]),
        ("keepers-7-d003-r0", ["first", "random"]),
    ]


def commitment_of(secret: str) -> str:
    """The recipe in the manual."""
    return blake2b(b"referee secret commitment\0" + bytes.fromhex(secret), digest_size=32).hexdigest()


@pytest.mark.parametrize(
    ("game", "change", "told"),
    [
        pytest.param("brick", (r"^cost = \d+", "cost = 19"), "cost $19", id="brick"),
        pytest.param("inns", (r"^starting_loot = \d+", "starting_loot = 9"), "Starting Loot 9", id="inns"),
        pytest.param("inventory", (r"price = \d+", "price = 99"), "price 99", id="inventory"),
        pytest.param("keepers", (r"^hand = 5", "hand = 4"), "hand of 4", id="keepers"),
        pytest.param("lootroll", (r"^treasure = \d+", "treasure = 9"), "treasure 9", id="lootroll"),
    ],
)
def test_a_card_set_of_ones_own_is_played_shown_and_verified(
    game: str, change: tuple[str, str], told: str, tmp_path: Path
) -> None:
    """The record alone has the set then: the file is gone."""
    own, changes = re.subn(*change, referee("games", game, "--show-cards").stdout, flags=re.MULTILINE)
    assert changes
    (tmp_path / "own.toml").write_text(own)
    seats = find_game(game).seats[0]
    words = ["--bot", "first", "--seats", seats, "--cards", tmp_path / "own.toml", "--record", tmp_path / "records"]
    referee("play", game, *words, *HERE)
    (tmp_path / "own.toml").unlink()
    assert referee("verify", tmp_path / "records").stdout.count("fine") == seats
    (path, *_) = (tmp_path / "records").glob("*.jsonl")
    assert read_record(path.read_bytes()).header.card_set_digest != find_game(game).card_set_digest
    assert told in referee("show", path).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param([], "with --bot: first, random, greedy, ismcts, llm, human, or a command in quotes", id="no bot"),
        pytest.param(
            ["--bot", "first"],
            "keepers has 2 to 4 seats, not 1: repeat --bot 2 to 4 times, or --seats 2 to fill the seats",
            id="one bot",
        ),
        pytest.param(["--bot", "first"] * 5, "keepers has 2 to 4 seats, not 5", id="five bots"),
        pytest.param(["--bot", "first", "--seats", "5"], "keepers has 2 to 4 seats, not 5", id="five seats"),
        pytest.param(["--bot", "first"] * 3 + ["--seats", "2"], "3 bots do not fit on 2 seats", id="too many bots"),
        pytest.param(["--bot", "first", "--bot", "python x.py"], "python needs its own process", id="command inside"),
        pytest.param(["--bot", "first"] * 2 + ["--option", "max_rounds"], "expected NAME=VALUE", id="no value"),
        pytest.param(["--bot", "first"] * 2 + ["--option", "max_rounds=0"], "1 to 200", id="value out of range"),
        pytest.param(["--bot", "first"] * 2 + ["--option", "colour=7"], "unknown option 'colour'", id="unknown option"),
        pytest.param(["--bot", "first"] * 2 + ["--decision", "1"], "--decision: invalid duration '1'", id="no unit"),
        pytest.param(["--bot", "first"] * 2 + ["--deals", str(10**20)], "1<=x<=1000000", id="too many deals"),
        pytest.param(["--bot", "first"] * 2 + ["--max-strikes", "0"], "max_strikes = 0 is not from 1", id="strikes"),
        pytest.param(
            ["--bot", "first"] * 2 + ["--record", "a.jsonl"],
            "a.jsonl can hold only one record, but there are 2 matches: name a folder instead",
            id="one file for several matches",
        ),
    ],
)
def test_mistakes_are_named(words: list[str], said: str) -> None:
    assert said in referee("play", "keepers", *words, "--in-process", code=1).stderr
