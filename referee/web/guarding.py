"""Who may ask for what: names under which this server may be called, the key, and the rules for every page.

A page from elsewhere can make a browser ask this server. It can not choose `Host` (so a name that was made to mean this
machine is refused), nor `Origin` (so what changes something must come from our own pages).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field
from hmac import compare_digest
from http import HTTPStatus
from ipaddress import ip_address
from secrets import token_urlsafe
from urllib.parse import urlencode, urlsplit

from referee.web.requests import Refused, Response, WebRequest, see_other

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What our pages may do. No script stands in a page; the styles that do are widths and colours made of numbers."""

REPLAY_POLICY = "frame-ancestors 'none'"
"""A replay brings a stricter policy of its own, for the one script that stands in it."""

ON_EVERY_PAGE = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
MOST_SESSIONS = 1000
KEY = "key"


@dataclass
class Visitor:
    """Who asks. `session` is empty for who has none yet; `trusted` is who has shown the key."""

    session: str = ""
    trusted: bool = False


@dataclass
class Guard:
    """Looks at every request before anything else does.

    Attributes:
        key: Who shows it may play, and see what is private.
        names: Further names under which this server may be called.
        closed: Whether nobody sees anything without the key.
        cookie: The name of the cookie: ports of one machine share their cookies.
    """

    key: str
    names: Collection[str] = ()
    closed: bool = False
    cookie: str = "referee"
    _sessions: OrderedDict[str, bool] = field(default_factory=OrderedDict)

    def admit(self, request: WebRequest) -> Visitor | Response:
        """Who asks; or, for who shows the key, where to go on. Raises `Refused`."""
        self.check_host(request)
        if request.method not in {"GET", "HEAD"}:
            _check_origin(request)
        session = request.cookie(self.cookie)
        visitor = Visitor(session, self._sessions[session]) if session in self._sessions else Visitor()
        query = request.query
        if KEY in query and request.method == "GET":
            if not compare_digest(query[KEY].encode(), self.key.encode()):
                raise Refused(
                    HTTPStatus.FORBIDDEN, "This key is not the right one: it stands in the line that was printed."
                )
            return self._let_in(request, query)
        if self.closed and not visitor.trusted:
            raise Refused(
                HTTPStatus.FORBIDDEN, "To see this you need the key: open the address that was printed, whole."
            )
        return visitor

    def check_host(self, request: WebRequest) -> None:
        """Raises `Refused` if this server was called by a name that is not its own."""
        host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
        if host != "localhost" and host not in self.names and not is_number(host):
            raise Refused(
                HTTPStatus.MISDIRECTED_REQUEST, f"This server is not called {host[:80]!r}; --host gives it a name."
            )

    def open_session(self, answer: Response, *, trusted: bool = False) -> str:
        """Lets the browser that gets the answer be known again; returns what it is known by."""
        session = token_urlsafe(24)
        self._sessions[session] = trusted
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        answer.headers["set-cookie"] = f"{self.cookie}={session}; Path=/; HttpOnly; SameSite=Lax"
        return session

    def _let_in(self, request: WebRequest, query: dict[str, str]) -> Response:
        rest = urlencode({name: value for name, value in query.items() if name != KEY})
        path = "/" + request.path.lstrip("/\\")  # two slashes would be another site
        answer = see_other(f"{path}?{rest}" if rest else path)
        self.open_session(answer, trusted=True)
        return answer


def check_trusted(visitor: Visitor) -> None:
    """Raises `Refused` for who has not shown the key."""
    if not visitor.trusted:
        raise Refused(HTTPStatus.FORBIDDEN, "For this you need the key: open the address that was printed, whole.")


def _check_origin(request: WebRequest) -> None:
    origin = urlsplit(request.headers.get("origin", ""))
    if origin.scheme not in {"http", "https"} or origin.netloc != request.headers.get("host"):
        raise Refused(HTTPStatus.FORBIDDEN, "This was not sent by a page of this server.")


def is_number(host: str) -> bool:
    """Whether a host is named by its number, which is no name that anybody could give it."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
