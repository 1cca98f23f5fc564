"""Requests and responses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from urllib.parse import SplitResult, parse_qsl, urlsplit

from referee.web.feeds import Feed
from referee.web.proxies import Sender

HTML = "text/html; charset=utf-8"
MOST_FIELDS = 50


class Refused(Exception):
    """A refused request: the status, and a sentence for people."""

    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True)
class WebRequest:
    """A request.

    Header names are in lower case; `sender` is who sent it originally, before it went through any proxy.
    """

    method: str
    target: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    sender: Sender = field(default_factory=Sender)

    @property
    def path(self) -> str:
        """The part of the target before the question mark. Raises `Refused` if the target is malformed."""
        return self._split()[0]

    @property
    def query(self) -> dict[str, str]:
        """The fields after the question mark."""
        return _fields(self._split()[1])

    def _split(self) -> tuple[str, str]:
        """The path and the query of the target; a proxy may send a whole URL as the target."""
        if self.target.startswith("/"):
            path, _, query = self.target.partition("?")
            return path, query
        parts = split(self.target)
        return parts.path or "/", parts.query

    def below(self, root: str) -> WebRequest:
        """The same request, with its path relative to `root`, if the path is below it."""
        inside = root and (self.target == root or self.target.startswith((f"{root}/", f"{root}?")))
        return replace(self, target=self.target.removeprefix(root) or "/") if inside else self

    def values(self, name: str) -> list[str]:
        """All values of a query field, such as the ticked boxes of a form."""
        return [value for key, value in _pairs(self._split()[1]) if key == name]

    def form(self) -> dict[str, str]:
        """The fields of a form that was sent."""
        return _fields(self.body.decode("utf-8", "replace"))

    def cookie(self, name: str) -> str:
        """The value of a cookie; empty if there is none."""
        for part in self.headers.get("cookie", "").split(";"):
            key, _, value = part.strip().partition("=")
            if key == name:
                return value
        return ""


@dataclass
class Response:
    """An answer; with `feed` it continues until the feed is over or the browser disconnects.

    With `kept`, the feed may use a place that is reserved for seats and for visitors with the key.
    """

    body: bytes = b""
    status: HTTPStatus = HTTPStatus.OK
    kind: str = HTML
    headers: dict[str, str] = field(default_factory=dict)
    feed: Feed | None = None
    kept: bool = False


AS_IT_COMES = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""For events: nginx, and every proxy that understands its header, passes on each one at once."""


def html(text: str, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """A response with a page."""
    return Response(text.encode(), status)


def as_json(value: object) -> Response:
    """A response for a script."""
    return Response(json.dumps(value).encode(), kind="application/json")


def see_other(path: str) -> Response:
    """A redirect to another page of this site."""
    return Response(status=HTTPStatus.SEE_OTHER, headers={"location": path})


def following(feed: Feed, *, kept: bool = False) -> Response:
    """A response of server-sent events; for `kept` see `Response`."""
    return Response(kind="text/event-stream", headers={**AS_IT_COMES}, feed=feed, kept=kept)


def split(url: str) -> SplitResult:
    """The parts of a URL. Raises `Refused` if it is malformed."""
    try:
        return urlsplit(url)
    except ValueError:
        raise Refused(HTTPStatus.BAD_REQUEST, "The request has a malformed address.") from None


def _fields(text: str) -> dict[str, str]:
    return dict(_pairs(text))


def _pairs(text: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Refused(HTTPStatus.BAD_REQUEST, f"The request has more than {MOST_FIELDS} fields, the limit.") from None
