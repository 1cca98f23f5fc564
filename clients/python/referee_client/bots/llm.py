"""Lets a language model play, over any chat endpoint like OpenAI's.

    LLM_URL    the endpoint, e.g. http://localhost:11434/v1 (`/chat/completions` is added)
    LLM_MODEL  the name of the model
    LLM_KEY    the key, if the endpoint needs one

The model gets what a person would see: the position as text, and the options with their numbers. It answers with a
number and a reason, which becomes the note. If it does not answer in time, or gives no valid number, the default option
is played; the note then begins with `default: ` and says why, and the referee counts it. Each cause is logged to stderr
once per match; at the end of the match, the bot logs how often each occurred.

If an answer names no option, the bot asks again with a hint about what was wrong. After an overload (429, 5xx) or a
lost connection the bot waits before it asks again, as long as `Retry-After` says; if there is no time for that, the
default is played. After status 401, 403, 404 and the like, it does not ask again in the match.

In the sandbox, a bot has no network by default. To allow it, use `--sandbox off` with `referee play`, or
`network = true` or `sandbox = "off"` in a plan.
"""

from __future__ import annotations

import os
import time
from collections import deque
from functools import cache
from typing import TYPE_CHECKING

from referee_client.bots.chat import Endpoint, Message, complete
from referee_client.bots.chat_answers import read_answer
from referee_client.bots.chat_failures import CUT_OFF, NO_TIME, Again, ChatError, Failure
from referee_client.bots.llm_tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee_client.turn import MatchEnd, MatchInfo, Turn

REMEMBERED = 8
"""How many past decisions the model is reminded of."""
LONGEST_WAIT = 120.0
"""Seconds: the longest wait for an answer or before the next request, even if there is more time."""
SHORTEST_WAIT = 0.2
"""Seconds: if less time is left for an answer, the model is not asked."""
KEPT_FOR_THE_WAY = 0.5
"""Seconds of a decision's time that are reserved for sending the answer to the referee."""
SHARE_OF_BANK = 0.25
"""The largest part of the bank that one decision may use, so that later decisions have some of it left."""
ATTEMPTS = 3
"""How often the model is asked in a turn, at most."""
BACK_OFF = (1.0, 3.0)
"""Seconds before the second and the third attempt, if the endpoint does not say how long to wait."""
NOTE_BYTES = 1024
DEFAULT = "default: "
"""The beginning of the note if the model did not decide: the referee counts such notes."""
MOST_TEXT = 24_000
"""How many characters of a position are sent; the end, which is the present view, is always among them."""

RULES = """You play the tabletop game {game} as seat {seat} of {seats}, to win. Cards of others are hidden from you. The
match is played with these options: {options}. In each turn you get what has happened, what you see, and a numbered list
of all that you may do now. Answer with the number of your choice alone on the first line. You may give a reason, one
sentence on the second line. The text explains what each card does. If you are not sure, choose what keeps most
possibilities open."""


class Pace:
    """When an endpoint may be asked again, by `time.monotonic()`, and which failure delays it."""

    def __init__(self) -> None:
        self.not_before = 0.0
        self.failure = NO_TIME

    def wait(self, seconds: float, failure: Failure) -> None:
        """Remember that no match may ask the endpoint for some seconds."""
        self.not_before = max(self.not_before, time.monotonic() + seconds)
        self.failure = failure


@cache
def pace_of(_endpoint: Endpoint) -> Pace:
    """The pace at which an endpoint is asked.

    The whole process shares one, because other matches must not ask earlier either.
    """
    return Pace()


