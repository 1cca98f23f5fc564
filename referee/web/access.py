"""Access control: the host names of this server, the key, and the security headers of every page.

A page from elsewhere can make a browser send requests to this server. It cannot choose `Host`, so a foreign name that
resolves to this machine is refused. Nor can it choose `Origin`, so a request that changes something must come from our
own pages.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from hmac import compare_digest
from http import HTTPStatus
from ipaddress import ip_address
from urllib.parse import urlencode, urlsplit

from referee.web.requests import Refused, Response, WebRequest, see_other
from referee.web.sessions import Session, Sessions

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


@dataclass
class Visitor:
    """The sender of a request. `session` is empty without a session; `trusted` visitors have shown the key."""

    session: str = ""
    trusted: bool = False


@dataclass
class AccessRules:
    """Checks every request before anything else does.

    Attributes:
        key: The secret that lets a visitor play, and see what is private.
        names: Further host names of this server.
        closed: Whether visitors without the key see nothing.
        cookie: The name of the cookie; all ports of a machine share their cookies, so it differs by port.
        sessions: The sessions of browsers that are known.
    """

    key: str
    names: Collection[str] = ()
    closed: bool = False
    cookie: str = "referee"
    sessions: Sessions = field(default_factory=Sessions)

    def admit(self, request: WebRequest) -> Visitor | Response:
        """The visitor; or, if the request shows the key, a redirect to the page. Raises `Refused`."""
        self.check_host(request)
        if request.method not in {"GET", "HEAD"}:
            _check_origin(request)
        name = request.cookie(self.cookie)
        session = self.sessions.find(name)
        visitor = Visitor() if session is None else Visitor(name, session.trusted)
        query = request.query
        if KEY in query and request.method == "GET":
            if not compare_digest(query[KEY].encode(), self.key.encode()):
                raise Refused(HTTPStatus.FORBIDDEN, "This key is wrong: open the whole URL that the server printed.")
            return self._let_in(request, query)
        if self.closed and not visitor.trusted:
            raise Refused(
                HTTPStatus.FORBIDDEN, "You need the key to see this: open the whole URL that the server printed."
            )
        return visitor

    def check_host(self, request: WebRequest) -> None:
        """Raise `Refused` if the request names a host that is not this server."""
        host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
        if host != "localhost" and host not in self.names and not is_number(host):
            raise Refused(
                HTTPStatus.MISDIRECTED_REQUEST, f"This server is not called {host[:80]!r}; --host adds a name."
            )

    def set_cookie(self, answer: Response, session: str) -> None:
        """Give a session to the browser that gets the answer."""
        answer.headers["set-cookie"] = f"{self.cookie}={session}; Path=/; HttpOnly; SameSite=Lax"

    def _let_in(self, request: WebRequest, query: dict[str, str]) -> Response:
        rest = urlencode({name: value for name, value in query.items() if name != KEY})
        path = "/" + request.path.lstrip("/\\")  # a path with two slashes at the start leads to another site
        answer = see_other(f"{path}?{rest}" if rest else path)
        self.set_cookie(answer, self.sessions.open(Session(trusted=True)))
        return answer


def check_trusted(visitor: Visitor) -> None:
    """Raise `Refused` for a visitor who has not shown the key."""
    if not visitor.trusted:
        raise Refused(HTTPStatus.FORBIDDEN, "You need the key for this: open the whole URL that the server printed.")


def _check_origin(request: WebRequest) -> None:
    origin = urlsplit(request.headers.get("origin", ""))
    if origin.scheme not in {"http", "https"} or origin.netloc != request.headers.get("host"):
        raise Refused(HTTPStatus.FORBIDDEN, "This request was not sent by a page of this server.")


def is_number(host: str) -> bool:
    """Whether a host is given as an IP address, which nobody can redirect as they could a name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
