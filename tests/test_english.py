"""The check of the project's English finds what it should, where a reader meets it, and nothing else."""

from __future__ import annotations

import pytest

from tests.english import files, patterns, stumbles


@pytest.mark.parametrize(
    ("file", "text", "line", "words"),
    [
        pytest.param("a.md", "Fine.\nIt can not be.\n", 2, "can not", id="a line of a page"),
        pytest.param("a.md", "It can\nnot be.\n", 1, "can not", id="parted by a line break"),
        pytest.param("a.py", '"""A bot\nis told so."""\n', 2, "is told", id="a docstring"),
        pytest.param("a.py", 'x = f"{y} can not start"\n', 1, "can not", id="a formatted string"),
        pytest.param("a.md", "```\nx\n```\nIt can not be.\n", 4, "can not", id="behind code on a page"),
        pytest.param("a.proto", "// What a seat\n// is told.\n", 2, "is told", id="a comment of a proto"),
        pytest.param("a.go", "// Who reads slowly falls behind.\n", 1, "Who", id="a clause without a person"),
        pytest.param("a.md", "The field tells how many.\n", 1, "tells", id="things do not tell"),
        pytest.param("a.md", "It works also if\nit is late.\n", 1, "also if", id="even if"),
        pytest.param("a.py", "# it begins anew\n", 1, "anew", id="again"),
        pytest.param("a.md", "It asks once more.\n", 1, "once more", id="again, in two words"),
        pytest.param("a.md", "The match was broken off.\n", 1, "broken off", id="interrupted"),
        pytest.param("a.md", "You can break it off.\n", 1, "break it off", id="stop it"),
        pytest.param("a.md", "A bot came to none of them.\n", 1, "came to none", id="did not appear"),
        pytest.param("a.md", "There are 20 in all.\n", 1, "in all", id="in total"),
        pytest.param("a.md", "The dearest card goes.\n", 1, "dearest", id="most expensive"),
        pytest.param("a.md", "A name that is no text.\n", 1, "that is no text", id="is not a"),
        pytest.param("a.md", "It ended by no bot's fault.\n", 1, "no bot's fault", id="to blame"),
        pytest.param("a.py", '"""Note that it ended."""\n', 1, "Note that", id="record"),
        pytest.param("a.py", '"""Say how it ended."""\n', 1, "Say how", id="return"),
        pytest.param("a.md", "The secret that the deals follow from.\n", 1, "that the deals follow from", id="derived"),
        pytest.param("a.md", "Ranks that the results leave possible.\n", 1, "results leave possible", id="possible"),
        pytest.param("a.md", "The matches that tell most.\n", 1, "tell most", id="reveal"),
        pytest.param("a.md", "Its bots are all away.\n", 1, "bots are all away", id="disconnected"),
        pytest.param("a.md", "As in the round before.\n", 1, "the round before", id="the previous round"),
        pytest.param("a.md", "If both took as many, it is a tie.\n", 1, "took as many", id="the same number"),
    ],
)
def test_what_makes_a_reader_stumble_is_found(file: str, text: str, line: int, words: str) -> None:
    found = list(stumbles(file, text, patterns()))
    assert [(stumble.line, words in stumble.words) for stumble in found] == [(line, True)]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        pytest.param("a.py", "def tells(he, told):\n    return he\n", id="names in code"),
        pytest.param("a.md", "It cannot start. The bot gets its turn.\n", id="plain sentences"),
        pytest.param("a.md", "## Who plays?\n", id="a question"),
        pytest.param("a.md", "```python\nzone(seen=everybody)\n```\n", id="code on a page"),
        pytest.param("a.md", "The rounds before the final. Note that it ends.\n", id="before something; a hint"),
        pytest.param("a.py", 'x = "can not"  # english: quoted\n', id="quoted on purpose"),
    ],
)
def test_what_is_fine_is_left_alone(file: str, text: str) -> None:
    assert list(stumbles(file, text, patterns())) == []


def test_the_texts_of_all_kinds_are_read() -> None:
    names = files()
    for name in ("README.md", "referee/cli.py", "protos/referee/v1/play_service.proto", "tests/conftest.py"):
        assert name in names
