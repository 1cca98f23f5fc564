"""What is known about a card: from the table's text, or else from the rules, or else from the card set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.kernel.cards import CardData

MOST = 8
"""The maximum number of cards to explain at once."""
MOST_NAMES = 80
NO_FACTS = {"id", "name", "source", "fixed"}
"""Keys of a card that do not matter for playing it."""


@dataclass(frozen=True)
class KnownCard:
    """A card of a card set: its name, the part of the set that contains it, and its facts."""

    name: str
    part: str
    facts: Mapping[str, Any]

    def text(self, texts: Mapping[str, str]) -> str:
        """What the card does: in the words of the rules if `texts` has them, or else as the card set says."""
        if (said := texts.get(self.facts["id"])) is not None:
            return f"{self.name}: {said}."
        facts = [f"{_plain(key)} {_said(value)}" for key, value in self.facts.items() if key not in NO_FACTS]
        return f"{self.name} ({_plain(self.part)}): {'; '.join(facts)}"


def explain(word: str, text: str, cards: CardData, texts: Mapping[str, str]) -> list[str]:
    """What is known about the cards that match a word, or else the lines of the table's `text` that contain it.

    `texts` say what cards do in the words of the rules, by id.
    """
    known = list(cards_of(cards))
    meant = _meant(word, known)
    if not meant:
        return _lines_with(word, text) or [_nothing_known(word, known)]
    said = [line for card in meant[:MOST] for line in _shown(card, text) or [card.text(texts)]]
    if len(meant) > MOST:
        said.append(f"and {len(meant) - MOST} more: {', '.join(card.name for card in meant[MOST:])}")
    return list(dict.fromkeys(said))


def cards_of(cards: CardData) -> Iterator[KnownCard]:
    """All cards of a set: the rows of its lists that have an id."""
    for part, rows in cards.items():
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict) and isinstance(row.get("id"), str):
                yield KnownCard(str(row.get("name", _plain(row["id"]))), part, row)


def _lines_with(word: str, text: str) -> list[str]:
    """The lines of the table that contain a word, such as a place, a seat or a phase."""
    return [line.strip() for line in text.split("\n") if word.casefold() in line.casefold()]


def _nothing_known(word: str, known: list[KnownCard]) -> str:
    if not known:
        return f"the cards of this match are unknown here, and the table does not show {word[:40]!r}"
    names = ", ".join(card.name for card in known[:MOST_NAMES]) + (", ..." if len(known) > MOST_NAMES else "")
    return f"there is no card called {word[:40]!r}, and the table does not show that name; the cards are {names}"


def _meant(word: str, known: list[KnownCard]) -> list[KnownCard]:
    """The cards with this name, or else those whose names begin with it, or else those whose names contain it."""
    wanted = _plain(word).casefold()
    names = [(card, {card.name.casefold(), _plain(card.facts["id"]).casefold()}) for card in known]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [card for card, called in names if any(fits(name, wanted) for name in called)]
        if found:
            return found
    return []


def _shown(card: KnownCard, text: str) -> list[str]:
    """How the table's text explains a card: on a separate line, or with numbers in brackets."""
    named = "|".join(re.escape(name) for name in (card.name, _plain(card.facts["id"])))
    lines = re.findall(rf"^\s*((?:{named})(?: \([^()]*\))?: .*)$", text, flags=re.MULTILINE | re.IGNORECASE)
    return lines or re.findall(rf"\b((?:{named}) \([^()]*\d[^()]*\))", text, flags=re.IGNORECASE)


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_plain(key)} {_said(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(map(_said, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _plain(str(value))


def _plain(text: str) -> str:
    return text.replace("_", " ")
