"""Which client makes room for which."""

from __future__ import annotations

import pytest

from referee.server.proxy.clients import MOST_ADDRESSES, STRANGERS_PER_SECOND, Clients, Newcomers


class FakeClient:
    def __init__(
        self, clients: Clients, number: int, address: str = "here", *, idle: bool = True, served: bool = False
    ) -> None:
        self.number = number
        self.address = address
        self.idle = idle
        self.served = served
        self.over = False
        self.why = ""
        self._clients = clients
        clients.enter(self)

    def hang_up(self, why: str) -> None:
        self.why = why
        self.over = True
        self._clients.leave(self)


def test_a_stranger_takes_the_place_of_the_oldest_one_from_its_address() -> None:
    clients = Clients(80)
    elsewhere = FakeClient(clients, 0, "elsewhere")
    here = [FakeClient(clients, number) for number in range(1, 12)]
    assert [client.number for client in here if client.why] == [1]
    assert "its address" in here[0].why
    assert not elsewhere.why


def test_those_that_wait_keep_their_place() -> None:
    clients = Clients(80)
    served = FakeClient(clients, 0, idle=False, served=True)
    waiting = [FakeClient(clients, number, idle=False) for number in range(1, 9)]
    idle = FakeClient(clients, 9)
    assert FakeClient(clients, 10, idle=False).why == ""
    assert idle.why
    assert FakeClient(clients, 11, idle=False).why == ""
    assert served.why
    assert FakeClient(clients, 12, idle=False).why
    assert not any(client.why for client in waiting)
    assert len(clients) == 10


def test_strangers_take_half_of_all_places() -> None:
    clients = Clients(80)
    everywhere = [FakeClient(clients, number, f"address {number}") for number in range(45)]
    assert [client.number for client in everywhere if client.why] == [0, 1, 2, 3, 4]
    assert len(clients) == 40


def test_whoever_is_known_keeps_its_place() -> None:
    clients = Clients(80)
    bot = FakeClient(clients, 0)
    assert clients.vouch(0) is bot
    flood = [FakeClient(clients, number) for number in range(1, 200)]
    assert not bot.why
    assert sum(not client.why for client in flood) == 10


def test_an_address_has_half_of_all_places_for_those_who_are_known() -> None:
    clients = Clients(8)
    for number in range(4):
        FakeClient(clients, number)
        assert clients.vouch(number) is not None
    FakeClient(clients, 4)
    assert clients.vouch(4) is None
    FakeClient(clients, 5, "elsewhere")
    assert clients.vouch(5) is not None


def test_whoever_leaves_gives_its_place_back() -> None:
    clients = Clients(8)
    for number in range(100):
        client = FakeClient(clients, number)
        if number % 2:
            clients.vouch(number)
        clients.leave(client)
        clients.leave(client)
        assert not client.why
    assert len(clients) == 0


@pytest.mark.parametrize("number", [7, -1])
def test_whoever_has_gone_is_not_vouched_for(number: int) -> None:
    assert Clients(8).vouch(number) is None


def come(newcomers: Newcomers, count: int, now: float, address: str = "here") -> int:
    """How many of them may come."""
    return sum(newcomers.may_come(address, now) for _ in range(count))


def test_strangers_from_one_address_come_at_a_limited_speed() -> None:
    newcomers = Newcomers(60)
    assert come(newcomers, 1_000, 0.0) == 60
    assert come(newcomers, 1_000, 1.0) == STRANGERS_PER_SECOND
    assert come(newcomers, 1_000, 1.0) == 0
    assert come(newcomers, 1_000, 1_000.0) == 60


def test_the_speed_of_one_address_is_not_that_of_another() -> None:
    newcomers = Newcomers(60)
    come(newcomers, 1_000, 0.0)
    assert come(newcomers, 50, 0.0, "elsewhere") == 50


def test_strangers_with_a_valid_token_come_as_fast_as_they_like() -> None:
    newcomers = Newcomers(1)
    for _ in range(1_000):
        assert newcomers.may_come("here", 0.0)
        newcomers.is_known("here")
    newcomers.is_known("nowhere")
    assert come(newcomers, 10, 0.0, "nowhere") == 1


def test_no_more_addresses_are_remembered_than_there_is_room_for() -> None:
    newcomers = Newcomers(1)
    for number in range(2 * MOST_ADDRESSES):
        assert newcomers.may_come(str(number), 0.0)
    assert len(newcomers._left) == MOST_ADDRESSES
