"""The section `[tune]` of a plan as a value: which numbers of a bot are tuned, and how long."""

from __future__ import annotations

from msgspec import Struct


class TuneParameter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of `[[tune.parameters]]`: an environment variable of the bot that holds a number.

    Attributes:
        name: The variable.
        start: Its value before the first batch.
        lowest: The lowest value that the bot may get.
        highest: The highest value.
        step: How far the two versions of the bot are from the value in the last batch; further in earlier ones.
        whole: Rounds the values to whole numbers.
    """

    name: str
    start: float
    lowest: float
    highest: float
    step: float
    whole: bool = False


class Tune(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[tune]`, for `tournament tune`. The deals of `[format]` are those of each batch.

    Attributes:
        bot: The bot that is tuned. Its two versions and the other bots of the plan fill one table.
        parameters: What is tuned.
        batches: The number of batches. The values change after each one.
        rate: How many steps a value moves in the last batch if the result is one standard error from even.
    """

    bot: str
    parameters: list[TuneParameter]
    batches: int = 100
    rate: float = 0.15
