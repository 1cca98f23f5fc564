"""The frame of every served page, with its navigation."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from referee.pages.markup import Markup, join, rooted, tag

HEAD = Markup(
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark">'
)


STYLES = ("boards.css", "site.css")
KEY_PATH = "/key"


class Navigation(Struct, frozen=True):
    """The name of a site, and the links on every page, as words and path."""

    name: str
    links: tuple[tuple[str, str], ...] = ()


def page(place: Navigation, title: str, *parts: Markup, here: str = "", scripts: Sequence[str] = ()) -> str:
    """A page. `here` is the path of the link that leads to this page; `scripts` are files of the site."""
    links = [tag("a", words, href=path, aria_current="page" if path == here else None) for words, path in place.links]
    head = tag(
        "head",
        HEAD,
        tag("title", f"{title} - {place.name}" if title != place.name else title),
        Markup(f'<link rel="icon" href="{rooted("/static/icon.svg")}" type="image/svg+xml">'),
        *[Markup(f'<link rel="stylesheet" href="{rooted(f"/static/{name}")}">') for name in STYLES],
        *[tag("script", src=f"/static/{name}", defer="") for name in scripts],
    )
    body = tag(
        "body",
        tag("a", "Skip to the content", href="#content", class_="skip"),
        tag(
            "header",
            tag("a", place.name, href="/", class_="home"),
            tag("nav", join(links), aria_label="pages"),
            class_="top",
        ),
        tag("main", *parts, id="content", class_="page"),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def refusal_page(place: Navigation, title: str, why: str) -> str:
    """The page for a request that was refused."""
    ways = tag("p", tag("a", "To the start page", href="/"), " ", tag("a", "Enter the key", href=KEY_PATH))
    return page(place, title, tag("h1", title), tag("p", why, id="why"), ways)


def key_page(place: Navigation, why: str = "") -> str:
    """Ask for the key. The printed URL leads here, and its script fills the form in."""
    said = [tag("p", why, class_="strike", role="alert")] if why else []
    field = tag("input", type="password", name="key", required="", autocomplete="off")
    return page(
        place,
        "The key",
        tag("h1", "The key"),
        tag("p", "The URL that the server printed ends in the key. Open the whole URL, or enter the key here."),
        *said,
        tag(
            "form",
            tag("label", "key ", field),
            tag("button", "Enter"),
            method="post",
            action=KEY_PATH,
            id="key",
            class_="search",
        ),
        scripts=["key.js"],
    )


def feed(path: str, *ids: str) -> Markup:
    """Elements that follow a feed: the script `feed.js` fills them by their ids."""
    status = tag("p", id="connection", role="status", class_="fact", hidden="")
    return tag("div", status, *[tag("div", id=name) for name in ids], data_feed=path)
