"""The service for organisers and spectators."""

from __future__ import annotations

from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceServicer

from referee.server.bridge import Bridge
from referee.server.config import Config
from referee.server.errors import AlreadyThere, NotNow
from referee.server.lobby.lobby import Lobby
from referee.server.rpc.rights import Rights, token_of
from referee.server.rpc.spectators import Spectators
from referee.server.rpc.status import Context, answering
from referee.server.rpc.translate import is_same_match, job_of, match_message, page_of, place_of

SERVICE = "referee.v1.MatchService"


class MatchService(MatchServiceServicer):
    """The handlers only pass requests on; the methods with an underscore answer when the bridge has time for them."""

    def __init__(self, bridge: Bridge, lobby: Lobby, spectators: Spectators, rights: Rights, config: Config) -> None:
        self._bridge = bridge
        self._lobby = lobby
        self._spectators = spectators
        self._rights = rights
        self._config = config

    @answering
    async def CreateMatch(self, request: wire.CreateMatchRequest, context: Context) -> wire.CreateMatchResponse:
        """Create a match, or return the existing one if it is the same."""
        return await self._bridge.ask_patiently(self._create, request, token_of(context))

    @answering
    async def GetMatch(self, request: wire.GetMatchRequest, context: Context) -> wire.GetMatchResponse:
        """Return one match."""
        return await self._bridge.ask_patiently(self._get, request, token_of(context))

    @answering
    async def ListMatches(self, request: wire.ListMatchesRequest, context: Context) -> wire.ListMatchesResponse:
        """List the matches, newest first."""
        return await self._bridge.ask_patiently(self._list, request, token_of(context))

    @answering
    async def CancelMatch(self, request: wire.CancelMatchRequest, context: Context) -> wire.CancelMatchResponse:
        """Void a match."""
        return await self._bridge.ask_patiently(self._cancel, request, token_of(context))

    @answering
    async def GetRecord(self, request: wire.GetRecordRequest, context: Context) -> wire.GetRecordResponse:
        """Return the record of a match that is over."""
        return await self._bridge.ask_patiently(self._record, request, token_of(context))

    @answering
    async def WatchMatch(self, request: wire.WatchMatchRequest, context: Context) -> None:
        """Send every step of a match as a spectator sees it."""
        delay = await self._bridge.ask_patiently(self._rights.sight, token_of(context))
        await self._spectators.watch(request.match_id, context, delay, wants_text=request.wants_text)

    def _create(self, request: wire.CreateMatchRequest, token: str) -> wire.CreateMatchResponse:
        self._rights.check_organiser(token)
        job = job_of(request, self._config.time_control)
        hosted = self._lobby.get(job.match_id)
        if hosted is None:
            hosted = self._lobby.create(job)
        elif not is_same_match(request, job, hosted.header):
            raise AlreadyThere(
                "MATCH_DIFFERS", f"a different match {job.match_id!r} already exists", match_id=job.match_id
            )
        return wire.CreateMatchResponse(match=match_message(hosted), warnings=self._rights.absent(job.bots))

    def _get(self, request: wire.GetMatchRequest, token: str) -> wire.GetMatchResponse:
        delay = self._rights.sight(token)
        return wire.GetMatchResponse(match=match_message(self._lobby.find(request.match_id), delay))

    def _list(self, request: wire.ListMatchesRequest, token: str) -> wire.ListMatchesResponse:
        delay = self._rights.sight(token)
        matches = self._lobby.matches.newest_first(before=place_of(request.page_token))
        page, following = page_of(matches, request.page_size)
        shown = [match_message(hosted, delay) for hosted in page]
        return wire.ListMatchesResponse(matches=shown, next_page_token=following)

    def _cancel(self, request: wire.CancelMatchRequest, token: str) -> wire.CancelMatchResponse:
        self._rights.check_organiser(token)
        hosted = self._lobby.find(request.match_id)
        if hosted.over.is_set():
            raise NotNow("MATCH_OVER", f"match {hosted.match_id} is already over", match_id=hosted.match_id)
        self._lobby.cancel(hosted, "cancelled by an organiser")
        return wire.CancelMatchResponse(match=match_message(hosted))

    def _record(self, request: wire.GetRecordRequest, token: str) -> wire.GetRecordResponse:
        self._rights.check_organiser(token)
        return wire.GetRecordResponse(record=self._lobby.find(request.match_id).record().to_bytes())
