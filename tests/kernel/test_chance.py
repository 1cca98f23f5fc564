"""Chance: the byte recipe, fairness, and streams that do not disturb one another."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel import chance
from referee.kernel.chance import Chance, commitment, seed_from, seed_with

SEED = bytes(range(32))


def test_the_recipe() -> None:
    stream = Chance(SEED, "deck", {})
    words = [blake2b(b"deck\0" + n.to_bytes(8, "little"), key=SEED, digest_size=64).digest()[:8] for n in range(3)]
    assert [stream.below(1 << 32) for _ in range(3)] == [int.from_bytes(word, "little") % (1 << 32) for word in words]


@given(st.integers(1, 10_000), st.binary(min_size=32, max_size=32))
def test_numbers_are_below_the_bound(bound: int, seed: bytes) -> None:
    assert 0 <= Chance(seed, "x", {}).below(bound) < bound


def test_what_is_unfair_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    words, drawn = iter([((1 << 64) - 1,), (5,)]), {"x": 7}
    monkeypatch.setattr(chance, "_unpack", lambda digest: next(words))
    assert Chance(SEED, "x", drawn).below(3) == 2
    assert drawn == {"x": 9}


@given(st.lists(st.integers()), st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_the_cards(items: list[int], seed: bytes) -> None:
    shuffled = [*items]
    Chance(seed, "x", {}).shuffle(shuffled)
    assert Counter(shuffled) == Counter(items)


def test_all_orders_are_equally_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    stream = Chance(SEED, "x", {})
    for _ in range(6_000):
        items = [0, 1, 2]
        stream.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert all(850 <= count <= 1_150 for count in orders.values())


def test_streams_do_not_shift_one_another() -> None:
    drawn: dict[str, int] = {}
    first = [Chance(SEED, "deck", drawn).below(100) for _ in range(5)]
    mixed = {"deck": 0}
    second = []
    for _ in range(5):
        second.append(Chance(SEED, "deck", mixed).below(100))
        Chance(SEED, "dice", mixed).pick(range(6))
    assert first == second
    assert mixed == {"deck": 5, "dice": 5}


def test_seeds() -> None:
    assert seed_from(SEED) is SEED
    assert len(seed_from(7)) == 32
    assert seed_from(7) != seed_from(8)
    with pytest.raises(ValueError, match="a seed has 32 bytes, not 3"):
        seed_from(b"abc")


def test_equal_seeds_have_different_commitments() -> None:
    salts = [bytes([number]) * 32 for number in range(3)]
    assert len({commitment(SEED, salt) for salt in salts}) == 3
    assert (
        commitment(SEED, salts[1]) == blake2b(b"referee match commitment\0" + salts[1] + SEED, digest_size=32).digest()
    )
    with pytest.raises(ValueError, match="a salt has 32 bytes, not 0"):
        commitment(SEED, b"")


def test_draws_can_be_fixed_and_all_others_stay() -> None:
    fixed = seed_with(SEED, {"deck": {1: 40, 3: 120}})
    stream, free = Chance(fixed, "deck", {}), Chance(SEED, "deck", {})
    drawn = [stream.below(100) for _ in range(5)]
    unfixed = [free.below(100) for _ in range(5)]
    assert drawn == [unfixed[0], 40, unfixed[2], 20, unfixed[4]]
    assert Chance(fixed, "dice", {}).below(1 << 32) == Chance(SEED, "dice", {}).below(1 << 32)
    assert seed_with(SEED, {}) == SEED
