"""The secret of a series: what follows from it, and that it does not slip out."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.secret import Secret

SECRETS = st.binary(min_size=32, max_size=32)
NUMBERS = st.integers(0, 2000)


@given(SECRETS, st.tuples(NUMBERS, NUMBERS), st.tuples(NUMBERS, NUMBERS))
def test_two_deals_share_their_seed_only_if_deal_and_table_are_the_same(
    value: bytes, one: tuple[int, int], other: tuple[int, int]
) -> None:
    secret = Secret(value)
    assert (secret.seed(*one) == secret.seed(*other)) is (one == other)


@given(SECRETS, st.tuples(NUMBERS, NUMBERS, NUMBERS), st.tuples(NUMBERS, NUMBERS, NUMBERS))
def test_no_two_matches_share_salt_or_id(value: bytes, one: tuple[int, int, int], other: tuple[int, int, int]) -> None:
    secret = Secret(value)
    assert (secret.salt(*one) == secret.salt(*other)) is (one == other)
    assert (secret.match_id(*one) == secret.match_id(*other)) is (one == other)


@given(SECRETS)
def test_ids_all_look_alike(value: bytes) -> None:
    told = [Secret(value).match_id(deal, 1, 0) for deal in (1, 10, 1000)]
    assert [len(bytes.fromhex(match_id)) for match_id in told] == [12] * 3


@given(SECRETS)
def test_it_does_not_show_itself(value: bytes) -> None:
    secret = Secret(value)
    said = f"{secret} {secret!r} {secret.commitment.hex()} {[secret]}"
    assert value.hex() not in said
    assert str(value) not in said
    assert secret.reveal() == value


def test_the_secret_of_a_number_is_the_hash_of_it() -> None:
    value = hashlib.blake2b(b"referee seed number\x0042", digest_size=32).digest()
    assert Secret.from_number(42).reveal() == value


def test_a_secret_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="a secret has 32 bytes, not 31"):
        Secret(bytes(31))
