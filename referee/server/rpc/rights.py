"""Who may call which method of MatchService, by the token of the call."""

from __future__ import annotations

from collections.abc import Sequence

from referee.server.errors import NotAllowed, NotKnown
from referee.server.match.delay import LIVE, Delay
from referee.server.rpc.status import Context
from referee.server.storage.tokens import Issued, Role, Tokens

BEARER = "Bearer "


class Rights:
    """What the callers of one referee may do. Each method raises a `Refusal` for a caller that may not."""

    def __init__(self, tokens: Tokens, public: Delay | None) -> None:
        """With `public`, anyone may watch with that delay."""
        self._tokens = tokens
        self._public = public

    def check_organiser(self, token: str) -> None:
        """Check whether a caller may change matches, or see everything that happened in them."""
        issued = self._holder(token, "an organiser's token")
        if issued.role is not Role.ORGANISER:
            raise NotAllowed("NOT_AN_ORGANISER", f"{issued.name} is not an organiser", name=issued.name)

    def sight(self, token: str) -> Delay:
        """The delay after which the caller may see what happens in matches."""
        known = self._tokens.find(token)
        if self._public is not None and (known is None or known.role is Role.BOT):
            return self._public
        issued = self._holder(token, "a spectator's or an organiser's token")
        if issued.role is Role.BOT:
            why = f"{issued.name} is a bot, which sees only the matches that it plays"
            raise NotAllowed("NOT_A_SPECTATOR", why, name=issued.name)
        return LIVE

    def absent(self, bots: Sequence[str]) -> list[str]:
        """Why some of these bots cannot play: a sentence for each."""
        roles = {bot: self._tokens.role_of(bot) for bot in bots}
        return [
            f"no token was issued for the name {bot!r}, so no bot can use it: issue one with `referee token`"
            if role is None
            else f"the token of {bot!r} has the role {role}, not bot, so it cannot play"
            for bot, role in roles.items()
            if role is not Role.BOT
        ]

    def _holder(self, token: str, needed: str) -> Issued:
        issued = self._tokens.find(token)
        if issued is None:
            raise NotKnown("WRONG_TOKEN", f"this call needs {needed} in its metadata: authorization: Bearer TOKEN")
        return issued


def token_of(context: Context) -> str:
    """The bearer token in the metadata of a call; empty if there is none."""
    for key, value in context.invocation_metadata() or ():
        if key == "authorization" and isinstance(value, str) and value.startswith(BEARER):
            return value.removeprefix(BEARER)
    return ""
