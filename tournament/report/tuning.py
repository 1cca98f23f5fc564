"""The course of a tuned bot, for people: as text, and with its curves as a section of a page."""

from __future__ import annotations

from msgspec import Struct

from referee.columns import columns
from referee.counts import counted
from referee.pages.markup import Markup, join, table, tag
from tournament.plan.tune import Tune, TuneParameter
from tournament.plan.tuning import value_text
from tournament.report.charts import lines
from tournament.statistics.spsa import Optimum, TuneBatch, TuneCourse, optimum_of
from tournament.storage.archive import Archive
from tournament.storage.tuning import course_of

HEADS = ("parameter", "start", "now", "95 % interval of the best value")
UNKNOWN = "not known yet"
ROWS = 20
"""How many batches the curve shows as text: evenly spread, including the last one."""
MEANING = (
    "now: the mean over the last half of the batches.",
    "The interval says where the bot is strongest if its strength falls like a parabola around the best value.",
    "It is not known while the batches do not show clearly that the strength falls on both sides.",
)


class TuneFacts(Struct, frozen=True, kw_only=True):
    """What is tuned, the course of the values so far, and how certain they are."""

    tune: Tune
    course: TuneCourse
    optima: list[Optimum]


def tune_facts(archive: Archive) -> TuneFacts | None:
    """Return the facts of a tournament that tunes a bot; None for any other one."""
    tune, course = archive.tournament.plan.tune, course_of(archive)
    if tune is None or course is None:
        return None
    return TuneFacts(tune=tune, course=course, optima=optimum_of(course))


def tune_text(facts: TuneFacts) -> str:
    """Return the curve and the values now, for the terminal."""
    parts = [f"Tuning {facts.tune.bot}: {_progress(facts.course)}"]
    if facts.course.batches:
        names = [one.name for one in facts.tune.parameters]
        rows = [_row(batch, facts.tune) for batch in _some(facts.course.batches)]
        parts.append(columns([("batch", *names, "points of up"), *rows], right=range(len(names) + 2)))
    parts.append(columns([HEADS, *_values(facts)], right=(1, 2)))
    return "\n\n".join([*parts, "\n".join(MEANING)])


def batch_line(tune: Tune, course: TuneCourse) -> str:
    """Return the line about the batch that has just been played."""
    batch = course.batches[-1]
    values = ", ".join(f"{one.name} {value_text(batch.after[one.name], whole=False)}" for one in tune.parameters)
    return f"batch {batch.number} of {course.total}: {_points(batch)} for the upper values; now {values}"


def tune_section(facts: TuneFacts) -> Markup:
    """Return the section of the report: a curve for each parameter, and the values now."""
    curves = []
    for one in facts.tune.parameters:
        points = [(0.0, one.start), *((float(batch.number), batch.after[one.name]) for batch in facts.course.batches)]
        curves += [tag("h3", one.name), lines({one.name: points}, f"{one.name} after each batch")]
    said = [*([f"{_progress(facts.course)}."]), *MEANING]
    return tag(
        "section",
        tag("h2", f"Tuning {facts.tune.bot}"),
        table(HEADS, _values(facts), (1, 2)),
        join(curves),
        tag("ul", *(tag("li", text) for text in said), class_="notes"),
    )


def _progress(course: TuneCourse) -> str:
    return f"{len(course.batches)} of {counted(course.total, 'batch', 'batches')} played"


def _values(facts: TuneFacts) -> list[tuple[str, str, str, str]]:
    return [
        (
            one.name,
            value_text(one.start, whole=one.whole),
            value_text(found.value, whole=one.whole),
            _interval(found, one),
        )
        for one, found in zip(facts.tune.parameters, facts.optima, strict=True)
    ]


def _interval(found: Optimum, one: TuneParameter) -> str:
    if found.low is None or found.high is None:
        return UNKNOWN
    low, high = (min(max(end, one.lowest), one.highest) for end in (found.low, found.high))
    return f"{low:.4g} to {high:.4g}"


def _row(batch: TuneBatch, tune: Tune) -> tuple[object, ...]:
    return batch.number, *(f"{batch.after[one.name]:.4g}" for one in tune.parameters), _points(batch)


def _points(batch: TuneBatch) -> str:
    score = batch.score
    return "-" if score is None or not score.matches else f"{100 * score.points / score.matches:.0f} %"


def _some(batches: tuple[TuneBatch, ...]) -> list[TuneBatch]:
    step = -(-len(batches) // ROWS)
    return [batch for batch in batches if (len(batches) - batch.number) % step == 0]
