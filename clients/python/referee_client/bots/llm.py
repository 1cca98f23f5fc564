"""Lets a language model play, over any chat endpoint that speaks as OpenAI's does.

    LLM_URL    where it is, for example http://localhost:11434/v1 (`/chat/completions` is added)
    LLM_MODEL  the name of the model
    LLM_KEY    the key, if the endpoint wants one

The model is shown what a person would see: the position as text, and the options with their numbers. It answers with a
number and a reason, which becomes the note. When it does not answer in time, or not with a number that there is, the
default option is played, and a warning says why.

A sandbox has no network, so this bot is started without one: `--sandbox off`, or `sandbox = "off"` in a plan.
"""

from __future__ import annotations

import logging
import os
import time
from collections import deque
from typing import TYPE_CHECKING

from referee_client.bots.chat import ChatError, Endpoint, Message, complete
from referee_client.bots.chat_answers import read_answer

if TYPE_CHECKING:
    from referee_client.turn import MatchInfo, Turn

REMEMBERED = 8
"""Decisions that the model is reminded of."""
LONGEST_WAIT = 120.0
"""Seconds for an answer, however much time there is."""
KEPT_FOR_THE_WAY = 0.5
"""Seconds of a decision's time that are left over, for the way to the referee."""
SHARE_OF_BANK = 0.25
"""As much of what is left in the bank is spent on one decision at most, so that something is left for the others."""
ATTEMPTS = 2
"""How often the model is asked before the default is played."""
NOTE_BYTES = 1024
MOST_TEXT = 24_000
"""Characters of a position that are sent; the end of it is what is seen now, and is always sent."""

RULES = """You play the tabletop game {game} as seat {seat} of {seats}, to win. Cards of others are hidden from you.
The match is played with these options: {options}.
In each turn you get what has happened, what you see, and a numbered list of all that you may do now.
Answer with the number of your choice alone on the first line. You may give a reason, one sentence on the second line.
What a card does stands in the text. If you are not sure, choose what keeps most possibilities open."""

log = logging.getLogger("referee_client")


class LanguageModel:
    """One match of a language model."""

    def __init__(self) -> None:
        self._endpoint = Endpoint.from_environment(os.environ)
        self._past: deque[str] = deque(maxlen=REMEMBERED)
        self._system = ""

    def start(self, match: MatchInfo) -> None:
        """Tells the model what is played."""
        options = ", ".join(f"{name} = {value}" for name, value in sorted(match.options.items())) or "none"
        self._system = RULES.format(game=match.game_id, seat=match.seat, seats=len(match.bots), options=options)

    def choose(self, turn: Turn) -> int:
        """Asks the model; the default, if nothing useful comes."""
        asked = self._messages(turn)
        for attempt in range(1, ATTEMPTS + 1):
            seconds = min(LONGEST_WAIT, _until(turn) - time.monotonic())
            if seconds <= 0:
                log.warning("turn %d: no time is left to ask the model; the default is played", turn.number)
                break
            try:
                said = complete(self._endpoint, asked, seconds)
                option, reason = read_answer(said, list(turn.option_texts))
            except ChatError as error:
                log.warning("turn %d, attempt %d of %d: %s", turn.number, attempt, ATTEMPTS, error)
                if error.said:
                    hint = f"That was not it: {error}. Answer with a number from 0 to {turn.option_count - 1} alone."
                    asked = [*asked, Message("assistant", error.said), Message("user", hint)]
            else:
                turn.note = _cut(reason)
                self._past.append(f"turn {turn.number}: {turn.option_texts[option]}")
                return option
        turn.note = "the model gave no answer, so this is the default"
        self._past.append(f"turn {turn.number}: {turn.option_texts[turn.default_option]} (played for you)")
        return turn.default_option

    def _messages(self, turn: Turn) -> list[Message]:
        past = f"Your last choices:\n{chr(10).join(self._past)}\n\n" if self._past else ""
        options = "\n".join(f"{number} {text}" for number, text in enumerate(turn.option_texts))
        seen = turn.text[-MOST_TEXT:]
        question = f"{past}Turn {turn.number}.\n{seen}\n\nYour options:\n{options}\n\nYour choice (a number):"
        return [Message("system", self._system), Message("user", question)]


def _until(turn: Turn) -> float:
    """When the answer must be there, on the clock of `time.monotonic()`."""
    return turn.deadline - (1 - SHARE_OF_BANK) * turn.bank_left - KEPT_FOR_THE_WAY


def _cut(reason: str) -> str:
    """As much of a reason as a note may hold."""
    return reason.encode(errors="replace")[:NOTE_BYTES].decode(errors="ignore")
