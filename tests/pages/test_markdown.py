"""Markdown as HTML: the elements that rules need, and nothing harmful."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.pages.markdown import markdown
from referee.pages.markup import Markup

OURS = {"p", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "strong", "em", "code", "pre"}
OURS |= {"div", "table", "thead", "tbody", "tr", "th", "td"}


@pytest.mark.parametrize(
    ("text", "html"),
    [
        pytest.param("# Keepers", "<h1>Keepers</h1>", id="heading"),
        pytest.param("One\ntwo **three** *four*.", "<p>One two <strong>three</strong> <em>four</em>.</p>", id="words"),
        pytest.param("`a < b`", "<p><code>a &lt; b</code></p>", id="code"),
        pytest.param("```\na\n```", "<pre><code>a\n</code></pre>", id="block of code"),
        pytest.param("- a\n- b", "<ul><li>a</li><li>b</li></ul>", id="list"),
        pytest.param("- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>", id="loose list"),
        pytest.param("1. a\n   - b", "<ol><li>a<ul><li>b</li></ul></li></ol>", id="list in a list"),
        pytest.param("> a", "<blockquote><p>a</p></blockquote>", id="quotation"),
        pytest.param("a\n\n---\n\nb", "<p>a</p>\n<p>b</p>", id="a line is left out"),
        pytest.param("[here](https://example.org)", "<p>here</p>", id="a link is its words"),
        pytest.param("![a table](table.png)", "<p>a table</p>", id="a picture is what it says"),
        pytest.param("<i>\na\n</i>", "<p>&lt;i&gt; a &lt;/i&gt;</p>", id="HTML as it is written"),
        pytest.param("\\*a\\* &amp; b", "<p>*a* &amp; b</p>", id="escaped"),
    ],
)
def test_every_element_has_its_html(text: str, html: str) -> None:
    assert markdown(text) == html


def test_a_table_is_one_of_ours() -> None:
    html = markdown("| option | `code` |\n|---|---|\n| `add` | *lay* a card |")
    assert "<thead><tr><th>option</th><th>code</th></tr></thead>" in html
    assert "<tr><td><code>add</code></td><td><em>lay</em> a card</td></tr>" in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <b onclick=alert(1)>b</b>",
        "[a](javascript:alert(1))",
        "<javascript:alert(1)>",
        "| <i>a</i> |\n|---|\n| <i>b</i> |",
        "```<u>\n</u>\n```",
        "&lt;script&gt;",
        "# <h1>",
        "<!-- a --> <img src=x>",
    ],
)
def test_html_is_text(text: str) -> None:
    html = markdown(text)
    harmless = ["p", "h1", "pre", "code", "div", "table", "thead", "tbody", "tr", "th", "td"]
    for name in harmless:
        html = Markup(html.replace(f"<{name}>", "").replace(f"</{name}>", "").replace(f"<{name} ", ""))
    assert "<" not in html


@given(st.text(alphabet="ab<>&\"'`*_#-|\\[]()!:/\n\t 1.~=", max_size=200))
def test_any_text_makes_elements_of_ours_alone(text: str) -> None:
    html = markdown(text, below=2)
    opened, closed = re.findall(r"<(\w+)", html), re.findall(r"</(\w+)>", html)
    assert sorted(opened) == sorted(closed)
    assert {*opened} <= OURS
    assert html.count("<") == len(opened) + len(closed)


def test_what_rewrites_a_screen_is_shown() -> None:
    assert "\x1b" not in markdown("a \x1b[2J b")
    assert "\u202e" not in markdown("a \u202e b")


def test_headings_stand_below_those_of_the_page() -> None:
    assert markdown("# a\n\n## b\n\n###### c", below=2) == "<h3>a</h3>\n<h4>b</h4>\n<h6>c</h6>"
