"""Records: what is written can be read and verified, and what was changed is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import RecordError
from referee.kernel.cards import parse
from referee.kernel.chain import Chain
from referee.kernel.chance import commitment
from referee.kernel.game import find_game
from referee.kernel.job import MatchJob
from referee.kernel.record import FORMAT, Record, header_of, read_record
from referee.kernel.replay import replay, verify
from referee.version import referee_version
from tests.support.matches import job, played, sealed, without_times

RECORD = played(job(seats=3))
DATA = RECORD.to_bytes()
LINES = DATA.splitlines(keepends=True)
OUTSIDE_TIMES = without_times(RECORD).to_bytes()


def test_a_record_can_be_read_and_verified() -> None:
    assert read_record(DATA) == RECORD
    verify(read_record(DATA))


def test_times_may_be_missing() -> None:
    verify(read_record(OUTSIDE_TIMES))


def test_two_runs_differ_in_times_alone() -> None:
    assert without_times(played(job(seats=3))).to_bytes() == OUTSIDE_TIMES


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_another_seed_gives_another_record(seats: int) -> None:
    assert without_times(played(job(seats, seed=8))) != without_times(played(job(seats, seed=9)))


@given(at=st.integers(0, len(OUTSIDE_TIMES) - 2), flip=st.integers(1, 255))
def test_no_byte_outside_times_can_be_changed_whatever_the_rules_are(at: int, flip: int) -> None:
    changed = bytearray(OUTSIDE_TIMES)
    changed[at] ^= flip
    with pytest.raises(RecordError, match="line "):
        read_record(bytes(changed))


def test_a_changed_choice_breaks_the_chain() -> None:
    changed = DATA.replace(b'"option":1', b'"option":0', 1)
    assert changed != DATA
    with pytest.raises(RecordError, match=r"line 2: the digest up to this line is"):
        read_record(changed)


def forged(lines: list[Any]) -> bytes:
    """The lines as a forger who can compute digests writes them."""
    chain = Chain()
    written = []
    for line in lines:
        after = {"time": line["time"]} if "time" in line else {}
        content = dumped({name: value for name, value in line.items() if name not in ("digest", "time")})[:-1]
        written.append(content + b"," + dumped({"digest": chain.next(content), **after})[1:] + b"\n")
    return b"".join(written)


def dumped(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _add_strike(lines: list[Any], seat: int) -> None:
    _put(lines[1], before="table", strikes=[{"seat": seat, "turn": 1, "cause": "flood"}])


def _put(line: dict[str, Any], before: str, **said: object) -> None:
    """Puts fields where a record has them."""
    names = list(line)
    after = {name: line.pop(name) for name in names[names.index(before) :]}
    line.update(said, **after)


def _ends_but_for_the_winner(line: dict[str, Any]) -> list[str]:
    return ["resigned" if place == 1 else "played" for place in line["places"]]


def _first_answer(lines: list[Any]) -> Any:
    return lines[1]["answers"][0]


CHANGES: list[Any] = [
    pytest.param(lambda x: x[0].update(seed="00" * 32), "seed commitment", id="seed"),
    pytest.param(lambda x: x[0].update(seed="xx" * 32), "the header", id="seed that is none"),
    pytest.param(lambda x: x[0].update(commitment="00" * 32), "seed commitment", id="commitment"),
    pytest.param(lambda x: x[0].update(card_set_digest="00" * 16), "card set", id="card set"),
    pytest.param(
        lambda x: x[0].update(rules_version="9"),
        r"played with version 9 of the rules of keepers; this referee has version",
        id="rules version",
    ),
    pytest.param(lambda x: x[0].update(game_id="chess"), "unknown game", id="game"),
    pytest.param(lambda x: x[0].update(format=FORMAT + 1), "newer .* use a newer version", id="newer format"),
    pytest.param(lambda x: x[0].update(format=0), "format 0, which does not exist", id="format"),
    pytest.param(lambda x: x[0]["options"].update(max_rounds=29), "step 1: table", id="option"),
    pytest.param(lambda x: x[0]["options"].pop("max_rounds"), "options", id="option left out"),
    pytest.param(lambda x: _first_answer(x).update(option=0), "step 1: table", id="choice"),
    pytest.param(lambda x: x[1].update(table="00" * 16), "step 1: table", id="table"),
    pytest.param(lambda x: _first_answer(x).update(option=99), "step 1: seat . has no option 99", id="choice of none"),
    pytest.param(lambda x: _first_answer(x).update(turn=2), "step 1: turn of seat", id="turn"),
    pytest.param(lambda x: _first_answer(x).update(seat=5), "step 1: seats", id="seat"),
    pytest.param(lambda x: _first_answer(x).update(cause="resigned"), "step 1: default", id="cause"),
    pytest.param(lambda x: _add_strike(x, seat=0), "the result: strikes", id="strike"),
    pytest.param(lambda x: _add_strike(x, seat=7), "step 1: a strike for seat 7", id="strike for nobody"),
    pytest.param(lambda x: x[2].update(step=3), "line 3: found step 3, expected step 2", id="step number"),
    pytest.param(lambda x: x.pop(3), "line 4: found step 4, expected step 3", id="step left out"),
    pytest.param(lambda x: x.pop(-2), "not over", id="last step left out"),
    pytest.param(lambda x: x.pop(), "without a result", id="result left out"),
    pytest.param(lambda x: x.append(x[-1]), "unexpected line after the result", id="result twice"),
    pytest.param(lambda x: x.insert(1, x[0]), "line 2: a second header", id="header twice"),
    pytest.param(lambda x: x.pop(0), "line 1 is not the header", id="header left out"),
    pytest.param(lambda x: x[-1].update(places=[1, 1, 1]), "the result: places", id="places"),
    pytest.param(lambda x: x[-1].update(scores=[9, 9, 9]), "the result: scores", id="scores"),
    pytest.param(lambda x: x[-1].update(reason="bored"), "the result: reason", id="reason"),
    pytest.param(lambda x: x[-1].update(strikes=[1, 0, 0]), "the result: strikes", id="strikes"),
    pytest.param(lambda x: x[-1].update(ends=_ends_but_for_the_winner(x[-1])), "the result: places", id="seat end"),
    pytest.param(lambda x: x[-1].update(ends=["strikes", "played", "played"]), "only 0 strikes", id="forfeit"),
    pytest.param(
        lambda x: x[-1].update(last_strikes=[{"seat": 0, "turn": 1, "cause": "flood"}] * 3, strikes=[3, 0, 0]),
        "3 strikes but was not forfeited",
        id="a forfeit hidden",
    ),
    pytest.param(lambda x: x[-1].update(ends=["played"]), "number of seat ends", id="number of ends"),
    pytest.param(lambda x: _put(x[-1], before="ends", void_reason="bored"), "of a void match", id="void"),
    pytest.param(lambda x: x[-1].update(winner="a"), "unknown field `winner`.*; a newer version", id="unknown field"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES)
def test_a_changed_record_is_refused(change: Callable[[list[Any]], object], message: str) -> None:
    lines = [json.loads(line) for line in LINES]
    assert forged(lines) == DATA
    change(lines)
    with pytest.raises(RecordError, match=message):
        verify(read_record(forged(lines)))


def _answers_of_seat_0(lines: list[Any]) -> list[dict[str, Any]]:
    return [answer for line in lines[1:-1] for answer in line["answers"] if answer["seat"] == 0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(
            lambda x: next(line for line in x if "strikes" in line).pop("strikes"),
            "strike for being late, seat 0",
            id="strike",
        ),
        pytest.param(lambda x: _answers_of_seat_0(x)[-1].update(cause="resigned"), "forfeit of seat 0", id="cause"),
        pytest.param(lambda x: x[-1].update(ends=["resigned", "played"]), "the result: end of seat 0", id="end"),
    ],
)
def test_how_a_late_seat_was_forfeited_can_not_be_changed(change: Callable[[list[Any]], object], message: str) -> None:
    lines = [json.loads(line) for line in played(job(), late=[0]).to_bytes().splitlines()]
    assert lines[-1]["ends"] == ["strikes", "played"]
    change(lines)
    with pytest.raises(RecordError, match=message):
        verify(read_record(forged(lines)))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "line 1 is not the header", id="empty"),
        pytest.param(b"nonsense\n", "line 1: ", id="no JSON"),
        pytest.param(LINES[0] + b"\n", "line 2: ", id="empty line"),
        pytest.param(LINES[0] + b"\xff\xfe\n", "line 2: ", id="no UTF-8"),
        pytest.param(LINES[0] + LINES[1].replace(b",", b", "), "line 2: not in the form in which records", id="spaces"),
        pytest.param(LINES[0] + b'{"line":"joke"}\n', "line 2: ", id="unknown line"),
    ],
)
def test_what_is_no_record_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_record(data)


@pytest.mark.parametrize(
    ("at", "field"), [(0, "begun_unix_s"), (1, "wall_ms"), (1, "lag_ms"), (1, "bank_ms"), (-1, "ended_unix_s")]
)
@pytest.mark.parametrize("absurd", [b"1e300", b"-1e300"])
def test_a_time_that_nothing_could_show_is_refused(at: int, field: str, absurd: bytes) -> None:
    lines = [*LINES]
    line, _, time = lines[at].partition(b'"time":')
    lines[at] = line + b'"time":' + re.sub(rb'(?<="%b":)[0-9.-]+' % field.encode(), absurd, time)
    assert lines != LINES
    with pytest.raises(RecordError, match=rf"Expected `float` .*`\$\..*{field}`"):
        read_record(b"".join(lines))


@given(st.integers(len(LINES[0]), len(DATA)))
def test_a_record_that_was_cut_short_anywhere_keeps_its_whole_steps(length: int) -> None:
    record = read_record(DATA[:length])
    assert record.steps == RECORD.steps[: len(record.steps)]
    assert len(record.lines()) == DATA[:length].count(b"\n")
    replay(record)


def test_what_a_later_version_says_about_times_is_ignored() -> None:
    lines = [json.loads(line) for line in LINES]
    lines[0]["time"] |= {"host": "a", "nested": {"cores": [1, 2]}}
    lines[1]["time"][0]["cpu_ms"] = 3.5
    lines[-1]["time"]["weather"] = None
    record = read_record(b"".join(dumped(line) + b"\n" for line in lines))
    assert record == RECORD
    verify(record)


def test_the_version_of_the_software_is_told_but_not_part_of_the_match() -> None:
    assert RECORD.header.time is not None
    assert RECORD.header.time.referee_version == referee_version()
    lines = [json.loads(line) for line in LINES]
    lines[0]["time"]["referee_version"] = "99"
    verify(read_record(b"".join(dumped(line) + b"\n" for line in lines)))


@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_fail_in_another_way(data: bytes) -> None:
    with pytest.raises(RecordError):
        read_record(LINES[0] + data + b"\n")


def test_a_record_with_cards_of_ones_own_holds_them() -> None:
    cards = parse(find_game("keepers").cards_toml.replace("hand = 5", "hand = 4"))
    record = read_record(played(msgspec.structs.replace(job(), cards=cards)).to_bytes())
    assert record.header.card_set == cards
    verify(record)
    for own in (None, find_game("keepers").card_data):
        with pytest.raises(RecordError, match="card set"):
            verify(sealed(Record(msgspec.structs.replace(record.header, card_set=own), record.steps, record.end)))


def test_a_set_that_says_what_the_games_own_says_is_the_games_own() -> None:
    cards = parse(find_game("keepers").cards_toml + "\n# of our own\n")
    assert without_times(played(msgspec.structs.replace(job(), cards=cards))) == without_times(played(job()))


def test_a_match_without_a_salt_gets_one_of_its_own() -> None:
    """Two matches with the same seed, made without a salt, do not look alike."""
    headers = [header_of(made, made.start()) for made in (_without_salt("m-1"), _without_salt("m-2"))]
    assert headers[0].seed == headers[1].seed
    assert len({header.commitment for header in headers}) == 2
    for header in headers:
        seed, salt = bytes.fromhex(header.seed), bytes.fromhex(header.salt)
        assert commitment(seed, salt).hex() == header.commitment
        assert header_of(header.job(), header.job().start()).commitment == header.commitment


def _without_salt(match_id: str) -> MatchJob:
    return msgspec.structs.replace(job(match_id=match_id), salt=b"")


@pytest.mark.parametrize(
    ("untimed", "wrong"),
    [
        pytest.param([0], "seat 0 has no clock, so it cannot be late", id="too late without a clock"),
        pytest.param([2], r"seats \[2\] have no clock, but the last seat is 1", id="a seat that is not there"),
        pytest.param([-1], r"seats \[-1\] have no clock", id="a seat below the first"),
    ],
)
def test_a_record_with_a_wrong_seat_without_a_clock_is_refused(untimed: list[int], wrong: str) -> None:
    record = played(job(), late=[0])
    verify(record)
    record.header = msgspec.structs.replace(record.header, untimed=untimed)
    with pytest.raises(RecordError, match=wrong):
        verify(sealed(record))
