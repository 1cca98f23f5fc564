"""The section `[stop]` of a plan as a value: when a tournament ends before all of its matches have been played."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Sprt(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The key `sprt` of `[stop]`: a sequential probability ratio test of one bot against another.

    Attributes:
        bots: The bot that is tested, and the one with which it is compared.
        elo1: H1: by how much the first bot is stronger.
        elo0: H0: by how much it is stronger at most; less than `elo1`.
        alpha: How often H1 may be accepted although H0 is true.
        beta: How often H0 may be accepted although H1 is true.
        model: The unit of `elo0` and `elo1`: normalized Elo, as in fishtest, or the Elo of the share of the points.
    """

    bots: list[str]
    elo1: float
    elo0: float = 0.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["normalized", "logistic"] = "normalized"


class Stop(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[stop]`: when the tournament ends before all matches of the plan have been played.

    Attributes:
        sprt: Ends it when a sequential test of two bots is decided.
        settled: Ends it when this is known with enough certainty: "order", "winner", or the best few bots, e.g. "top
            3".
        risk: With `settled`, the maximum share of tournaments that end with a wrong answer.
    """

    sprt: Sprt | None = None
    settled: str | None = None
    risk: float = 0.05