class LanguageModel:
    """One match of a language model. `sleep` is called to wait."""

    def __init__(self, sleep: Callable[[float], None] = time.sleep) -> None:
        self._endpoint = Endpoint.from_environment(os.environ)
        self._pace = pace_of(self._endpoint)
        self._sleep = sleep
        self._past: deque[str] = deque(maxlen=REMEMBERED)
        self._system = ""
        self._tally = Tally()
        self._given_up: Failure | None = None

    def start(self, match: MatchInfo) -> None:
        """Prepare the description of the match for the model."""
        options = ", ".join(f"{name} = {value}" for name, value in sorted(match.options.items())) or "none"
        self._system = RULES.format(game=match.game_id, seat=match.seat, seats=len(match.bots), options=options)

    def end(self, _end: MatchEnd) -> None:
        """Log what went wrong in the match."""
        self._tally.say()

    def choose(self, turn: Turn) -> int:
        """Ask the model; return the default if there is no useful answer."""
        found = self._given_up or self._ask(turn)
        if isinstance(found, Failure):
            self._tally.defaulted(found)
            turn.note = _cut(f"{DEFAULT}{found}")
            self._past.append(f"turn {turn.number}: {turn.option_texts[turn.default_option]} (played for you)")
            return turn.default_option
        option, reason = found
        self._tally.decided()
        reason = self._endpoint.hide(reason)
        turn.note = _cut(f"reason: {reason}" if reason.startswith(DEFAULT) else reason)
        self._past.append(f"turn {turn.number}: {turn.option_texts[option]}")
        return option

    def _ask(self, turn: Turn) -> tuple[int, str] | Failure:
        """Return the option and the model's reason, or why there is none after all attempts that fit into the time."""
        asked = self._messages(turn)
        failure = None
        for attempt in range(ATTEMPTS):
            if not self._wait(turn):
                return failure or self._not_asked(turn)
            try:
                return self._ask_once(turn, asked)
            except ChatError as error:
                failure = error.failure
                self._tally.failed(turn.number, failure, self._endpoint.hide(str(error)))
                match failure.again:
                    case Again.AT_ONCE:
                        asked = _with_hint(asked, error, turn)
                    case Again.LATER:
                        back_off = BACK_OFF[min(attempt, len(BACK_OFF) - 1)]
                        self._pace.wait(max(back_off, error.wait or 0.0), failure)
                    case Again.NEXT_MATCH:
                        self._given_up = failure
                        return failure
                    case Again.NEXT_TURN:
                        return failure
        return failure or NO_TIME

    def _ask_once(self, turn: Turn, asked: list[Message]) -> tuple[int, str]:
        """Ask once. Raises `ChatError` if the model does not choose one of the options."""
        seconds = min(max(_until(turn) - time.monotonic(), SHORTEST_WAIT), LONGEST_WAIT)
        said = complete(self._endpoint, asked, seconds)
        # The last word of an answer that was cut off may be half a number.
        text = " ".join(said.text.rsplit(maxsplit=1)[:-1]) if said.cut_off else said.text
        try:
            return read_answer(text, list(turn.option_texts))
        except ChatError as error:
            raise (ChatError(f"cut off: {error}", CUT_OFF) if said.cut_off else error) from None

    def _wait(self, turn: Turn) -> bool:
        """Wait until the endpoint may be asked; return False if there would be no time left to ask."""
        wait = max(self._pace.not_before - time.monotonic(), 0.0)
        if wait > LONGEST_WAIT or _until(turn) - time.monotonic() - wait < SHORTEST_WAIT:
            return False
        if wait:
            self._sleep(wait)
        return True

    def _not_asked(self, turn: Turn) -> Failure:
        """Log that the model was not asked at all in this turn, and return why."""
        wait = self._pace.not_before - time.monotonic()
        failure = self._pace.failure if wait > 0 else NO_TIME
        why = f"{self._endpoint.host} may be asked again in {wait:.0f} s" if wait > 0 else "no time is left to ask"
        self._tally.say_once(turn.number, failure, why)
        return failure

    def _messages(self, turn: Turn) -> list[Message]:
        past = f"Your last choices:\n{chr(10).join(self._past)}\n\n" if self._past else ""
        options = "\n".join(f"{number} {text}" for number, text in enumerate(turn.option_texts))
        seen = turn.text[-MOST_TEXT:]
        question = f"{past}Turn {turn.number}.\n{seen}\n\nYour options:\n{options}\n\nYour choice (a number):"
        return [Message("system", self._system), Message("user", question)]


def _with_hint(asked: list[Message], error: ChatError, turn: Turn) -> list[Message]:
    """The messages, followed by what the model said and what was wrong with it."""
    hint = f"That was not it: {error}. Answer with a number from 0 to {turn.option_count - 1} alone."
    return [*asked, Message("assistant", error.said), Message("user", hint)]


def _until(turn: Turn) -> float:
    """The deadline for the answer, on the clock of `time.monotonic()`."""
    return turn.deadline - (1 - SHARE_OF_BANK) * turn.bank_left - KEPT_FOR_THE_WAY


def _cut(reason: str) -> str:
    """The beginning of a reason that fits into a note."""
    return reason.encode(errors="replace")[:NOTE_BYTES].decode(errors="ignore")
