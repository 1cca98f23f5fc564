"""Bots that do everything wrong: `python -m tests.end_to_end.hostile_bot NAME`, with the environment of any bot."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress

from referee_client.v1 import play_service_pb2 as wire

from tests.support.http2 import DATA, PREFACE, SETTINGS_FRAME, frame
from tests.support.raw_bot import RawBot, raw_bot

ADDRESS = os.environ.get("REFEREE_ADDRESS", "")
TOKEN = os.environ.get("REFEREE_TOKEN", "")
MIB = 1 << 20
RUBBISH = {
    "noise": bytes(range(256)) * 64,
    "HTTP/1": b"GET / HTTP/1.1\r\nHost: referee\r\n\r\n",
    "TLS": bytes.fromhex("16030100050100000100"),
    "noise after the preface": PREFACE + bytes(range(255, -1, -1)) * 64,
    "a frame without end": PREFACE + SETTINGS_FRAME + bytes.fromhex("ffffff000000000001") + bytes(1000),
    "data for no stream": PREFACE + SETTINGS_FRAME + frame(DATA, 0, 7, b"test"),
    "half a preface": PREFACE[:10],
}
OnTurn = Callable[[RawBot, wire.Turn], None]


def at_every_turn(behave: OnTurn) -> Callable[[], None]:
    """A bot that comes in as it should, and then meets every Turn in its own way."""

    def run() -> None:
        with raw_bot(ADDRESS) as bot:
            bot.hello(TOKEN)
            for response in bot.call:
                if response.HasField("turn"):
                    behave(bot, response.turn)

    return run


def after_each_answer(*requests: wire.PlayRequest | bytes) -> Callable[[], None]:
    """A bot that answers every Turn, and then says something more."""

    def behave(bot: RawBot, turn: wire.Turn) -> None:
        bot.choose(turn)
        bot.say(*requests)

    return at_every_turn(behave)


def is_wrong_thrice(bot: RawBot, turn: wire.Turn) -> None:
    for _ in range(3):
        bot.choose(turn, turn.option_count)


def is_ahead_thrice(bot: RawBot, turn: wire.Turn) -> None:
    for _ in range(3):
        bot.choose(turn, number=turn.turn + 1)


def answers_twice(bot: RawBot, turn: wire.Turn) -> None:
    bot.choose(turn)
    bot.choose(turn)


def changes_its_mind(bot: RawBot, turn: wire.Turn) -> None:
    bot.choose(turn, 0)
    bot.choose(turn, 1)


def floods(bot: RawBot, turn: wire.Turn) -> None:
    for _ in range(300):
        bot.choose(turn)


def says_hello(wrong: wire.Hello) -> Callable[[], None]:
    """A bot that is not even let in: its Hello is right but for what is `wrong`."""

    def run() -> None:
        with raw_bot(ADDRESS) as bot:
            hello = wire.Hello(token=TOKEN, protocol_version=1)
            hello.MergeFrom(wrong)
            bot.say(wire.PlayRequest(hello=hello))
            bot.end()

    return run


def speaks_no_grpc() -> None:
    """Whatever else can be said to an open port; the connections stay open to the end."""
    with ExitStack() as stack:
        for said in [*RUBBISH.values()] * 20:
            connection = stack.enter_context(socket.socket(socket.AF_UNIX))
            connection.connect(ADDRESS.removeprefix("unix:"))
            with suppress(ConnectionError):  # the referee has heard enough
                connection.sendall(said)
        signal.pause()


def never_reads() -> None:
    with raw_bot(ADDRESS) as bot:
        bot.say(wire.PlayRequest(hello=wire.Hello(token=TOKEN, protocol_version=1, wants_text=True)))
        signal.pause()


def connects_twice() -> None:
    with raw_bot(ADDRESS) as first, raw_bot(ADDRESS) as second:
        first.hello(TOKEN)
        second.say(wire.PlayRequest(hello=wire.Hello(token=TOKEN, protocol_version=1)))
        second.end()
        first.play_on()


def leaves_and_comes_back() -> None:
    with raw_bot(ADDRESS) as first:
        first.hello(TOKEN)
        first.hear_until("turn")
        first.say(wire.PlayRequest(leave=wire.Leave()))
        first.hear_until("goodbye")
    with raw_bot(ADDRESS) as second:
        second.hello(TOKEN)
        second.play_on()


def is_cut_off_and_comes_back() -> None:
    with raw_bot(ADDRESS) as first:
        welcome = first.hello(TOKEN)
        first.hear_until("turn")
    with raw_bot(ADDRESS) as second:
        second.hello(TOKEN, resume_token=welcome.resume_token)
        second.play_on()


# The match of the silent bot: its Turn 1 is open for a long time.
NOT_MINE = wire.PlayRequest(choice=wire.Choice(match_id="silent", turn=1, option=1))
HOSTILE: dict[str, Callable[[], None]] = {
    "silent": at_every_turn(lambda _bot, _turn: None),
    "crashes": at_every_turn(lambda _bot, _turn: os._exit(1)),
    "killed": at_every_turn(lambda _bot, _turn: os.kill(os.getpid(), signal.SIGKILL)),
    "stopped": at_every_turn(lambda _bot, _turn: os.kill(os.getpid(), signal.SIGSTOP)),
    "garbage": after_each_answer(b"\xff\xff\xff"),
    "empty": after_each_answer(b""),
    "other-match": after_each_answer(NOT_MINE),
    "wrong-index": at_every_turn(is_wrong_thrice),
    "future-turn": at_every_turn(is_ahead_thrice),
    "answers-twice": at_every_turn(answers_twice),
    "changes-its-mind": at_every_turn(changes_its_mind),
    "floods": at_every_turn(floods),
    "too-large": after_each_answer(bytes(MIB)),
    "wrong-protocol": says_hello(wire.Hello(protocol_version=99)),
    "wrong-token": says_hello(wire.Hello(token="guessed")),
    "speaks-no-grpc": speaks_no_grpc,
    "never-reads": never_reads,
    "connects-twice": connects_twice,
    "leaves-and-comes-back": leaves_and_comes_back,
    "is-cut-off-and-comes-back": is_cut_off_and_comes_back,
}

if __name__ == "__main__":
    HOSTILE[sys.argv[1]]()
