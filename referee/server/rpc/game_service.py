"""The list of games. Games do not change while the referee runs, so this needs no access to trio's side."""

from __future__ import annotations

from itertools import islice

from referee_client.v1 import game_service_pb2 as wire
from referee_client.v1.game_service_pb2_grpc import GameServiceServicer

from referee.errors import UsageError
from referee.kernel.game import find_game, game_ids
from referee.server.errors import NotFound
from referee.server.rpc.status import Context, answering
from referee.server.rpc.translate import game_message, page_of, place_of

SERVICE = "referee.v1.GameService"


class GameService(GameServiceServicer):
    """The service that lists and shows games."""

    @answering
    async def ListGames(self, request: wire.ListGamesRequest, context: Context) -> wire.ListGamesResponse:
        """List the games."""
        last = place_of(request.page_token)
        games = islice(enumerate(game_ids()), 0 if last is None else last + 1, None)
        page, following = page_of(games, request.page_size)
        messages = [game_message(find_game(game_id)) for game_id in page]
        return wire.ListGamesResponse(games=messages, next_page_token=following)

    @answering
    async def GetGame(self, request: wire.GetGameRequest, context: Context) -> wire.GetGameResponse:
        """Return one game with its options, its cards and its rules."""
        try:
            game = find_game(request.game_id)
        except UsageError as error:
            raise NotFound("UNKNOWN_GAME", str(error), **error.details) from None
        return wire.GetGameResponse(game=game_message(game), cards_toml=game.cards_toml, rules=game.rules)
