"""A match to be played, as a value: every process that plays it plays the same match."""

from __future__ import annotations

from msgspec import Struct, field

from referee.errors import UsageError
from referee.kernel.cards import CardData
from referee.kernel.match import Match, start_or_fail
from referee.kernel.options import WRONG_VALUE, OptionValue

MAX_TIME_MS = 7 * 24 * 3600 * 1000
MAX_STRIKES = 1000


class TimeControl(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much time the seats of a match have, in milliseconds, and how many strikes forfeit a seat.

    Attributes:
        decision_ms: The time for a decision before the bank is used.
        bank_ms: The bank of a seat at the start.
        increment_ms: The time that each answer adds to the bank.
        margin_ms: The allowance added for transport to the bot and back.
        startup_ms: The time that a bot has to connect.
        max_strikes: The number of strikes that forfeit a seat.
        cover_forfeits: Whether the defaults of a forfeited seat take as long as its earlier answers, so that the other
            bots do not notice.
    """

    decision_ms: int = 10_000
    bank_ms: int = 60_000
    increment_ms: int = 0
    margin_ms: int = 20
    startup_ms: int = 30_000
    max_strikes: int = 3
    cover_forfeits: bool = True

    def check(self) -> None:
        """Raise `UsageError` if a limit makes no sense."""
        for name in (name for name in self.__struct_fields__ if name.endswith("_ms")):
            least = 1 if name == "startup_ms" else 0  # with no time to connect, every seat would be a no-show
            if not least <= getattr(self, name) <= MAX_TIME_MS:
                raise _out_of_range(name, getattr(self, name), least, MAX_TIME_MS)
        if not 1 <= self.max_strikes <= MAX_STRIKES:
            raise _out_of_range("max_strikes", self.max_strikes, 1, MAX_STRIKES)
        if self.decision_ms + self.bank_ms == 0:
            why = "time control: decision_ms and bank_ms are both 0, so nobody could ever answer"
            raise UsageError(why, WRONG_VALUE, field="decision_ms", value=0, allowed="more than 0 if bank_ms is 0")


def _out_of_range(name: str, value: int, low: int, high: int) -> UsageError:
    why = f"time control: {name} = {value} is not from {low} to {high}"
    return UsageError(why, WRONG_VALUE, field=name, value=value, allowed=f"{low} to {high}")


class MatchJob(Struct, frozen=True, kw_only=True):
    """A match to play: its game, options and card set, the bots' names in seat order, the seed and the time control.

    The bots receive `match_id`, so it must not reveal anything about the deal. People see the match by its `name`
    (default: its id). `salt` hides the seed in the commitment, and is as secret as the seed until the record is shown
    (default: derived from seed and id). `attempt` is the number of times that the match was started before with other
    cards. `untimed` lists the seats without a clock: people.
    """

    match_id: str
    name: str = ""
    game_id: str
    bots: tuple[str, ...]
    seed: bytes
    salt: bytes = b""
    attempt: int = 0
    options: dict[str, OptionValue] = field(default_factory=dict)
    cards: CardData | None = None
    time_control: TimeControl = field(default_factory=TimeControl)
    untimed: tuple[int, ...] = ()

    def start(self) -> Match:
        """Return the match at its first decision. Raises `UsageError` or `CardSetError` for invalid settings.

        If the rules fail before the first decision, a failed match is returned; its header can still be written.
        """
        self.time_control.check()
        return start_or_fail(self.game_id, len(self.bots), self.seed, self.options, self.cards)
