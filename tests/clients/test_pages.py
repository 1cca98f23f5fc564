"""The kernel and the library do what the manual promises to bots in other languages."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import grpc
import pytest
from referee_client import reconnecting
from referee_client.protocol import PROTOCOL_VERSION
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel import chance
from referee.kernel.secret import Secret
from referee.manual.contents import text_of
from tests.clients import messages
from tests.clients.processes import run_bot
from tests.clients.scripted_referee import Ear, scripted_referee

README = (Path(__file__).parents[2] / "clients" / "README.md").read_text(encoding="utf-8")
WIRE, DEALS = text_of("reference/wire"), text_of("reference/deals")


def vectors() -> dict[str, Any]:
    (block,) = re.findall(r"```json\n(.*?)```", DEALS, flags=re.DOTALL)
    loaded: dict[str, Any] = json.loads(block)
    return loaded


VECTORS = vectors()
SEED = bytes.fromhex(VECTORS["seed"])


def number(name: str, index: int) -> int:
    """The page's recipe, written again from its text."""
    message = name.encode() + b"\0" + index.to_bytes(8, "little")
    return int.from_bytes(blake2b(message, key=SEED, digest_size=64).digest()[:8], "little")


def hashed(message: bytes, key: bytes = b"") -> bytes:
    """The page's BLAKE2b-256."""
    return blake2b(message, key=key, digest_size=32).digest()


def test_the_seed_commitment() -> None:
    salt = bytes.fromhex(VECTORS["salt"])
    assert chance.commitment(SEED, salt).hex() == VECTORS["commitment"]
    assert hashed(b"referee match commitment\0" + salt + SEED).hex() == VECTORS["commitment"]


def test_the_hash_of_the_secret() -> None:
    value = bytes.fromhex(VECTORS["secret"])
    assert Secret(value).commitment.hex() == VECTORS["hash_of_secret"]
    assert hashed(b"referee secret commitment\0" + value).hex() == VECTORS["hash_of_secret"]
    assert Secret.from_number(42).reveal().hex() == VECTORS["secret_of_number_42"]
    assert hashed(b"referee seed number\x0042").hex() == VECTORS["secret_of_number_42"]


@pytest.mark.parametrize("match", VECTORS["matches"], ids=lambda match: str(match["match_id"]))
def test_what_follows_from_the_secret(match: dict[str, Any]) -> None:
    secret = Secret(bytes.fromhex(VECTORS["secret"]))
    deal, table, rotation, attempt = match["deal"], match["table"], match["rotation"], match.get("attempt", 0)
    assert secret.seed(deal, table, attempt).hex() == match["seed"]
    assert secret.salt(deal, table, rotation, attempt).hex() == match["salt"]
    assert secret.match_id(deal, table, rotation, attempt) == match["match_id"]
    last = f" {attempt}" if attempt else ""
    at_table, of_match = f"{deal} {table}{last}".encode(), f"{deal} {table} {rotation}{last}".encode()
    assert hashed(b"referee match seed\0" + at_table, key=secret.reveal()).hex() == match["seed"]
    assert hashed(b"referee match salt\0" + of_match, key=secret.reveal()).hex() == match["salt"]
    assert hashed(b"referee match id\0" + of_match, key=secret.reveal()).hex()[:24] == match["match_id"]


@pytest.mark.parametrize("stream", VECTORS["streams"], ids=lambda stream: str(stream["name"]))
def test_the_numbers_of_a_stream(stream: dict[str, Any]) -> None:
    assert [number(stream["name"], index) for index in range(3)] == [int(text) for text in stream["numbers"]]


@pytest.mark.parametrize("stream", VECTORS["streams"], ids=lambda stream: str(stream["name"]))
def test_the_kernel_draws_the_same_numbers(stream: dict[str, Any]) -> None:
    drawn = chance.Chance(SEED, stream["name"], {})
    assert [drawn.below(2**64) for _ in range(3)] == [int(text) for text in stream["numbers"]]


@pytest.mark.parametrize("case", VECTORS["below"], ids=lambda case: f"below {case['bound']}")
def test_below(case: dict[str, Any]) -> None:
    stream = chance.Chance(SEED, "dice", {})
    assert [stream.below(int(case["bound"])) for _ in case["results"]] == [int(result) for result in case["results"]]


def test_a_large_bound_throws_numbers_away() -> None:
    (case,) = [case for case in VECTORS["below"] if int(case["bound"]) > 2**63]
    drawn: dict[str, int] = {}
    stream = chance.Chance(SEED, "dice", drawn)
    for _ in case["results"]:
        stream.below(int(case["bound"]))
    assert drawn["dice"] > len(case["results"])


def test_shuffles_go_on_in_the_same_stream() -> None:
    stream = chance.Chance(SEED, "deck", {})
    for shuffled in VECTORS["shuffles"]:
        cards = list(range(len(shuffled)))
        stream.shuffle(cards)
        assert cards == shuffled


def test_the_first_example_is_a_whole_bot(tmp_path: Path) -> None:
    def one_turn(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        assert ear.hello.software == "MyBot"
        yield from [messages.welcome(), messages.match_started(), messages.turn()]
        assert ear.hear().choice == wire.Choice(match_id="m1", turn=1, option=0)
        yield from [messages.match_ended(), messages.goodbye()]

    example, *_ = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    with scripted_referee(tmp_path, one_turn) as (_, address):
        assert run_bot([sys.executable, "-c", example], address) == (0, "", "")


def test_every_cause_of_a_strike_is_explained() -> None:
    causes = {name.removeprefix("CAUSE_") for name in wire.Strike.Cause.DESCRIPTOR.values_by_name} - {"UNSPECIFIED"}
    assert {cause for cause in causes if f"| `{cause}` |" in WIRE} == causes


def test_the_library_tries_again_when_the_page_says_so() -> None:
    (said,) = re.findall(r"Try again when the stream ended with (.*?), or with OK", WIRE, flags=re.DOTALL)
    codes = {grpc.StatusCode[name] for name in re.findall(r"`([A-Z_]+)`", said)}
    assert codes | {grpc.StatusCode.OK} == reconnecting.WORTH_TRYING_AGAIN
    assert f"{reconnecting.SECONDS_TO_RECONNECT:g} seconds in total" in WIRE


def test_the_protocol_version() -> None:
    assert f"`protocol_version = {PROTOCOL_VERSION}`" in WIRE
