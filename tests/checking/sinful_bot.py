"""A bot that takes the first option and makes the one mistake that its argument names. Written from the wire alone."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from queue import SimpleQueue

import grpc
from referee_client.position import unpack
from referee_client.v1 import play_service_pb2 as wire
from referee_client.v1.play_service_pb2_grpc import PlayServiceStub

SIN = sys.argv[1]


class SinfulBot:
    def __init__(self) -> None:
        self.resume_token = ""
        self.struck = False
        self.answers = 0
        self.first_match = ""
        self.matches: set[str] = set()
        self.thought_out: list[wire.PlayRequest] = []
        self.refused = False
        self.leaving = False

    def hello(self) -> wire.PlayRequest:
        token = "a guess" if SIN == "wrong token" else os.environ["REFEREE_TOKEN"]
        version = 7 if SIN == "wrong version" else 1
        resume = "" if SIN == "forgets its resume token" else self.resume_token
        hello = wire.Hello(token=token, protocol_version=version, resume_token=resume)
        return wire.PlayRequest(resign=wire.Resign()) if SIN == "no hello" else wire.PlayRequest(hello=hello)

    def hear(self, response: wire.PlayResponse) -> Iterator[wire.PlayRequest]:
        match response.WhichOneof("response"):
            case "welcome":
                self.resume_token = response.welcome.resume_token
            case "turn":
                yield from self.answer(response.turn)
            case "strike":
                self.struck = True
            case "match_started":
                self.first_match = self.first_match or response.match_started.match_id
                if SIN == "wants a beginning" and response.match_started.resumed:
                    return
                self.matches.add(response.match_started.match_id)
                if SIN == "eager":
                    yield wire.PlayRequest(choice=wire.Choice(match_id=response.match_started.match_id, turn=1))
            case "match_ended":
                if SIN == "counts its matches":
                    self.matches.remove(response.match_ended.match_id)
                if SIN == "sore loser":
                    yield wire.PlayRequest(resign=wire.Resign(match_id=response.match_ended.match_id))
                if SIN == "gives up with a match" and not response.match_ended.results:
                    self.struck = True
            case "goodbye":
                if SIN == "stays":
                    time.sleep(60)
            case None:
                if SIN == "strict":
                    raise ValueError("an unknown message")

    def answer(self, turn: wire.Turn) -> Iterator[wire.PlayRequest]:
        self.answers += 1
        if SIN == "wants a beginning" and turn.match_id not in self.matches:
            return
        if SIN == "silent" or (self.struck and SIN in {"sulks", "gives up with a match"}):
            return
        if SIN == "cannot count" and turn.option_count > 100:
            raise OverflowError("too many options")
        if SIN == "knows every option" and None in [
            option.WhichOneof("option") for option in unpack(turn.position).options
        ]:
            raise ValueError("an unknown option")
        choice = wire.Choice(match_id=turn.match_id, turn=turn.turn, option=0)
        if SIN.endswith("an absent 0") and not any(
            option.WhichOneof("option") for option in unpack(turn.position).options
        ):
            default = turn.default_option or None  # like a library that leaves a field undefined if it was not sent
            choice.ClearField("option")
            if default is not None:
                choice.option = default
            elif SIN == "crashes at an absent 0":
                raise TypeError("undefined is not a number")
        if SIN == "out of range":
            choice.option = turn.option_count
        elif SIN == "wrong turn":
            choice.turn += 1
        elif SIN == "wrong match":
            choice.match_id = "another"
        elif SIN == "one match":
            choice.match_id = self.first_match
        elif SIN == "fickle":
            choice.option = self.answers % turn.option_count
        elif SIN == "leaves out 0" or (SIN == "has no choice" and turn.option_count == 1):
            choice.ClearField("option")
        elif SIN == "talks":
            choice.note = b"x" * 2000
        if SIN == "resigns":
            yield wire.PlayRequest(resign=wire.Resign(match_id=turn.match_id))
        elif SIN == "thinks of each match in a thread" and not self.thought_out:
            self.thought_out.append(wire.PlayRequest(choice=choice))
        elif SIN == "thinks of each match in a thread" and self.answers == 2:
            yield from [wire.PlayRequest(choice=choice), *self.thought_out]
        else:
            yield wire.PlayRequest(choice=choice)

    def play(self, channel: grpc.Channel) -> bool:
        """Play one connection; return whether it ended with a goodbye."""
        said: SimpleQueue[wire.PlayRequest | None] = SimpleQueue()
        said.put(self.hello())
        goodbye = False

        def leave(*_: object) -> None:
            self.leaving = True
            if SIN != "leaves without a word":
                said.put(wire.PlayRequest(leave=wire.Leave()))
            said.put(None)

        signal.signal(signal.SIGTERM, leave)
        try:
            for response in PlayServiceStub(channel).Play(iter(said.get, None)):
                for_good = SIN == "takes every goodbye for good" or not response.goodbye.may_reconnect
                goodbye |= response.HasField("goodbye") and for_good
                for request in self.hear(response):
                    said.put(request)
        except grpc.RpcError as error:
            refusal = isinstance(error, grpc.Call) and error.code() is grpc.StatusCode.UNAUTHENTICATED
            self.refused = refusal and SIN != "stubborn"
        finally:
            said.put(None)
        return goodbye


def main() -> None:
    if SIN == "never connects":
        time.sleep(60)
    bot = SinfulBot()
    options = [("grpc.initial_reconnect_backoff_ms", 100), ("grpc.max_reconnect_backoff_ms", 100)]
    with grpc.insecure_channel(os.environ["REFEREE_ADDRESS"], options=options) as channel:
        while not bot.play(channel) or SIN == "comes back":
            if bot.refused:
                sys.exit("I was refused")
            if SIN == "gives up" or bot.leaving:
                sys.exit(143 if SIN == "is hurt" else 0)
            time.sleep(0.05)  # between two tries to connect, so that it does not take a whole core


if __name__ == "__main__":
    main()
