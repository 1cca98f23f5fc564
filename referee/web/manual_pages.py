"""The manual as pages for a browser, made from its Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from itertools import groupby, pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from referee.errors import UsageError
from referee.manual.contents import HOME, INDEX, ManualPage, find, pages, slug, text_of
from referee.pages.layout import Navigation, page
from referee.pages.markup import Markup, join, tag
from referee.web.requests import Refused, Response, html
from referee.web.routes import Site, Visit

PICTURE = re.compile(r"[\w-]+\.png")
_PAGE_LINK = re.compile(r"^(?!\w+:)(?P<path>[^#]*)\.md(?P<anchor>#.*)?$")


class ManualPages:
    """The index, every page, a search over all of them, and the pictures."""

    def __init__(self, place: Navigation) -> None:
        self._place = place
        self._reader = MarkdownIt("commonmark", {"html": False}).enable("table")

    def add_to(self, site: Site) -> None:
        """Add these pages to a site."""
        site.add("GET", "/", self._first)
        site.add("GET", "/search", self._search)
        site.add("GET", "/pictures/*", self._picture)
        site.add("GET", "/*/*", self._one)

    async def _first(self, _visit: Visit) -> Response:
        return self._shown(INDEX, "Manual")

    async def _one(self, visit: Visit) -> Response:
        topic = "/".join(visit.words)
        try:
            found = find(topic)
        except UsageError as error:
            raise Refused(HTTPStatus.NOT_FOUND, str(error)) from None
        return self._shown(found.topic, found.title)

    async def _search(self, visit: Visit) -> Response:
        words = visit.request.query.get("q", "")[:200].lower().split()
        found = [one for one in pages() if words and all(word in _searched(one) for word in words)]
        links = [tag("li", tag("a", one.title, href=f"/{one.topic}"), f": {one.about}") for one in found]
        told = tag("ul", join(links)) if links else tag("p", "No page contains all of these words.")
        return html(page(self._place, "Search", self._around("", Markup(tag("h1", "Search") + told))))

    async def _picture(self, visit: Visit) -> Response:
        (name,) = visit.words
        file = HOME / "pictures" / name
        if not PICTURE.fullmatch(name) or not file.is_file():
            raise Refused(HTTPStatus.NOT_FOUND, "There is no such picture.")
        return Response(file.read_bytes(), kind="image/png")

    def _shown(self, topic: str, title: str) -> Response:
        tokens = self._reader.parse(text_of(topic))
        _number_headings(tokens)
        _lead_links_to_pages(tokens, topic)
        body = _scrollable(self._reader.renderer.render(tokens, self._reader.options, {}))
        return html(page(self._place, title, self._around(topic, body), here="/" if topic == INDEX else ""))

    def _around(self, topic: str, body: Markup) -> Markup:
        """A page with the search and the table of contents beside it."""
        field = tag("input", type="search", name="q", aria_label="Search the manual", placeholder="Search")
        form = tag("form", field, tag("button", "Search"), action="/search", role="search")
        lists = [
            tag("p", section, class_="fact") + tag("ul", join(tag("li", _link(one, topic)) for one in listed))
            for section, listed in groupby(pages(), key=lambda one: one.section)
        ]
        beside = tag("nav", form, join(Markup(one) for one in lists), aria_label="table of contents")
        return tag("div", tag("article", body), beside, class_="manual")


def _link(to: ManualPage, here: str) -> Markup:
    return tag("a", to.title, href=f"/{to.topic}", aria_current="page" if to.topic == here else None)


def _searched(of: ManualPage) -> str:
    return f"{of.title} {text_of(of.topic)}".lower()


def _scrollable(body: str) -> Markup:
    """Let the keyboard scroll tables and code wider than the screen. In the text itself `<` is escaped."""
    wide = '<div class="wide" tabindex="0" role="group" aria-label="table"><table>'
    body = body.replace("<table>", wide).replace("</table>", "</table></div>")
    return Markup(body.replace("<pre>", '<pre tabindex="0">'))


def _number_headings(tokens: Sequence[Token]) -> None:
    """Give each heading the anchor that links refer to."""
    for mark, inline in pairwise(tokens):
        if mark.type == "heading_open":
            mark.attrSet("id", slug(inline.content))


def _lead_links_to_pages(tokens: Sequence[Token], topic: str) -> None:
    """Turn links between files and the paths of pictures into paths of the site."""
    folder = topic.rpartition("/")[0]
    for token in tokens:
        for child in token.children or ():
            if child.type == "image":
                child.attrSet("src", "/pictures/" + str(child.attrGet("src")).rpartition("/")[2])
            elif child.type == "link_open" and (found := _PAGE_LINK.match(str(child.attrGet("href")))):
                child.attrSet("href", _absolute(folder, found["path"]) + (found["anchor"] or ""))


def _absolute(folder: str, path: str) -> str:
    up = path.startswith("../") or not folder
    place = path.removeprefix("../") if up else f"{folder}/{path}"
    return "/" if place == INDEX else f"/{place}"
