"""The options and card sets that are played: any two values of different options together in at least one match."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from referee.battery.changed_cards import Path, changes_in, put_back
from referee.battery.pairs import RowOfPairs, in_pairs
from referee.errors import UsageError
from referee.kernel.cards import CardData
from referee.kernel.game import Game
from referee.kernel.match import Match, start
from referee.kernel.options import CUSTOM, DeclaredOption, Flag, OptionValue, Whole, option_text, read_options

SHOWN_CHANGES = 6
SEEDS = 1 << 32

VariantPart = str | Path
"""The name of an option, or the path to a number in the card set; the empty path is the whole set."""


@dataclass(frozen=True)
class Variant:
    """The settings of a match: the number of seats, the seed, and everything that is not the default."""

    seats: int
    seed: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    cards: CardData | None = None

    def start(self, game: Game[Any]) -> Match:
        """The match at its start."""
        return start(game, seats=self.seats, seed=self.seed, options=self.options, cards=self.cards)

    def words(self, game: Game[Any]) -> str:
        """The options as typed on a command line, and the changes to the card set."""
        options = [f"--option {name}={option_text(value)}" for name, value in self.options.items()]
        words = f"{' '.join([f'--seats {self.seats}', *options])}, seed {self.seed}"
        if self.cards is None:
            return words
        changes = [f"{'.'.join(map(str, path))} = {number}" for path, number in changes_in(game, self.cards).items()]
        more = f" and {len(changes) - SHOWN_CHANGES} more" if len(changes) > SHOWN_CHANGES else ""
        return f"{words}, a card set with {', '.join(changes[:SHOWN_CHANGES])}{more}"

    def parts(self, game: Game[Any]) -> list[VariantPart]:
        """The settings that differ from the default: each option, the card set, and each number in it."""
        return [*self.options, *([] if self.cards is None else [(), *changes_in(game, self.cards)])]

    def without(self, part: VariantPart, game: Game[Any]) -> Variant | None:
        """The variant with one part reset to the default; None if there can be no such match."""
        if isinstance(part, str):
            options = {name: value for name, value in self.options.items() if name != part}
            simpler = replace(self, options=options)
        elif self.cards is None or not part:
            simpler = replace(self, cards=None)
        elif (cards := put_back(game, self.cards, part)) is not None:
            simpler = replace(self, cards=cards)
        else:
            return None
        return simpler if fits(game, simpler.seats, simpler.options, custom_cards=simpler.cards is not None) else None


def fits(game: Game[Any], seats: int, options: Mapping[str, OptionValue], *, custom_cards: bool) -> bool:
    """Whether a match can have these options."""
    try:
        read_options(game.option_type, options, seats, custom_cards=custom_cards)
    except UsageError:
        return False
    return True


def variants_in_pairs(
    game: Game[Any], card_sets: Callable[[Random], CardData] | None, randomly: Random
) -> Iterator[Variant]:
    """Variants in which any two compatible values of different options are played together at least once.

    The number of seats counts as an option, and so does a custom card set. A game with neither options nor other card
    sets has no variants.
    """
    options = [option for option in game.options if len(levels(option)) > 1]
    seat_counts = range(game.seats[0], game.seats[1] + 1)
    own_cards = (True,) if card_sets is None else (True, False)
    columns: list[Sequence[Hashable]] = [seat_counts, *map(levels, options), own_cards]

    def make(row: RowOfPairs) -> Variant | None:
        taken: list[Any] = [randomly.choice(level) if isinstance(level, range) else level for level in row]
        seats, *values, own = taken
        named = zip(options, values, strict=True)
        chosen = {option.name: value for option, value in named if value != option.default}
        if not fits(game, seats, chosen, custom_cards=not own):
            return None
        cards = None if own or card_sets is None else card_sets(randomly)
        return Variant(seats, randomly.randrange(SEEDS), chosen, cards)

    if options or card_sets is not None:
        yield from in_pairs(columns, make, randomly)


def levels(option: DeclaredOption) -> list[OptionValue | range]:
    """The values that are played of an option: its limits, its words, its default, and a range for other values.

    The word for a custom card set is left out, as it follows from the card set.
    """
    kind = option.kind
    if isinstance(kind, Flag):
        return [False, True]
    if not isinstance(kind, Whole):
        return [word for word in kind.words if word != CUSTOM]
    between = [range(kind.low + 1, kind.high)] if kind.high - kind.low > 1 else []
    return [*dict.fromkeys([kind.low, kind.high, *kind.words, option.default]), *between]
