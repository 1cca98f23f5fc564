"""What results say beyond ratings: pairs of bots, a model with ties, cycles, and what duplicate deals gained."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from referee.columns import columns
from referee.counts import counted
from referee.pages.markup import Markup, table, tag
from tournament.report.ratings import SMALL_P
from tournament.statistics.crosstable import pairwise
from tournament.statistics.cycles import Cycles, cycles
from tournament.statistics.davidson import Davidson, davidson
from tournament.statistics.duplicates import DuplicateGain, gain_of_duplicates
from tournament.statistics.fit import MOST_IN_PAIRS, Fit
from tournament.statistics.results import MatchResult

MOST_FOR_GAIN = 4_000
"""How many matches are compared to measure the gain of duplicate deals, at most: the first ones."""
MOST_UNASKED = 30
"""With up to this many bots, cycles are looked for even if nobody asks for them."""
MOST_MATCHES_UNASKED = 20_000

MIX_HEADS = ("bot", "share of the mix", "95 % interval", "points against the mix", "error")
MIX_TEXT = (
    "No single number explains these results. Against the following mix of bots, no bot takes more than half of the "
    "points; a bot outside it takes less."
)
MIX_ASKED = "Against the following mix of bots, no bot takes more than half of the points; a bot outside it takes less."
DAVIDSON_TEXT = (
    "Davidson: the latent strength in a model with ties, in Elo, with one standard error. "
    "It describes only decisive results and is not a rating: with many ties, the differences are larger."
)
NO_DAVIDSON = "Davidson: these results allow no finite strengths."


class FindingsWanted(Struct, frozen=True, kw_only=True):
    """What is computed in addition, although it takes longer: Davidson's model, cycles, and all pairs of bots."""

    davidson: bool = False
    cycles: bool = False
    pairs: bool = False


NOTHING_MORE = FindingsWanted()


class PairFacts(Struct, frozen=True, kw_only=True):
    """What `bot` did against `other`: matches in which it was ahead, level or behind, and its share of the points.

    `standard_error` is that of the share, and `probability` is that of being stronger; None if it is not known.
    """

    bot: str
    other: str
    wins: int
    ties: int
    losses: int
    share: float
    standard_error: float | None
    margin: float | None
    probability: float | None


class ResultFindings(Struct, frozen=True, kw_only=True):
    """What is known beyond ratings.

    `pairs` and `davidson` are there if they were asked for, `pairs` for at most `MOST_IN_PAIRS` bots. `cycles` is there
    if one number for each bot does not explain the results, or if it was asked for. `duplicates` is None unless deals
    were played in all rotations. `davidson_wanted` and `cycles_wanted`: whether they were asked for.
    """

    pairs: list[PairFacts] = field(default_factory=list)
    davidson: Davidson | None = None
    davidson_wanted: bool = False
    cycles: Cycles | None = None
    cycles_wanted: bool = False
    duplicates: DuplicateGain | None = None


def findings_of(results: Sequence[MatchResult], fit: Fit, wanted: FindingsWanted = NOTHING_MORE) -> ResultFindings:
    """Compute from rated results what is wanted, and what does not take long."""
    unexplained = fit.goodness is not None and fit.goodness.p < SMALL_P
    few = len(fit.ratings) <= MOST_UNASKED and len(results) <= MOST_MATCHES_UNASKED
    return ResultFindings(
        pairs=_pairs(results, fit) if wanted.pairs and len(fit.ratings) <= MOST_IN_PAIRS else [],
        davidson=davidson(results) if wanted.davidson else None,
        davidson_wanted=wanted.davidson,
        cycles=cycles(results) if wanted.cycles or (unexplained and few) else None,
        cycles_wanted=wanted.cycles,
        duplicates=gain_of_duplicates(results[:MOST_FOR_GAIN]),
    )


def _pairs(results: Sequence[MatchResult], fit: Fit) -> list[PairFacts]:
    sure = {(pair.bot, pair.other): pair.probability for pair in fit.superiority}
    place = {rating.bot: rating.place for rating in fit.ratings}
    found = pairwise(results).values()
    return [
        PairFacts(
            bot=pair.bot,
            other=pair.other,
            wins=pair.wins,
            ties=pair.ties,
            losses=pair.losses,
            share=pair.share.value,
            standard_error=pair.share.error,
            margin=None if pair.margin is None else pair.margin.value,
            probability=sure.get((pair.bot, pair.other)),
        )
        for pair in sorted(found, key=lambda pair: (place[pair.bot], place[pair.other]))
    ]


def latent_cells(findings: ResultFindings) -> dict[str, str]:
    """Return each bot's latent strength for the column of a table; none if it was not asked for."""
    found = findings.davidson.strengths if findings.davidson else ()
    return {one.bot: f"{one.strength:.0f} ± {one.standard_error:.0f}" for one in found}


def finding_lines(findings: ResultFindings) -> list[str]:
    """Return lines about everything that is not a table."""
    lines = []
    if findings.davidson:
        lines.append(f"{DAVIDSON_TEXT} Equal bots would tie {100 * findings.davidson.ties:.0f} % of their matches.")
    elif findings.davidson_wanted:
        lines.append(NO_DAVIDSON)
    if findings.cycles_wanted and findings.cycles and findings.cycles.reason:
        lines.append(f"The mix of bots that no bot beats cannot be computed: {findings.cycles.reason}.")
    if findings.duplicates:
        lines.append(duplicates_text(findings.duplicates))
    return lines


def duplicates_text(gain: DuplicateGain) -> str:
    """Return what duplicate deals gained."""
    return (
        f"Duplicate deals: the same precision without them would need about {gain.matches_without} matches instead of "
        f"{gain.matches} ({gain.gain:.1f} times as many, 95 % interval {gain.low:.1f} to {gain.high:.1f}, from "
        f"{counted(gain.deals, 'deal')})."
    )


def mix_text(findings: ResultFindings) -> str:
    """Return the mix that no bot beats as a table; empty if there is none."""
    if findings.cycles is None or not findings.cycles.mix:
        return ""
    return f"{_mix_title(findings)}\n\n{columns([MIX_HEADS, *_mix_rows(findings.cycles)], right=range(1, 5))}"


def mix_section(findings: ResultFindings) -> Markup:
    """Return the mix as a table for a page."""
    if findings.cycles is None or not findings.cycles.mix:
        return Markup("")
    rows = table(MIX_HEADS, _mix_rows(findings.cycles), range(1, 5))
    return tag("section", tag("h2", "Cycles"), tag("p", _mix_title(findings)), rows)


def _mix_title(findings: ResultFindings) -> str:
    return MIX_ASKED if findings.cycles_wanted else MIX_TEXT


def _mix_rows(found: Cycles) -> list[tuple[str, ...]]:
    return [
        (
            one.bot,
            f"{100 * one.share:.1f} %",
            f"{100 * one.low:.1f} to {100 * one.high:.1f} %",
            f"{100 * one.points:.1f} %",
            f"{100 * one.points_error:.1f}",
        )
        for one in found.mix
    ]
