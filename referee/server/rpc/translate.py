"""Translates between the messages of MatchService and GameService and the referee's own values."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from typing import Any, TypeVar

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp
from referee_client.v1 import game_service_pb2, match_pb2, match_service_pb2

from referee.digits import whole_number
from referee.kernel.card_set import KEPT_SETS, CardSet
from referee.kernel.cards import CardData, parse
from referee.kernel.chance import SALT_BYTES, SEED_BYTES
from referee.kernel.game import Game, find_game
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.options import DeclaredOption, as_dict, option_text, read_options
from referee.kernel.record import Header
from referee.server.errors import WrongRequest
from referee.server.lobby.hosted_match import HostedMatch, State
from referee.server.match import messages
from referee.server.match.delay import LIVE, Delay
from referee.server.storage.journal import MATCH_ID
from referee.server.storage.tokens import NAME

MAX_PAGE = 200
PAGE = 100
HIGHEST_PLACE = 10**18 - 1
MAX_CARDS_BYTES = 48 * 1024

_STATES = {
    State.WAITING: match_pb2.Match.STATE_WAITING,
    State.RUNNING: match_pb2.Match.STATE_RUNNING,
    State.FINISHED: match_pb2.Match.STATE_FINISHED,
    State.VOIDED: match_pb2.Match.STATE_VOIDED,
}
Item = TypeVar("Item")


def job_of(request: match_service_pb2.CreateMatchRequest, default: TimeControl) -> MatchJob:
    """The requested match. Raises `WrongRequest`, `UsageError` or `CardSetError` if the request is not valid."""
    match_id = request.match_id or secrets.token_hex(12)
    if not MATCH_ID.fullmatch(match_id):
        raise WrongRequest(
            "BAD_MATCH_ID",
            "a match id has 1 to 64 of the characters a-z 0-9 - _ . and does not start with a dot",
            match_id=match_id[:64],
        )
    for seat in request.seats:
        if not NAME.fullmatch(seat.bot):
            raise WrongRequest(
                "BAD_BOT_NAME",
                f"invalid bot name {seat.bot[:64]!r}: a name has 1 to 64 letters, digits, blanks or ._#+()-",
                bot=ascii(seat.bot[:64]),
            )
    if request.seed and len(request.seed) != SEED_BYTES:
        why = f"a seed has {SEED_BYTES} bytes, not {len(request.seed)}"
        raise WrongRequest("BAD_SEED", why, expected=SEED_BYTES, given=len(request.seed))
    salt = secrets.token_bytes(SALT_BYTES)
    return MatchJob(
        match_id=match_id,
        game_id=request.game_id,
        bots=tuple(seat.bot for seat in request.seats),
        seed=request.seed or _drawn_seed(match_id, salt),
        salt=salt,
        options=dict(request.options),
        cards=_cards(request.cards_toml),
        time_control=_time_control(request, default),
    )


def _cards(toml: str) -> CardData | None:
    """The custom card set of a match; None for the game's own."""
    if (size := len(toml.encode())) > MAX_CARDS_BYTES:
        why = f"cards_toml has {size} bytes; at most {MAX_CARDS_BYTES} are allowed: leave out comments"
        raise WrongRequest("CARDS_TOO_LARGE", why, limit=MAX_CARDS_BYTES, given=size)
    return _parsed(toml) if toml else None


_parsed = lru_cache(KEPT_SETS)(parse)
"""Cached: a caller that creates a hundred matches sends the same set a hundred times while other matches run."""


def has_drawn_seed(header: Header) -> bool:
    """Whether the referee itself chose the seed of a match, so that no other match has the same cards."""
    return header.seed == _drawn_seed(header.match_id, bytes.fromhex(header.salt)).hex()


def _drawn_seed(match_id: str, salt: bytes) -> bytes:
    """A seed derived from the salt, which stays secret until the record is shown.

    So a record shows whether the referee chose its seed.
    """
    return blake2b(b"referee drawn seed\0" + match_id.encode(), key=salt, digest_size=SEED_BYTES).digest()


def is_same_match(request: match_service_pb2.CreateMatchRequest, job: MatchJob, header: Header) -> bool:
    """Whether a request with the id of an existing match asks for exactly that match."""
    game = find_game(job.game_id)
    cards = CardSet.of(game, job.cards)
    options = read_options(game.option_type, job.options, len(job.bots), custom_cards=cards.own is not None)
    return (
        header.game_id == job.game_id
        and header.bots == list(job.bots)
        and header.time_control == job.time_control
        and header.options == as_dict(options)
        and header.card_set_digest == cards.digest
        and (not request.seed or header.seed == request.seed.hex())
    )


