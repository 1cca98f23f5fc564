"""Routing: which page of a site answers a path, by patterns like `/matches/*`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import blake2b
from http import HTTPStatus
from importlib import resources
from urllib.parse import unquote

from referee.pages.layout import KEY_PATH, Navigation, key_page, refusal_page
from referee.pages.markup import ROOT, rooted
from referee.web.access import ON_EVERY_PAGE, AccessRules, Visitor
from referee.web.requests import Refused, Response, WebRequest, html

KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
STATIC = "/static/"


@dataclass(frozen=True)
class Visit:
    """A request, its visitor, and the parts of the path that match the stars of the pattern."""

    request: WebRequest
    visitor: Visitor
    words: tuple[str, ...]


Page = Callable[[Visit], Awaitable[Response]]


class Site:
    """Answers requests with the pages that were added."""

    def __init__(self, access: AccessRules, place: Navigation, files: str = "referee.pages") -> None:
        """`place` is the navigation of every page; styles and scripts are in the package `files`."""
        self._access = access
        self._place = place
        self._files = files
        self._pages: list[tuple[str, tuple[str, ...], Page]] = []

    def add(self, method: str, pattern: str, page: Page) -> None:
        """Add a page; `*` in the pattern matches any one part of a path."""
        self._pages.append((method, _parts(pattern), page))

    async def answer(self, request: WebRequest) -> Response:
        """The answer to a request. Raises `Refused`."""
        request = request.below(ROOT.get())  # a proxy may pass on the whole path, or what comes after its own part
        if request.path.startswith(STATIC):
            self._access.check_host(request)  # but not the key: the page that asks for the key needs styles too
            return _with_rules(self._static(request))
        if request.path == KEY_PATH:
            return _with_rules(await self._ask_for_key(request))
        visitor = await self._access.admit(request)
        page, words = self._find(request)
        response = await page(Visit(request, visitor, words))
        response.kept |= visitor.trusted
        return _with_rules(response)

    def refuse(self, status: HTTPStatus, why: str) -> Response:
        """The page for a refused request."""
        return _with_rules(html(refusal_page(self._place, status.phrase, why), status))

    async def _ask_for_key(self, request: WebRequest) -> Response:
        """Ask for the key, or admit a visitor who sends it."""
        self._access.check_sender(request)
        if request.method != "POST":
            return html(key_page(self._place))
        wrong = "This key is wrong, or no longer valid. A server that was started again has a new key."
        return await self._access.let_in(request) or html(key_page(self._place, wrong), HTTPStatus.FORBIDDEN)

    def _find(self, request: WebRequest) -> tuple[Page, tuple[str, ...]]:
        parts = tuple(unquote(part) for part in _parts(request.path))
        method = "GET" if request.method == "HEAD" else request.method
        known = False
        for allowed, pattern, page in self._pages:
            if len(pattern) == len(parts) and all(own in {"*", part} for own, part in zip(pattern, parts, strict=True)):
                known = True
                if allowed == method:
                    return page, tuple(part for own, part in zip(pattern, parts, strict=True) if own == "*")
        if known:
            raise Refused(
                HTTPStatus.METHOD_NOT_ALLOWED, f"This page does not support the method {request.method[:20]}."
            )
        raise Refused(HTTPStatus.NOT_FOUND, "There is no such page.")

    def _static(self, request: WebRequest) -> Response:
        name = request.path.removeprefix(STATIC)
        file = resources.files(self._files) / "static" / name
        suffix = name[name.rfind(".") :] if "." in name else ""
        if "/" in name or suffix not in KINDS or not file.is_file():
            raise Refused(HTTPStatus.NOT_FOUND, "There is no such file.")
        data = file.read_bytes()
        tag = f'"{blake2b(data, digest_size=12).hexdigest()}"'
        headers = {"etag": tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status=HTTPStatus.NOT_MODIFIED, kind=KINDS[suffix], headers=headers)
        return Response(data, kind=KINDS[suffix], headers=headers)


def _with_rules(response: Response) -> Response:
    response.headers = {**ON_EVERY_PAGE, **response.headers}
    if "location" in response.headers:
        response.headers["location"] = rooted(response.headers["location"])
    return response


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part for part in path.split("/") if part)
