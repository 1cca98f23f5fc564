"""The yardstick for bots in Python: answers each Turn with its default option on a bare stream, without the library.

gRPC gets the same settings as in the library, so that it is the library's own work that is compared.
"""

from __future__ import annotations

import os
from queue import SimpleQueue

import referee_client  # noqa: F401 - it settles gRPC, if it comes first

# isort: split
import grpc
from referee_client.v1 import play_service_pb2 as wire
from referee_client.v1.play_service_pb2_grpc import PlayServiceStub


def main() -> None:
    """Plays until the referee says goodbye."""
    requests: SimpleQueue[wire.PlayRequest | None] = SimpleQueue()
    requests.put(wire.PlayRequest(hello=wire.Hello(token=os.environ["REFEREE_TOKEN"], protocol_version=1)))
    with grpc.insecure_channel(os.environ["REFEREE_ADDRESS"]) as channel:
        for response in PlayServiceStub(channel).Play(iter(requests.get, None)):
            if response.HasField("goodbye"):
                requests.put(None)
            elif response.HasField("turn"):
                turn = response.turn
                choice = wire.Choice(match_id=turn.match_id, turn=turn.turn, option=turn.default_option)
                requests.put(wire.PlayRequest(choice=choice))


if __name__ == "__main__":
    main()