def match_message(hosted: HostedMatch, delay: Delay = LIVE) -> match_pb2.Match:
    """A match as it is now, or as it is shown with a delay."""
    message = match_pb2.Match.FromString(hosted.described(_described))
    shows_end = delay.shows_end(hosted.progress)
    if delay != LIVE and not (shows_end and has_drawn_seed(hosted.header)):
        if hosted.over.is_set() and not shows_end:
            message.state = match_pb2.Match.STATE_RUNNING
        for of_the_end in ("decisions", "results", "reason", "void_reason"):
            message.ClearField(of_the_end)
    return message


def _described(hosted: HostedMatch) -> bytes:
    """A match as it is now, without its seed."""
    header, end = hosted.header, hosted.end
    declared = find_game(header.game_id).options
    message = match_pb2.Match(
        match_id=header.match_id,
        game_id=header.game_id,
        seats=[match_pb2.Seat(bot=bot) for bot in header.bots],
        options=messages.texts(_not_default(declared, header.options)),
        time_control=messages.time_control(header.time_control),
        state=_STATES[hosted.state],
        decisions=hosted.decisions,
        seed_commitment=bytes.fromhex(header.commitment),
        card_set_digest=header.card_set_digest,
    )
    if header.time is not None:
        message.create_time.CopyFrom(_timestamp(header.time.begun_unix_s))
    if end is not None:
        message.results.extend(messages.seat_results(end))
        message.reason = end.reason
        message.void_reason = messages.told_void_reason(end)
    return message.SerializeToString()


def game_message(game: Game[Any]) -> game_service_pb2.Game:
    """The message that describes a game."""
    return game_service_pb2.Game(
        game_id=game.id,
        name=game.name,
        min_seats=game.seats[0],
        max_seats=game.seats[1],
        rules_version=game.rules_version,
        card_set_digest=game.card_set_digest,
        options=[
            game_service_pb2.GameOption(
                name=option.name, help=option.help, allowed=option.range, default_value=option_text(option.default)
            )
            for option in game.options
        ],
    )


def place_of(token: str) -> int | None:
    """Where the previous page ended: the number of its last item. None for the first page."""
    place = whole_number(token, HIGHEST_PLACE)
    if token and place is None:
        raise WrongRequest("BAD_PAGE_TOKEN", "the referee did not issue this page token", page_token=token[:64])
    return place


def page_of(numbered: Iterable[tuple[int, Item]], size: int) -> tuple[list[Item], str]:
    """The first items as a page, and the token of the next page: the number of the last item on this one.

    So nothing is skipped or listed twice, even if items are added or removed between two pages.
    """
    size = min(size or PAGE, MAX_PAGE)
    page = list(islice(numbered, size + 1))
    return [item for _, item in page[:size]], str(page[size - 1][0]) if len(page) > size else ""


def _time_control(request: match_service_pb2.CreateMatchRequest, default: TimeControl) -> TimeControl:
    """The time control, with defaults for what the request leaves out."""
    given = request.time_control

    def milliseconds(name: str, otherwise: int) -> int:
        return _milliseconds(getattr(given, name)) if given.HasField(name) else otherwise

    return TimeControl(
        decision_ms=milliseconds("decision", default.decision_ms),
        bank_ms=milliseconds("bank", default.bank_ms),
        increment_ms=milliseconds("increment", default.increment_ms),
        margin_ms=milliseconds("margin", default.margin_ms),
        startup_ms=milliseconds("startup", default.startup_ms),
        max_strikes=given.max_strikes or default.max_strikes,
        cover_forfeits=given.cover_forfeits if given.HasField("cover_forfeits") else default.cover_forfeits,
    )


def _not_default(declared: Sequence[DeclaredOption], options: dict[str, Any]) -> dict[str, Any]:
    defaults = {option.name: option.default for option in declared}
    return {name: value for name, value in options.items() if value != defaults.get(name)}


def _milliseconds(duration: Duration) -> int:
    return duration.seconds * 1000 + round(duration.nanos / 1e6)


def _timestamp(seconds: float) -> Timestamp:
    whole, micros = divmod(round(seconds * 1e6), 1_000_000)
    return Timestamp(seconds=whole, nanos=micros * 1000)
