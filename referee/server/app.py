"""The whole referee: it opens all parts in order, in one nursery, and closes them again."""

from __future__ import annotations

import logging
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import trio
from referee_client.v1.game_service_pb2_grpc import add_GameServiceServicer_to_server
from referee_client.v1.match_service_pb2_grpc import add_MatchServiceServicer_to_server

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from referee.server.bots.shares import Process, Shares
from referee.server.bridge import Bridge, open_bridge
from referee.server.config import Config
from referee.server.garbage import seldom_collected
from referee.server.lobby.lobby import Lobby
from referee.server.match.delay import LIVE
from referee.server.match.link import SeatLink
from referee.server.rpc.callers import Callers
from referee.server.rpc.game_service import SERVICE as GAME_SERVICE
from referee.server.rpc.game_service import GameService
from referee.server.rpc.match_service import SERVICE as MATCH_SERVICE
from referee.server.rpc.match_service import MatchService
from referee.server.rpc.play_service import SERVICE as PLAY_SERVICE
from referee.server.rpc.play_service import play_methods
from referee.server.rpc.rights import Rights
from referee.server.rpc.serving import Front, open_server
from referee.server.rpc.spectators import Spectators
from referee.server.storage.journal import RecordFiles
from referee.server.storage.lock import locked
from referee.server.storage.tokens import Role, Tokens

log = logging.getLogger(__name__)

FILE_OF_TOKENS = "tokens.jsonl"
FOLDER_OF_RECORDS = "records"


class Referee:
    """A running referee. Made by `open_referee`.

    Attributes:
        address: The address that bots connect to.
        lobby: Its bots and matches.
    """

    def __init__(
        self, lobby: Lobby, bridge: Bridge, front: Front, tokens: Tokens, grace: float, shares: Shares
    ) -> None:
        self.address = front.address
        self.lobby = lobby
        self._bridge = bridge
        self._front = front
        self._tokens = tokens
        self._grace = grace
        self._shares = shares

    def issue_token(self, name: str, role: Role = Role.BOT, *, lasting: bool = True) -> str:
        """Issue a new token: the bot that sends it plays under this name. Older tokens for the name become invalid."""
        return self._tokens.issue(name, role, lasting=lasting)

    @contextmanager
    def sharing(self, token_name: str, name: str, process: Process) -> Iterator[None]:
        """Watch a local bot's use of the cores for the length of the block.

        `token_name` is the name for which its token was issued, `name` the one that people see.
        """
        bot = self.lobby.bot(token_name)
        with self._shares.watch_over(name, process, lambda: bot.asked_s, lambda: bool(bot.seats)) as bot.cores:
            yield

    async def play(self, job: MatchJob, local: Mapping[str, SeatLink] | None = None) -> Record:
        """Play a match, and return its record. Bots connect by themselves, except the `local` ones, given by name.

        Raises `UsageError` or a `Refusal` if the match cannot be created.
        """
        return await self.lobby.play(job, local)

    async def serve_until_stopped(self, on_ready: Callable[[], object]) -> None:
        """Serve until SIGTERM or SIGINT, then let matches end within the grace period or until a second signal.

        `on_ready` is called when a signal no longer ends the process at once, so that callers can print the address.
        """
        with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
            on_ready()
            log.info("%s: waiting for the running matches to end", signal.Signals(await anext(signals)).name)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._hurry_when_told_again, signals)
                await self.drain()
                nursery.cancel_scope.cancel()

    async def drain(self) -> None:
        """Refuse new matches, let the running ones end, void them after the grace period, and disconnect the bots."""
        await self._bridge.on_loop(self._front.drain)
        await self.lobby.stop(self._grace)

    async def _hurry_when_told_again(self, signals: AsyncIterator[int]) -> None:
        async for number in signals:
            log.info("%s again: voiding the running matches", signal.Signals(number).name)
            self.lobby.hurry()


def tokens_in(data: Path) -> Tokens:
    """The tokens of the referee with this data directory."""
    return Tokens(data / FILE_OF_TOKENS)


@asynccontextmanager
async def open_referee(config: Config) -> AsyncIterator[Referee]:
    """Open a referee that serves, and that continues the matches which an earlier one left in the data directory.

    The program must have been started with `hosting.run`.

    Resource handling: leaving the block closes all of its tasks, threads, files and sockets. Matches that are still
    running stop there; with a data directory, the next referee continues them. Error handling: raises `UsageError` for
    a configuration that cannot work. An exception of the block passes through unchanged; a defect in the referee's own
    tasks raises an exception group.
    """
    config.check()
    failure: BaseException | None = None
    with ExitStack() as stack:
        bridge = stack.enter_context(open_bridge())
        stack.enter_context(seldom_collected())
        if config.data is not None:
            stack.enter_context(locked(config.data))
        tokens = Tokens(config.tokens or (None if config.data is None else config.data / FILE_OF_TOKENS))
        files = None if config.data is None else RecordFiles(config.data / FOLDER_OF_RECORDS)
        async with trio.open_nursery() as nursery:
            try:
                callers = Callers(config.limits, tokens)
                async with open_server(bridge, config, callers) as front:
                    lobby = Lobby(nursery, bridge, config, tokens, files)
                    stack.callback(lobby.leave_unfinished)
                    lobby.recover()
                    nursery.start_soon(lobby.mind_disk)
                    _serve_bots(front, lobby, config, callers)
                    if not config.bots_alone:
                        spectators = Spectators(bridge, lobby, callers)
                        service = MatchService(bridge, lobby, spectators, Rights(tokens, config.public), config)
                        _serve_matches(front, service)
                    await bridge.on_loop(front.start)
                    shares = Shares()
                    nursery.start_soon(shares.run)
                    await front.let_clients_in(nursery, bridge)
                    async with _gallery(bridge, lobby, tokens, config):
                        yield Referee(lobby, bridge, front, tokens, config.grace, shares)
                    lobby.dismiss(may_reconnect=False)
            except Exception as error:  # noqa: BLE001 - raised below, where the nursery does not wrap it
                failure = error
            nursery.cancel_scope.cancel()
    if failure is not None:
        raise failure


@asynccontextmanager
async def _gallery(bridge: Bridge, lobby: Lobby, tokens: Tokens, config: Config) -> AsyncIterator[None]:
    """Serve spectators on a separate socket, if one is configured: bots never use that server."""
    if config.gallery is None:
        yield
        return
    callers = Callers(config.limits, tokens)
    async with open_server(bridge, Config(address=f"unix:{config.gallery}", limits=config.limits), callers) as front:
        spectators = Spectators(bridge, lobby, callers)
        _serve_matches(front, MatchService(bridge, lobby, spectators, Rights(tokens, LIVE), config))
        config.gallery.chmod(0o600)
        await bridge.on_loop(front.start)
        yield


def _serve_bots(front: Front, lobby: Lobby, config: Config, callers: Callers) -> None:
    """Add the services that bots need."""
    front.server.add_registered_method_handlers(PLAY_SERVICE, play_methods(lobby, config.limits, callers.vouch))
    add_GameServiceServicer_to_server(GameService(), front.server)
    front.services += [PLAY_SERVICE, GAME_SERVICE]


def _serve_matches(front: Front, service: MatchService) -> None:
    """Add the service that organisers and spectators need."""
    add_MatchServiceServicer_to_server(service, front.server)
    front.services.append(MATCH_SERVICE)
