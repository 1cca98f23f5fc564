"""The connected clients: how many are allowed, which one is replaced by another, and how fast strangers may connect."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from referee.server.proxy.frames import Allowance, FrameRate

STRANGERS_PER_SECOND = 50.0
"""The number of strangers accepted per second from one address, once its burst is used up."""
MOST_ADDRESSES = 4096
"""How many addresses are remembered; when there are more, the oldest is dropped."""


class Client(Protocol):
    """One connection, as `Clients` sees it. `number` is unique."""

    number: int
    address: str
    over: bool

    @property
    def idle(self) -> bool:
        """Whether the client has had time to open a stream, and is not waiting for us."""

    @property
    def served(self) -> bool:
        """Whether it has opened a stream."""

    def hang_up(self, why: str) -> None:
        """End the connection."""


class Clients:
    """All clients. Clients that the referee does not know yet are strangers, which must make room for others.

    If there are too many, a new stranger replaces the oldest idle one, or else the oldest one that has been served;
    strangers in a queue keep their place. If its own address has too many connections, it replaces one of those. So a
    client with a valid token always gets a place, and is a stranger only for a moment.
    """

    def __init__(self, most: int) -> None:
        """At most `most` may be connected: up to half of them strangers, and an eighth strangers from one address."""
        self._most = most
        self._strangers: dict[int, Client] = {}
        self._known: dict[int, Client] = {}
        self._strangers_at: dict[str, dict[int, Client]] = {}
        self._known_at: Counter[str] = Counter()

    def __len__(self) -> int:
        """The number of connected clients."""
        return len(self._strangers) + len(self._known)

    def enter(self, client: Client) -> None:
        """Add a stranger; another one may be disconnected for it, or this one if there is no other."""
        neighbours = self._strangers_at.get(client.address, {})
        if len(neighbours) >= most_of_address(self._most):
            _first_to_go(neighbours, client).hang_up("its address has too many connections without a token")
        elif len(self._strangers) >= self._most // 2 or len(self) >= self._most:
            _first_to_go(self._strangers, client).hang_up("there are too many connections without a token")
        if client.over:
            return
        self._strangers[client.number] = client
        self._strangers_at.setdefault(client.address, {})[client.number] = client

    def vouch(self, number: int) -> Client | None:
        """Make a client known; return None if it has disconnected, or if its address already has half of all places."""
        client = self._strangers.get(number)
        if client is None or self._known_at[client.address] >= self._most // 2:
            return None
        self.leave(client)
        self._known[number] = client
        self._known_at[client.address] += 1
        return client

    def leave(self, client: Client) -> None:
        """Forget a client; it may be forgotten already."""
        if self._strangers.pop(client.number, None) is not None:
            neighbours = self._strangers_at[client.address]
            del neighbours[client.number]
            if not neighbours:
                del self._strangers_at[client.address]
        elif self._known.pop(client.number, None) is not None:
            self._known_at[client.address] -= 1
            if not self._known_at[client.address]:
                del self._known_at[client.address]


def most_of_address(most: int) -> int:
    """How many strangers may connect from one address, if `most` clients may be connected in total."""
    return max(1, most // 8)


class Newcomers:
    """Limits how fast strangers are accepted, separately for each address.

    Accepting one costs as much as several decisions.

    A stranger that sends a valid token does not count, so bots that play are not limited.
    """

    def __init__(self, most: int) -> None:
        """Allow a burst of `most` strangers from each address."""
        self._rate = FrameRate(most, STRANGERS_PER_SECOND)
        self._left: dict[str, Allowance] = {}

    def may_come(self, address: str, now: float) -> bool:
        """Whether a stranger from this address may connect now; if so, it is counted."""
        allowance = self._left.get(address)
        if allowance is None:
            if len(self._left) >= MOST_ADDRESSES:
                del self._left[next(iter(self._left))]
            allowance = self._left[address] = Allowance(self._rate)
        return not allowance.spend(1, now)

    def is_known(self, address: str) -> None:
        """Record that a stranger from this address has sent a valid token."""
        if address in self._left:
            self._left[address].add(1)


def _first_to_go(clients: dict[int, Client], newest: Client) -> Client:
    idle = next((client for client in clients.values() if client.idle), None)
    return idle or next((client for client in clients.values() if client.served), newest)
