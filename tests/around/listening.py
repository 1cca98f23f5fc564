"""Listens to one match from all sides at once over real gRPC, and notes every byte in order.

What has to differ from match to match (ids, commitments, resume tokens, the time of day) is replaced by its length:
that it has always the same form is part of what is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message
from grpc_reflection.v1alpha import reflection_pb2
from grpc_reflection.v1alpha.reflection_pb2_grpc import ServerReflectionStub
from referee_client.v1 import game_service_pb2, match_service_pb2
from referee_client.v1 import play_service_pb2 as play
from referee_client.v1.game_service_pb2_grpc import GameServiceStub
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.kernel.job import MatchJob
from referee.server.lobby.hosted_match import HostedMatch
from referee.server.storage.tokens import Role
from tests.support.raw_bot import raw_bot
from tests.support.running import Running, local_referee

OPAQUE = {"match_id", "seed_commitment", "resume_token"}
AS_IT_IS_NOW = {"create_time", "decisions", "state", "results", "reason"}
"""Fields of a Match that follow the clock: a spectator gets them as they are when its step is sent."""
SPANS = {"decision_left", "bank_left"}
PATIENCE = 60.0

M = TypeVar("M", bound=Message)
Line = tuple[str, bytes]


@dataclass
class Heard:
    """What one observer heard.

    Attributes:
        lines: Kind and bytes of each message or error in order, with what is opaque replaced.
        messages: The messages of a bot's stream as they came.
    """

    lines: list[Line] = field(default_factory=list)
    messages: list[play.PlayResponse] = field(default_factory=list)

    def note(self, kind: str, message: Message) -> None:
        self.lines.append((kind, veiled(message).SerializeToString(deterministic=True)))

    def note_error(self, kind: str, error: grpc.RpcError, match_id: str) -> None:
        metadata = sorted(map(repr, error.trailing_metadata() or ()))
        told = repr((error.code().name, error.details(), metadata))
        self.lines.append((kind, told.replace(match_id, f"<match_id {len(match_id)}>").encode()))


def veiled(message: M, *, clock: bool = False) -> M:
    """A copy in which what is opaque is replaced by its length; with `clock` also what follows the clock."""
    copy = type(message)()
    copy.CopyFrom(message)
    _veil(copy, clock=clock)
    return copy


def _veil(message: Message, *, clock: bool) -> None:
    for described, value in message.ListFields():
        name = described.name
        if name in OPAQUE:
            mask = f"<{name} {len(value)}>"
            setattr(message, name, mask.encode() if isinstance(value, bytes) else mask)
        elif name == "create_time" or (clock and name in AS_IT_IS_NOW):
            message.ClearField(name)
        elif name in SPANS:
            # The referee's own work between two lines may show as a millisecond.
            value.FromSeconds(round(value.ToMilliseconds() / 1000))
        elif described.message_type is not None and not described.message_type.GetOptions().map_entry:
            for inner in value if isinstance(value, Iterable) else [value]:
                _veil(inner, clock=clock)


def listen(folder: Path, job: MatchJob, beside: MatchJob, *, watched: bool = True) -> dict[str, Heard]:
    """Plays `job`, and `beside` at the same time; returns what everyone present heard.

    Those are the bots of both matches, by name; a spectator and an organiser, who ask for everything before, during and
    after the match; and a snoop: a bot that asks for the same with its own token.
    """
    heard = {name: Heard() for name in (*job.bots, *beside.bots, "spectator", "organiser", "snoop")}
    with ExitStack() as stack:
        running = stack.enter_context(local_referee(folder))
        crowd = stack.enter_context(ThreadPoolExecutor(max_workers=16))
        hosted = running.call(lambda: running.referee.lobby.create(job))
        others = running.call(lambda: running.referee.lobby.create(beside))
        callers = {
            "spectator": stack.enter_context(calling(running, "spectator", Role.SPECTATOR)),
            "organiser": stack.enter_context(calling(running, "organiser", Role.ORGANISER)),
            "snoop": stack.enter_context(calling(running, "snooping", Role.BOT)),
        }
        for name, caller in callers.items():
            ask_for_everything(caller, job.match_id, heard[name])
        watcher = ("spectator",) if watched else ()
        watching = [crowd.submit(watch, callers[name], job.match_id, heard[name]) for name in watcher]
        bots = [crowd.submit(play_along, running, name, heard[name]) for name in (*job.bots, *beside.bots)]
        running.wait(hosted.over.wait)
        running.wait(others.over.wait)
        for follower in (*bots, *watching):
            follower.result(PATIENCE)
        check_result(hosted)
        for name, caller in callers.items():
            if name != "organiser":  # who may read the record, when the match is over
                ask_for_everything(caller, job.match_id, heard[name])
    return heard


def check_result(hosted: HostedMatch) -> None:
    """A match that broke off would be a poor witness."""
    assert hosted.end is not None
    assert not hosted.end.void
    assert hosted.end.strikes == [0] * len(hosted.header.bots)


def play_along(running: Running, name: str, heard: Heard) -> None:
    """Plays a match as a bot that uses only what it receives; ends with the Goodbye of a bot that is not needed."""
    with raw_bot(running.address) as bot:
        hello = play.Hello(
            token=running.token(name),
            protocol_version=1,
            wants_text=True,
            wants_events=True,
            wants_cards=True,
            wants_updates=True,
            max_matches=1,
        )
        bot.say(play.PlayRequest(hello=hello))
        for response in bot.call:
            heard.messages.append(response)
            heard.note(str(response.WhichOneof("response")), response)
            if response.HasField("turn"):
                bot.choose(response.turn, option=choice(response.turn.turn, response.turn.option_count))
            elif response.HasField("match_ended"):
                running.call(lambda: running.referee.lobby.forget_bot(name))


def choice(turn: int, options: int) -> int:
    """What the bots of these matches choose, which depends only on what they receive."""
    return 7 * turn % options


@dataclass
class Caller:
    """A caller of services with a token."""

    channel: grpc.Channel
    metadata: Sequence[tuple[str, str]]


@contextmanager
def calling(running: Running, name: str, role: Role) -> Iterator[Caller]:
    with grpc.insecure_channel(running.address) as channel:
        yield Caller(channel, [("authorization", f"Bearer {running.token(name, role)}")])


def ask_for_everything(caller: Caller, match_id: str, heard: Heard) -> None:
    """Calls every method that only looks, and notes the answers, refusals included."""
    matches, games = MatchServiceStub(caller.channel), GameServiceStub(caller.channel)
    calls: dict[str, Callable[[], Any]] = {
        "GetMatch": lambda: matches.GetMatch(
            match_service_pb2.GetMatchRequest(match_id=match_id), metadata=caller.metadata
        ),
        "GetMatch of none": lambda: matches.GetMatch(
            match_service_pb2.GetMatchRequest(match_id="none"), metadata=caller.metadata
        ),
        "ListMatches": lambda: matches.ListMatches(match_service_pb2.ListMatchesRequest(), metadata=caller.metadata),
        "GetRecord": lambda: matches.GetRecord(
            match_service_pb2.GetRecordRequest(match_id=match_id), metadata=caller.metadata
        ),
        "ListGames": lambda: games.ListGames(game_service_pb2.ListGamesRequest(), metadata=caller.metadata),
        "GetGame": lambda: games.GetGame(game_service_pb2.GetGameRequest(game_id="keepers"), metadata=caller.metadata),
        "reflection": lambda: next(
            ServerReflectionStub(caller.channel).ServerReflectionInfo(
                iter([reflection_pb2.ServerReflectionRequest(list_services="")])
            )
        ),
    }
    for kind, call in calls.items():
        try:
            heard.note(kind, call())
        except grpc.RpcError as error:
            heard.note_error(kind, error, match_id)


def watch(caller: Caller, match_id: str, heard: Heard) -> None:
    """Watches a match to its end."""
    request = match_service_pb2.WatchMatchRequest(match_id=match_id, wants_text=True)
    for step in MatchServiceStub(caller.channel).WatchMatch(request, metadata=caller.metadata):
        heard.note("step", veiled(step, clock=True))
