"""Access control: the host names of this server, the key, and the security headers of every page.

A page of another site can make a browser send requests to this server. It cannot set the header `Host`, so a foreign
name that resolves to this machine is refused. Nor can it set `Origin`, so a request that changes something must come
from our own pages.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from hmac import compare_digest
from http import HTTPStatus
from ipaddress import ip_address

from referee.pages.markup import ROOT
from referee.web.requests import Refused, Response, WebRequest, see_other, split
from referee.web.sessions import KnownBrowser, Sessions

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What our pages may do. Pages contain no scripts; inline styles are widths and colours computed from numbers."""

REPLAY_POLICY = "frame-ancestors 'none'"
"""A replay contains its own, stricter policy for the one script in it."""

ON_EVERY_PAGE = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
KEY = "key"
NEEDS_KEY = "You need the key for this: enter it, or open the whole URL that the server printed."

Holders = Callable[[str], Awaitable[str]]
"""Return the holder of a personal key; empty if nobody has this key, or no longer."""


async def no_holder(_key: str) -> str:
    """The answer if nobody has a personal key."""
    return ""


@dataclass
class Visitor:
    """The sender of a request.

    `session` is empty without a session; `trusted` visitors have shown the key. `holder` is the name of the holder of a
    personal key that was shown.
    """

    session: str = ""
    trusted: bool = False
    holder: str = ""


@dataclass
class AccessRules:
    """Checks every request before anything else does.

    Attributes:
        key: The secret that lets a visitor play, and see what is private.
        names: Further host names of this server.
        closed: Whether visitors without the key see nothing.
        cookie: The name of the cookie; all ports of a machine share their cookies, so `serve_site` adds the port.
        sessions: The sessions of browsers that are known.
        holders: Finds the holders of personal keys, who see what concerns them in addition to what everyone may see.
        holders_page: The page to which such a key leads.
    """

    key: str
    names: Collection[str] = ()
    closed: bool = False
    cookie: str = "referee"
    sessions: Sessions = field(default_factory=Sessions)
    holders: Holders = no_holder
    holders_page: str = "/"

    async def admit(self, request: WebRequest) -> Visitor:
        """The visitor. Raises `Refused`."""
        self.check_sender(request)
        name = request.cookie(self.cookie)
        session = self.sessions.find(name)
        visitor = Visitor()
        if session is not None:
            holder = await self.holders(session.held) if session.held else ""
            visitor = Visitor(name, session.trusted, holder)
        if self.closed and not (visitor.trusted or visitor.holder):
            raise Refused(
                HTTPStatus.FORBIDDEN,
                "You need the key to see this: enter it, or open the whole URL that the server printed.",
            )
        return visitor

    def check_sender(self, request: WebRequest) -> None:
        """Raise `Refused` for a request by another name, and for a change that does not come from our pages."""
        self.check_host(request)
        if request.method not in {"GET", "HEAD"}:
            _check_origin(request)

    def check_host(self, request: WebRequest) -> None:
        """Raise `Refused` if the request names a host that is not this server."""
        host = split(f"//{request.sender.host}").hostname or ""
        if host != "localhost" and host not in self.names and not is_number(host):
            raise Refused(
                HTTPStatus.MISDIRECTED_REQUEST, f"This server is not called {host[:80]!r}; --host adds a name."
            )

    async def let_in(self, request: WebRequest) -> Response | None:
        """The redirection to a page, with a new session, for someone who sent a key; None if the key is wrong."""
        key = request.form().get(KEY, "")
        visitor = await self.visitor_with(key)
        if visitor is None:
            return None
        if visitor.trusted:
            answer, browser = see_other("/"), KnownBrowser(trusted=True)
        else:
            answer, browser = see_other(self.holders_page), KnownBrowser(held=key)
        self.sessions.close(request.cookie(self.cookie))
        self.set_cookie(request, answer, self.sessions.open(browser))
        return answer

    async def visitor_with(self, key: str) -> Visitor | None:
        """The visitor who shows a key; None if it is wrong."""
        if compare_digest(key.encode(), self.key.encode()):
            return Visitor(trusted=True)
        holder = await self.holders(key)
        return Visitor(holder=holder) if holder else None

    def set_cookie(self, request: WebRequest, answer: Response, session: str) -> None:
        """Give a session to the browser that receives the response."""
        secure = "; Secure" if request.sender.secure else ""
        path = ROOT.get() or "/"
        answer.headers["set-cookie"] = f"{self.cookie}={session}; Path={path}; HttpOnly; SameSite=Lax{secure}"


def check_trusted(visitor: Visitor) -> None:
    """Raise `Refused` for a visitor who has not shown the key."""
    if not visitor.trusted:
        raise Refused(HTTPStatus.FORBIDDEN, NEEDS_KEY)


def _check_origin(request: WebRequest) -> None:
    if request.headers.get("sec-fetch-site") == "same-origin":
        return  # the browser itself says so, whatever name a proxy passes on; no page can set this header
    origin = split(request.headers.get("origin", ""))
    if origin.scheme not in {"http", "https"} or origin.netloc != request.sender.host:
        why = "This request was not sent by a page of this server. (A proxy has to pass on Host with its port.)"
        raise Refused(HTTPStatus.FORBIDDEN, why)


def is_number(host: str) -> bool:
    """Whether a host is given as an IP address, which nobody can redirect to another machine, unlike a name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
