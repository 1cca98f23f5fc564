"""The three ways to read the manual: in a terminal, in a browser, and as a site."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from rich.cells import cell_len

from referee.manual.contents import ManualPage, outside_of_code, pages, text_of
from referee.manual.narrow import narrow
from referee.web.access import POLICY
from tests.support.manual import ROOT, make_site, served
from tests.support.shell import referee
from tests.support.terminal import terminal
from tests.support.web_process import WebProcess

WIDTH = 80
NAMES = [page.name for page in pages()]
TABLE = """\
# Title

| reason | what to do |
|---|---|
| `A` | read [the wire](../reference/wire.md) |
"""
WIDE = "| " + " | ".join(f"{'x' * 20}{column}" for column in range(5)) + " |"


@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_into_80_columns_and_shows_no_markup(name: str) -> None:
    told = referee("manual", name).stdout
    in_code = {"  " + line for line in told.splitlines() if "```" in line}
    assert [line for line in told.splitlines() if cell_len(line) > WIDTH] == []
    assert "](" not in told
    assert re.findall(r"\((?:\.\./|[\w-]+/)?[\w/-]+\.(?:md|png)", told) == []
    assert "|---" not in told
    assert not in_code
    assert "<!--" not in told


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_terminal_shows_every_word_of_the_text(page: ManualPage) -> None:
    shown = referee("manual", page.name).stdout
    text = "\n".join(line for line, is_text in outside_of_code(text_of(page.topic)) if is_text and "|" not in line)
    words = set(re.findall(r"\w{4,}", re.sub(r"\]\([^)]*\)", "]", text)))
    assert {word for word in words if word not in shown} == set()


def test_without_a_topic_all_topics_are_listed() -> None:
    told = referee("manual").stdout
    assert all(f"  {name} " in told for name in NAMES)
    assert max(map(len, told.splitlines())) <= WIDTH


def test_an_unknown_topic_is_an_error() -> None:
    done = referee("manual", "ratigns", code=1)
    assert "the manual has no topic 'ratigns': did you mean ratings" in done.output


def test_options_for_the_browser_are_refused_without_it() -> None:
    assert "--address needs --web" in referee("manual", "--address", "127.0.0.1:0", code=1).output
    done = referee("manual", "--web", "--address", "0.0.0.0:0", code=1)
    assert "is served on this machine only" in done.output


def test_a_pager_comes_at_a_terminal_alone(tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\necho PAGED\ncat\n", encoding="utf-8")
    pager.chmod(0o755)
    with terminal("manual", "exit-codes", environment={"PAGER": str(pager)}) as screen:
        screen.expect("PAGED")
        code, shown = screen.end()
    assert code == 0
    assert "INTERRUPTED" in shown
    words = [sys.executable, "-m", "referee", "manual", "exit-codes"]
    done = subprocess.run(words, env={"PAGER": str(pager)}, capture_output=True, text=True, check=True)
    assert "PAGED" not in done.stdout


def test_a_table_that_fits_stays_one_and_links_name_topics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.manual.narrow.text_of", lambda topic: TABLE)
    told = narrow(ManualPage("howto/proxy", "", "", ""), WIDTH)
    assert "| `A` | read the wire (*wire*) |" in told


def test_a_link_may_go_on_in_the_next_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "referee.manual.narrow.text_of", lambda topic: "Read [the\nwire](../reference/wire.md#6-time).\n"
    )
    assert narrow(ManualPage("howto/proxy", "", "", ""), WIDTH) == "Read the\nwire (*wire*)."


def test_a_table_that_is_too_wide_becomes_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["| a | b | c | d | e |", "|---|---|---|---|---|", WIDE]
    monkeypatch.setattr("referee.manual.narrow.text_of", lambda topic: "\n".join(lines))
    told = narrow(ManualPage("howto/proxy", "", "", ""), WIDTH)
    x = "x" * 20
    assert told.strip() == f"- {x}0; b: {x}1; c: {x}2; d: {x}3; e: {x}4"


@pytest.fixture(scope="module")
def web() -> Iterator[WebProcess]:
    with served("wire") as process:
        yield process


def test_the_url_is_that_of_the_page(web: WebProcess) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/reference/wire", web.address)
    status, page = web.visitor().get("/reference/wire")
    assert status == 200
    assert "<h1 id=" in page


def test_a_browser_shows_every_page_and_every_link_is_good(web: WebProcess) -> None:
    visitor = web.visitor()
    paths = ["/", *(f"/{page.topic}" for page in pages())]
    shown = {path: visitor.get(path) for path in paths}
    assert {path for path, (status, _) in shown.items() if status != 200} == set()
    links = {link for _, page in shown.values() for link in re.findall(r'(?:href|src)="(/[^"#]*)', page)}
    assert {link for link in links if status_of(web, link) != 200} == set()
    for path, (_, page) in shown.items():
        for anchor in re.findall(r'href="#([^"]+)"', page):
            assert f'id="{anchor}"' in page, (path, anchor)


def test_a_browser_searches(web: WebProcess) -> None:
    visitor = web.visitor()
    _, found = visitor.get("/search?q=resume_token+Goodbye")
    article = found.partition("<article>")[2].partition("</article>")[0]
    assert 'href="/reference/wire"' in article
    assert 'href="/howto/proxy"' not in article
    assert "No page contains all of these words." in visitor.get("/search?q=nginx+resume_token")[1]
    assert "No page contains all of these words." in visitor.get("/search")[1]
    assert "&lt;b&gt;" not in visitor.get("/search?q=%3Cb%3E")[1]


def status_of(web: WebProcess, path: str) -> int:
    with urlopen(web.base + path) as answer:
        return int(answer.status)


@pytest.mark.parametrize("path", ["/reference/nothing", "/pictures/nothing.png", "/pictures/..%2findex.md", "/a/b/c"])
def test_what_is_not_there_is_not_found(web: WebProcess, path: str) -> None:
    assert web.visitor().get(path)[0] == 404


def test_pages_may_do_no_more_than_our_others(web: WebProcess) -> None:
    with urlopen(f"{web.base}/reference/wire") as answer:
        assert answer.headers["content-security-policy"] == POLICY


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_site(tmp_path_factory.mktemp("site"))


def test_the_site_has_every_page_and_each_is_two_clicks_away(site: Path) -> None:
    index = (site / "index.html").read_text(encoding="utf-8")
    for page in pages():
        assert (site / f"{page.topic}.html").is_file()
        assert f'href="{page.topic}.html"' in index


def test_the_site_is_searched_without_a_network(site: Path) -> None:
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert '"seccomp"' in index or "seccomp:" in index
    for path in [site / "search.html", site / "index.html"]:
        loaded = re.findall(r'<(?:script|link)[^>]*(?:src|href)="(https?:[^"]*)"', path.read_text(encoding="utf-8"))
        assert loaded == []


def test_the_makefile_builds_it_in_this_way() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "sphinx-build -q -W --keep-going -b html -c tests/manual/site referee/manual build/manual" in makefile
