"""The section `[format]` of a plan as a value: who meets whom, and how often."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct, field

TieBreak = Literal["buchholz", "sonneborn-berger", "head-to-head", "deals"]
TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)


class Format(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[format]`: who meets whom, and how often.

    Attributes:
        kind: A round robin, a gauntlet of the challengers against all other bots, a Swiss tournament, a knock-out,
            groups from which the first play on, or a ladder, which plays on until you stop it.
        tables: The approximate number of different tables in a round robin or a group. If there are fewer, all are
            played.
        deals: The number of deals at each table.
        duplicate: Plays each deal once per rotation of the seats. "auto" does so only if no bot can remember a deal.
        challengers: The bots that a gauntlet tests.
        rounds: The number of rounds of a Swiss tournament. "auto" plays as many as find one winner at tables of two.
        tie_breaks: What separates bots with equal points in a Swiss tournament or a group, the most important one
            first. The default is all tie-breaks, in this order.
        ratings: Ratings that seed the bots of a Swiss tournament, a knock-out or groups; the others follow in the order
            of the plan.
        elimination: Whether a bot is out of a knock-out after one lost tie or after two.
        third_place: Lets the losers of the semi-finals of a knock-out play for the third place.
        further_deals: The maximum number of further deals if a tie of a knock-out has no winner; after these, the
            better seed goes on.
        schedule: Plays all tables of a round robin equally often, or chooses those that reveal most about the ranking.
        matches: The most matches of a ladder. It may change at any time.
        groups: The number of groups. The bots are dealt to them by their seeding.
        advance: How many bots of each group play on.
        then: What the first of all groups play.
    """

    kind: Literal["round-robin", "gauntlet", "swiss", "knockout", "groups", "ladder"] = "round-robin"
    tables: int = 200
    deals: int = 10
    duplicate: bool | Literal["auto"] = "auto"
    challengers: list[str] = field(default_factory=list)
    rounds: int | Literal["auto"] = "auto"
    tie_breaks: list[TieBreak] = field(default_factory=lambda: [*TIE_BREAKS])
    ratings: dict[str, float] = field(default_factory=dict)
    elimination: Literal["single", "double"] = "single"
    third_place: bool = False
    further_deals: int = 4
    schedule: Literal["all", "adaptive"] = "all"
    matches: int | Literal["endless"] = "endless"
    groups: int = 2
    advance: int = 2
    then: Literal["knockout", "swiss", "round-robin"] = "knockout"
