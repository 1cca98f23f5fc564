"""The table of figures in the manual: a part that is measured again changes its own rows, and nothing else."""

from __future__ import annotations

import pytest

from tests.bench.calm.measuring import Beside, Fared, figures
from tests.bench.figures_table import BEGIN, END, HEADS, ORDER, PAGE, Figure, this_machine, with_figures

FRAME = f"# Referee\n\nBefore | `wire` | it.\n\n{BEGIN}{END}\n## Design\n\n- `wire`: after it.\n"
HEAD = f"| {' | '.join(HEADS)} |\n|---|---|---|---|---|---|\n"
PLAY = Figure("a decision: CPU us", "310 (300-320)", "echo: 176 (170-180)", "1.76 (1.70-1.80)", "at most 2.0 times")


def table(text: str) -> str:
    return text.partition(BEGIN)[2].partition(END)[0]


def test_a_part_writes_its_rows_and_where_they_were_measured() -> None:
    text = with_figures(FRAME, "play", [PLAY], "today, here")
    row = "| `play` | a decision: CPU us | 310 (300-320) | echo: 176 (170-180) | 1.76 (1.70-1.80) | at most 2.0 times |"
    assert text == FRAME.replace(BEGIN, f"{BEGIN}{HEAD}{row}\n\n- `play`: today, here\n")


def test_a_part_that_is_measured_again_leaves_the_others_and_all_text_alone() -> None:
    first = with_figures(FRAME, "play", [PLAY, Figure("another of `play`", "1")], "monday, there")
    both = with_figures(first, "wire", [Figure("p99: ms", "4")], "tuesday, here")
    again = with_figures(both, "play", [Figure("a decision: CPU us", "290")], "friday, here")
    assert table(again) == (
        f"{HEAD}| `wire` | p99: ms | 4 |  |  |  |\n| `play` | a decision: CPU us | 290 |  |  |  |\n\n"
        "- `wire`: tuesday, here\n- `play`: friday, here\n"
    )
    assert again.replace(table(again), "") == FRAME


def test_the_same_figures_give_the_same_text() -> None:
    once = with_figures(FRAME, "rules", [PLAY, PLAY], "today")
    assert with_figures(once, "rules", [PLAY, PLAY], "today") == once


def test_a_text_without_the_marks_is_not_touched() -> None:
    with pytest.raises(ValueError, match="has no lines"):
        with_figures("# Referee\n", "play", [PLAY], "today")


def test_the_page_has_a_place_for_every_part_and_names_none_that_is_not_measured() -> None:
    text = PAGE.read_text(encoding="utf-8")
    parts = {line.split("`")[1] for line in table(text).splitlines() if "`" in line}
    assert parts <= {*ORDER}
    assert "| `against` |" in with_figures(text, "against", [PLAY], this_machine())


def _beside(attack: str, p99: float, silence: float, peak_mib: float, more_mib: float = 0) -> Beside:
    quiet = Fared(turns=100, seconds=1, p50=0.001, p99=0.002, silence=0.01)
    loud = Fared(turns=90, seconds=1, p50=0.001, p99=p99, silence=silence)
    memory = {"peak_mib": peak_mib, "more_mib": more_mib}
    return Beside(attack=attack, quiet=quiet, loud=loud, flood=more_mib > 0, ends={}, **memory)


def test_of_all_attacks_the_worst_is_told_in_each_respect() -> None:
    measured = [
        _beside("slow", 0.009, 0.02, 50),
        _beside("silent", 0.003, 0.3, 50),
        _beside("large", 0.003, 0.02, 90),
        _beside("grown", 0.003, 0.02, 80, more_mib=30),
    ]
    names = ("slow", "silent", "large", "grown")
    assert [([name for name in names if name in row.what], row[1:]) for row in figures(measured)] == [
        (["slow"], ("9.0", "alone: 2.0", "4.5", "at most 5.0 times")),
        (["silent"], ("300", "alone: 10", "", "at most 250")),
        (["large"], ("90", "", "", "")),
        (["grown"], ("30", "", "", "at most 64")),
    ]
