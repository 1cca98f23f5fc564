"""Which ports are opened, how callers behind them are identified, and the errors if that fails."""

from __future__ import annotations

import socket
import sys
from contextlib import closing

import pytest
from referee_client.v1 import match_service_pb2 as wire

from referee.errors import UsageError
from referee.server.config import Config, Limits
from referee.server.proxy.starting import Entrance, _listeners, open_entrance
from tests.server.rpc.test_callers import held_up
from tests.support.http2 import BEGUN, END_STREAM, HEADERS, request
from tests.support.raw_bot import raw_bot
from tests.support.running import running_referee
from tests.support.waiting import PATIENCE, wait_until

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="a second address of this machine, without any setting up")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::]"])
def test_all_addresses_of_a_name_have_one_port(host: str) -> None:
    listeners = _listeners(f"{host}:0")
    try:
        assert len({listener.getsockname()[1] for listener in listeners}) == 1
        if host in {"127.0.0.1", "0.0.0.0", "localhost"}:
            port = listeners[0].getsockname()[1]
            with closing(socket.create_connection(("127.0.0.1", port))):
                pass
    finally:
        for listener in listeners:
            listener.close()


def test_a_name_that_is_none_is_refused() -> None:
    with (
        pytest.raises(UsageError, match=r"listen on no\.such\.name\.invalid:0"),
        open_entrance(Config(address="no.such.name.invalid:0", insecure=True)),
    ):
        pass


def test_a_peer_that_did_not_come_this_way_is_nobody() -> None:
    with open_entrance(Config()) as entrance:
        folder = entrance.upstream.parent
        assert entrance.caller(f"unix:{folder}/12-abcdef") == "abcdef"
        for peer in ("unix:", "unix:/elsewhere/12-abcdef", f"unix-abstract:{folder}/12-abcdef", "ipv4:127.0.0.1:1"):
            assert entrance.caller(peer) == ""
            entrance.vouch(peer)


@LINUX
def test_who_shows_no_token_is_counted_by_its_address() -> None:
    """Behind the proxy, too: the calls of one address do not use up the places of another."""
    with (
        running_referee(Config(limits=Limits(calls_of_one=4, calls=100))) as running,
        held_up(running),
        closing(_calls_from("127.0.0.1", running.address, 10)) as here,
    ):
        _read_until_refused(here, 6)
        with closing(_calls_from("127.0.0.2", running.address, 5)) as there:
            _read_until_refused(there, 1)


def _calls_from(address: str, server: str, count: int) -> socket.socket:
    """A connection with a stranger's calls. gRPC cannot bind a client to an address, so they are written by hand."""
    host, _, port = server.rpartition(":")
    connection = socket.create_connection((host, int(port)), source_address=(address, 0), timeout=PATIENCE)
    message = wire.ListMatchesRequest().SerializeToString()
    calls = [request("/referee.v1.MatchService/ListMatches", "", 1 + 2 * at, message) for at in range(count)]
    connection.sendall(BEGUN + b"".join(b"".join(call) for call in calls))
    return connection


def _read_until_refused(connection: socket.socket, calls: int) -> None:
    """Read until this many calls have ended; admitted ones do not end."""
    with connection.makefile("rb") as heard:
        while calls:
            head = heard.read(9)
            heard.read(int.from_bytes(head[:3], "big"))
            calls -= head[3] == HEADERS and bool(head[4] & END_STREAM)


def test_a_bot_with_a_token_is_known_to_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    vouched: list[str] = []
    vouch = Entrance.vouch

    def note(entrance: Entrance, peer: str) -> None:
        vouched.append(entrance.caller(peer))
        vouch(entrance, peer)

    monkeypatch.setattr(Entrance, "vouch", note)
    with running_referee(Config()) as running, raw_bot(running.address) as bot:
        bot.hello(running.token("a"))
        wait_until(lambda: vouched)
    assert vouched[0]
