"""Who is connected: how many clients there may be, and who makes room for whom."""

from __future__ import annotations

from collections import Counter
from typing import Protocol


class Client(Protocol):
    """One connection, as far as its numbers matter. `number` is unique."""

    number: int
    address: str
    over: bool

    @property
    def idle(self) -> bool:
        """Whether it has had its chance to open a stream, and waits for nothing that we have to do."""

    @property
    def served(self) -> bool:
        """Whether it has opened a stream."""

    def hang_up(self, why: str) -> None:
        """Ends the connection."""


class Clients:
    """All clients. Those that the referee does not know yet are strangers, and make room for others.

    A stranger that comes when there are too many takes the place of the oldest one that is idle, or else of the oldest
    one that has been served; those that wait in a queue keep their place. If its own address has too many, it is one of
    those. So whoever comes with a valid token finds a place, and needs it as a stranger for a moment only.
    """

    def __init__(self, most: int) -> None:
        """`most` may be connected at once: half of them strangers, an eighth strangers from one address."""
        self._most = most
        self._strangers: dict[int, Client] = {}
        self._known: dict[int, Client] = {}
        self._strangers_at: dict[str, dict[int, Client]] = {}
        self._known_at: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many are connected."""
        return len(self._strangers) + len(self._known)

    def enter(self, client: Client) -> None:
        """Takes in a stranger; another one may have to go, or this one if there is no other."""
        neighbours = self._strangers_at.get(client.address, {})
        if len(neighbours) >= max(1, self._most // 8):
            _first_to_go(neighbours, client).hang_up("its address has too many connections without a token")
        elif len(self._strangers) >= self._most // 2 or len(self) >= self._most:
            _first_to_go(self._strangers, client).hang_up("there are too many connections without a token")
        if client.over:
            return
        self._strangers[client.number] = client
        self._strangers_at.setdefault(client.address, {})[client.number] = client

    def vouch(self, number: int) -> Client | None:
        """Takes a client for known from now on; None if it has gone, or its address has half of all places already."""
        client = self._strangers.get(number)
        if client is None or self._known_at[client.address] >= self._most // 2:
            return None
        self.leave(client)
        self._known[number] = client
        self._known_at[client.address] += 1
        return client

    def leave(self, client: Client) -> None:
        """Forgets a client, who may be forgotten already."""
        if self._strangers.pop(client.number, None) is not None:
            neighbours = self._strangers_at[client.address]
            del neighbours[client.number]
            if not neighbours:
                del self._strangers_at[client.address]
        elif self._known.pop(client.number, None) is not None:
            self._known_at[client.address] -= 1
            if not self._known_at[client.address]:
                del self._known_at[client.address]


def _first_to_go(clients: dict[int, Client], newest: Client) -> Client:
    idle = next((client for client in clients.values() if client.idle), None)
    return idle or next((client for client in clients.values() if client.served), newest)
