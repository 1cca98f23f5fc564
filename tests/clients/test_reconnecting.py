"""When the library reconnects, tested without a connection."""

from __future__ import annotations

import grpc
import pytest
from referee_client.errors import RefusedError, UnreachableError
from referee_client.protocol import PlayProtocol
from referee_client.reconnecting import WORTH_TRYING_AGAIN, Reconnects, back_off
from referee_client.v1 import play_service_pb2 as wire

from tests.clients import messages

AWAY = (grpc.StatusCode.UNAVAILABLE, "nobody is there")


def protocol(*heard: wire.PlayResponse) -> PlayProtocol:
    """What one connection has received."""
    made = PlayProtocol(wire.Hello())
    made.hello()
    for response in heard:
        made.receive(response)
    return made


def test_the_waits_grow_until_it_is_given_up() -> None:
    reconnects, waits = Reconnects("here:1", 0.2), list(back_off(0.2))
    assert [reconnects.wait_after(protocol(), *AWAY) for _ in waits] == waits
    with pytest.raises(UnreachableError, match=r"no connection to here:1 for 0\.2 seconds; last error: UNAVAILABLE: "):
        reconnects.wait_after(protocol(), *AWAY)


def test_a_referee_that_was_there_is_waited_for_from_the_beginning() -> None:
    reconnects = Reconnects("here:1", 1)
    first = [reconnects.wait_after(protocol(), *AWAY) for _ in range(3)]
    assert reconnects.wait_after(protocol(messages.welcome()), *AWAY) == first[0]
    assert reconnects.wait_after(protocol(), *AWAY) == first[1]


def test_a_second_is_one_second() -> None:
    reconnects = Reconnects("here:1", 1)
    for _ in back_off(1):
        reconnects.wait_after(protocol(), *AWAY)
    with pytest.raises(UnreachableError, match="for 1 second; last error: UNAVAILABLE: "):
        reconnects.wait_after(protocol(), *AWAY)


@pytest.mark.parametrize("code", list(grpc.StatusCode), ids=lambda code: str(code.name))
def test_which_ends_are_worth_another_attempt(code: grpc.StatusCode) -> None:
    reconnects = Reconnects("here:1", 1)
    if code in WORTH_TRYING_AGAIN:
        assert reconnects.wait_after(protocol(messages.welcome()), code, "") == 0.05
        assert reconnects.ended == code.name
    else:
        with pytest.raises(RefusedError, match=f"the referee ended the stream with {code.name}: no"):
            reconnects.wait_after(protocol(messages.goodbye()), code, "no")


@pytest.mark.parametrize("may_reconnect", [True, False])
def test_a_goodbye_says_whether_to_come_back(may_reconnect: bool) -> None:
    heard = protocol(messages.welcome(), messages.goodbye(may_reconnect=may_reconnect))
    wait = Reconnects("here:1", 1).wait_after(heard, grpc.StatusCode.OK, "")
    assert (wait is not None) is may_reconnect
    heard.hello()
    assert Reconnects("here:1", 1).wait_after(heard, grpc.StatusCode.OK, "") is not None, "it was of another connection"
