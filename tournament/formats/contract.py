"""The definition of a format: a function that takes what was played so far and returns the tables that are played next.

The tables of a format are drawn stage by stage. A stage, for example a round, is a set of deals at tables that can be
played in any order and at the same time. A format sees only results of stages that are complete, and what was drawn
once never changes. So the same results give the same contest, whether it is played in parallel, one match after the
other, or with interruptions.

For every format, these rules hold:

- A void match is no result. It is played again, and its stage is complete only then.
- A forfeit is a result: the bot that forfeits has the last place. This includes a bot that does not connect.
- If a match is to be played again, its stage is open again, and nothing is drawn until it has been played. Tables that
  have been drawn since then remain as they are.
- A match that is annulled, or not rated because a bot had to wait for a core, does not count: see `tables_of`.
- Matches of a withdrawn bot that were not played are never played, and its stage is complete without them. At such a
  table, the other bots get the points of a bye. The bot is no longer drawn. A bot that enters late is drawn from the
  next stage on, if the format allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from tournament.formats.showing import FormatTable
from tournament.plan.plan import Plan
from tournament.schedule.slots import Drawn
from tournament.statistics.results import MatchResult


class Contest(Struct, frozen=True, kw_only=True):
    """What a format may look at. All of this is public, and it does not include when or where a match was played.

    Attributes:
        plans: All plans of the tournament, the one in force last; `Drawn.edition` is an index into them.
        duplicate: Whether each deal is played once per rotation of the seats.
        drawn: Everything that was drawn so far, in order.
        results: The results of each drawn deal by its block, in match order. A match that does not count for the
            format is not `rated`. Blocks of a withdrawn bot may lack results.
    """

    plans: Sequence[Plan]
    duplicate: bool
    drawn: Sequence[Drawn] = ()
    results: Mapping[str, Sequence[MatchResult]] = {}

    @property
    def plan(self) -> Plan:
        """The plan in force."""
        return self.plans[-1]

    @property
    def stage(self) -> int:
        """The number of the stage that is drawn next."""
        return self.drawn[-1].stage + 1 if self.drawn else 0


class NextDraw(Struct, frozen=True, kw_only=True):
    """The answer of a format.

    `drawn` are the deals of the next stage, and `title` is what people call it; if there are none, the contest is
    `over`, for this reason.
    """

    drawn: Sequence[Drawn] = ()
    title: str = ""
    over: str = ""


def _nothing(_contest: Contest) -> list[FormatTable]:
    return []


class ContestFormat(Struct, frozen=True, kw_only=True):
    """A format.

    Attributes:
        draw: Returns the next stage of a contest, or says that it is over. It must be a pure function.
        needs_results: Whether the tables depend on results. If not, they follow from the plans whenever they are
            needed; otherwise they are stored when they are drawn.
        window: How many stages may be in play at the same time. `draw` sees results up to this many stages before the
            one that it draws.
        show: Returns what people expect to see of the contest.
        many_stages: Whether there are so many small stages that nobody wants to hear of each.
    """

    draw: Callable[[Contest], NextDraw]
    needs_results: bool = True
    window: int = 1
    show: Callable[[Contest], list[FormatTable]] = _nothing
    many_stages: bool = False
