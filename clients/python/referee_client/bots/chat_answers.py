"""Finds the number of an option in what a language model said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from referee_client.bots.chat_failures import NO_NUMBER, OUT_OF_RANGE, ChatError

if TYPE_CHECKING:
    from collections.abc import Sequence

_THOUGHTS = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_NUMBER = r"(\d{1,6})(?![.]?\w)"
_FIRST = re.compile(rf"(?:[^\w-]|-(?!\d)|_)*{_NUMBER}(?P<behind>.*)")
_BETWEEN = r"[\s\"'*`:=#{(]*(?:(?:is|be|the|option|number|no)\b[\s\"'*`:=#{(.]*)*"
_DECIDED = re.compile(rf"\b(?:answer|choice|choose|chosen|pick|select|take)\b{_BETWEEN}{_NUMBER}", re.IGNORECASE)
_NAMED = re.compile(rf"\b(?:option|number)\b{_BETWEEN}{_NUMBER}", re.IGNORECASE)
_ANY = re.compile(rf"(?<![\w.-]){_NUMBER}")
_ENDS = tuple(".:,;)]}*`\"'")
"""Characters after a number that show that it stands by itself, as in `3. sell` or `**3**`."""


def read_answer(said: str, options: Sequence[str]) -> tuple[int, str]:
    """The index of the option that the model chose, and its reason.

    The first of these that is found decides: a number that begins the first line; a number after a word such as
    "choose"; the only option whose text the answer quotes, if it contains no other number; the only option that is
    named; the only number in the text.

    Raises:
        ChatError: none of these is found, or there is no such option.
    """
    text = _THOUGHTS.sub("", said).strip()
    if not text:
        raise ChatError("the model produced only its reasoning, and no answer", NO_NUMBER, said)
    first, _, rest = text.partition("\n")
    begins = _FIRST.match(first)
    if begins and _stands_alone(begins["behind"], begins[1], options):
        return _checked(begins[1], options, said), rest.strip() or begins["behind"].strip(" *`\"').:,;-]}")
    if decided := _DECIDED.findall(text):
        return _checked(decided[-1], options, said), text
    folded = text.casefold()
    repeated = [number for number, option in enumerate(options) if option and option.casefold() in folded]
    if len(repeated) == 1 and not _ANY.search(folded.replace(options[repeated[0]].casefold(), "")):
        return repeated[0], text
    for pattern in (_NAMED, _ANY):
        numbers = set(pattern.findall(text))
        if len(numbers) == 1:
            return _checked(numbers.pop(), options, said), text
    raise ChatError(f"cannot find the number of one option in {text[:100]!r}", NO_NUMBER, said)


def _stands_alone(behind: str, number: str, options: Sequence[str]) -> bool:
    """Whether a number at the beginning is the answer: nothing, punctuation or its option's text follows it."""
    own = options[int(number)].casefold() if int(number) < len(options) else ""
    return not behind.strip() or behind.startswith(_ENDS) or bool(own and behind.strip().casefold().startswith(own))


def _checked(number: str, options: Sequence[str], said: str) -> int:
    if int(number) >= len(options):
        raise ChatError(f"there is no option {number}, only 0 to {len(options) - 1}", OUT_OF_RANGE, said)
    return int(number)
