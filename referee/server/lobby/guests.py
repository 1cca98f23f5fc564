"""The bots that connect: which ones are accepted, and how many matches each of them plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee_client.v1 import play_service_pb2 as wire

from referee.server.bridge import Bridge
from referee.server.config import Limits
from referee.server.errors import AlreadyThere, NotAllowed, NotKnown, NotNow
from referee.server.lobby.bot_link import PROTOCOL_VERSION, BotLink, Stream
from referee.server.storage.tokens import Role, Tokens

MATCHES_OF_A_STRANGER = 1
NOBODY = ""
"""Stands for all bots that were disconnected when their match was created."""


class Guests:
    """Bots by the names of their tokens: those that are connected and those that a match waits for."""

    def __init__(self, bridge: Bridge, limits: Limits, tokens: Tokens) -> None:
        self._bridge = bridge
        self._limits = limits
        self._tokens = tokens
        self._by_name: dict[str, BotLink] = {}
        self._by_stream: dict[Stream, BotLink] = {}
        self._plays: Counter[str] = Counter()

    def enter(self, hello: wire.Hello, stream: Stream) -> BotLink:
        """Let a bot in. Raises a `Refusal` if the bot is not accepted."""
        if hello.protocol_version != PROTOCOL_VERSION:
            raise NotNow(
                "PROTOCOL_VERSION",
                f"this referee uses version {PROTOCOL_VERSION} of the protocol, not {hello.protocol_version}",
                supported=PROTOCOL_VERSION,
                given=hello.protocol_version,
            )
        issued = self._tokens.find(hello.token)
        if issued is None:
            raise NotKnown("WRONG_TOKEN", "this referee did not issue the token")
        if issued.role is not Role.BOT:
            why = f"the token of {issued.name} is for the role {issued.role}; a bot needs a token for a bot"
            raise NotAllowed("NOT_A_BOT", why, name=issued.name, role=issued.role)
        bot = self.bot(issued.name)
        if bot.stream is not None and hello.resume_token != bot.resume_token:
            raise AlreadyThere(
                "ALREADY_CONNECTED",
                f"{bot.name} is already connected, and the resume token is not its own",
                bot=bot.name,
            )
        self._by_stream[stream] = bot
        bot.enter(hello, stream)
        return bot

    @property
    def streams(self) -> int:
        """How many bots are connected."""
        return len(self._by_stream)

    def lost(self, stream: Stream) -> None:
        """Record that a stream has ended, whether or not a bot was accepted on it."""
        bot = self._by_stream.pop(stream, None)
        if bot is not None:
            bot.lost(stream)

    def bot(self, name: str) -> BotLink:
        """The bot with this name, whether it was ever connected or not."""
        if name not in self._by_name:
            self._by_name[name] = BotLink(name, self._bridge, self._limits)
        return self._by_name[name]

    def dismiss(self, *, may_reconnect: bool) -> None:
        """Send a Goodbye to all bots."""
        for bot in self._by_name.values():
            bot.close("the referee is stopping", may_reconnect=may_reconnect)

    def forget(self, name: str) -> None:
        """Send a Goodbye to a bot that plays no more matches, and revoke its token."""
        self._tokens.revoke(name)
        bot = self._by_name.pop(name, None)
        if bot is not None:
            bot.close("your matches are over", may_reconnect=False)

    def forget_strangers(self, names: Iterable[str]) -> None:
        """Forget bots that never connected and play nothing: a caller may name thousands."""
        for name in names:
            bot = self._by_name.get(name)
            if bot is not None and not bot.hello.protocol_version and not self._plays[name] and not bot.seats:
                del self._by_name[name]

    def needing_room(self, bots: Sequence[str]) -> tuple[str, ...]:
        """The bots that need room for a match.

        If all of them are disconnected, the match also needs one of the places reserved for such matches.
        """
        away = all((bot := self._by_name.get(name)) is None or bot.stream is None for name in bots)
        return (*bots, NOBODY) if bots and away else tuple(bots)

    def has_room(self, name: str) -> bool:
        """Whether a bot can play one more match."""
        if name == NOBODY:
            return self._plays[NOBODY] < self._limits.matches_of_nobody
        bot = self._by_name.get(name)
        known = bot is not None and bot.hello.protocol_version
        return self._plays[name] < (bot.max_matches if bot is not None and known else MATCHES_OF_A_STRANGER)

    def take_room(self, names: Iterable[str]) -> None:
        """Record that each of these bots plays one more match."""
        self._plays.update(names)

    def give_room(self, names: Iterable[str]) -> None:
        """Record that a match of these bots is over."""
        for name in names:
            self._plays[name] -= 1
            if not self._plays[name]:
                del self._plays[name]
