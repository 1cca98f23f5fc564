"""Which match begins next, compared with the plain rule: the oldest waiting match whose bots all have room."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.server.lobby.hosted_match import HostedMatch
from referee.server.lobby.waiting import Waiting


def _match(bots: str) -> HostedMatch:
    return HostedMatch("-".join(bots), list, None, by_stream=tuple(bots))


class Table:
    """Bots with room for one match each."""

    def __init__(self) -> None:
        self.busy: Counter[str] = Counter()
        self.asked = 0
        self.waiting = Waiting(self.has_room)

    def has_room(self, bot: str) -> bool:
        self.asked += 1
        return not self.busy[bot]

    def begin(self, hosted: HostedMatch) -> None:
        self.busy.update(hosted.by_stream)

    def end(self, hosted: HostedMatch) -> list[HostedMatch]:
        self.busy.subtract(hosted.by_stream)
        begun = []
        while (following := self.waiting.next_of(hosted.by_stream)) is not None:
            self.begin(following)
            begun.append(following)
        return begun


BOTS = "abcde"
Tables = st.lists(st.sets(st.sampled_from(BOTS), min_size=1, max_size=3).map(sorted).map("".join), max_size=30)


@given(tables=Tables, data=st.data())
def test_the_oldest_match_that_can_begin_begins(tables: list[str], data: st.DataObject) -> None:
    table = Table()
    running: list[HostedMatch] = []
    plain: list[HostedMatch] = []

    def begin_plainly() -> list[HostedMatch]:
        busy = {bot for hosted in running for bot in hosted.by_stream}
        begun = []
        for hosted in plain[:]:
            if busy.isdisjoint(hosted.by_stream):
                busy.update(hosted.by_stream)
                plain.remove(hosted)
                begun.append(hosted)
        return begun

    for bots in tables:
        hosted = _match(bots)
        plain.append(hosted)
        if table.waiting.can_begin(hosted):
            table.begin(hosted)
        else:
            table.waiting.add(hosted)
        running += begin_plainly()
        assert len(table.waiting) == len(plain)
    while running or plain:
        cancels: bool = data.draw(st.booleans())
        if plain and cancels:
            cancelled = data.draw(st.sampled_from(plain))
            plain.remove(cancelled)
            table.waiting.remove(cancelled)
        else:
            over = data.draw(st.sampled_from(running))
            running.remove(over)
            begun = begin_plainly()
            running += begun
            assert table.end(over) == begun
    assert len(table.waiting) == 0


@pytest.mark.parametrize("waiting", [100, 10_000])
def test_a_match_that_ends_does_not_look_at_all_that_wait(waiting: int) -> None:
    table = Table()
    table.begin(_match("x"))
    first = _match("ab")
    table.begin(first)
    for _ in range(waiting):
        table.waiting.add(_match("ax"))
    following = _match("ab")
    table.waiting.add(following)
    table.asked = 0
    assert table.end(first) == [following]
    assert table.asked < 20


@pytest.mark.parametrize("waiting", [100, 10_000])
@pytest.mark.parametrize(
    ("bots", "begins"), [("cd", True), ("ac", False), ("ax", False)], ids=["begins", "waits", "waits beside others"]
)
def test_a_new_match_does_not_look_at_all_that_wait(waiting: int, bots: str, begins: bool) -> None:
    table = Table()
    table.begin(_match("a"))
    for number in range(waiting):
        table.waiting.add(_match("ax") if number % 2 else HostedMatch("", list, None, by_stream=("a", f"x{number}")))
    table.asked = 0
    new = _match(bots)
    assert table.waiting.can_begin(new) == begins
    if not begins:
        table.waiting.add(new)
    assert table.asked <= 2 * len(bots)
