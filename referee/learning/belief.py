"""A belief: what one seat knows about a match, as a source of whole matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from referee.errors import IllegalChoice, NoOtherWorld, UsageError
from referee.kernel.card_set import CardSet
from referee.kernel.cards import CardData
from referee.kernel.chance import Chance, seed_from
from referee.kernel.game import Game, find_game
from referee.kernel.match import Match
from referee.kernel.options import OptionValue, read_options
from referee.kernel.seats import Seat
from referee.learning.guessing import Habits, copy_of
from referee.learning.guiding import Guide
from referee.learning.imagining import Attempt, Glimpse
from referee.learning.repairs import World, random_seed
from referee.learning.searching import NO_SEED, Anchor, FoundWorld, Search, always

if TYPE_CHECKING:
    from referee_client.turn import MatchInfo, Turn

MOST_ATTEMPTS = 100_000
"""The maximum number of attempts to imagine what led to a turn."""

SAMPLE_ATTEMPTS = 60
"""The maximum number of attempts for a sample.

If none of them agrees, the sample is a variation of a match that agreed before.
"""

VARIATIONS = 12


class Belief:
    """What one seat knows about a match, as a source of whole matches that agree with it.

    It knows what a bot knows from the wire: the match, and the turns of its seat. Call `see` for each turn of the seat,
    and `chose` with the answer. Where an answer is missing, the default was played.

    A sample agrees with everything that the seat sees at its turn: the view, the options, and all events of the match.
    To make one, everything that the seat cannot see is dealt again at the start of the running phase, and each deal is
    equally likely. Other seats' choices since then, and random numbers, are guessed from the events, and corrected
    together with the deal until everything agrees. So a sample is not weighted by how likely the others' choices were.
    It also does not contain hidden cards that the seat saw in earlier phases, unless its view or the game's own redeal
    still shows them. Everything that is still to come is random.

    Raises `UsageError` for an unknown game, a wrong number of seats, a wrong seat or a wrong option, and `CardSetError`
    for invalid cards.

    Attributes:
        game: The game.
        seat: The seat.
    """

    def __init__(
        self,
        game: str | Game[Any],
        *,
        seats: int,
        seat: int,
        options: Mapping[str, OptionValue] | None = None,
        cards: str | CardData | None = None,
    ) -> None:
        self.game = find_game(game)
        low, high = self.game.seats
        if not low <= seats <= high:
            raise UsageError(f"{self.game.id} needs {low} to {high} seats, not {seats}")
        if not 0 <= seat < seats:
            raise UsageError(f"there is no seat {seat}; the seats are 0 to {seats - 1}")
        self.seat = Seat(seat)
        card_set = CardSet.of(self.game, cards)
        chosen = read_options(self.game.option_type, options or {}, seats, custom_cards=card_set.own is not None)
        table = self.game.table_type(seat_count=seats, seed=NO_SEED, options=chosen)
        self._found = FoundWorld(Anchor(self.game, card_set), World(self.game.encode(table), Guide(NO_SEED)), Attempt())
        self._events: list[Any] = []
        self._glimpses: list[Glimpse] = []
        self._habits: Habits = {}
        self._is_settled = False

    @classmethod
    def of_match(cls, match: MatchInfo) -> Belief:
        """The belief of a bot at the start of a match. The bot needs `wants_cards` if the card set is a custom one.

        Raises `UsageError` if this is impossible: an earlier process of the bot played a part of the match, or this
        program has other rules, or has not got the cards.
        """
        if match.resumed:
            raise UsageError("an earlier process of the bot has seen a part of this match, which is unknown now")
        belief = cls(match.game_id, seats=len(match.bots), seat=match.seat, options=match.options, cards=match.cards)
        digest = belief._found.anchor.card_set.digest
        for what, theirs, ours in (
            ("the rules", match.rules_version, belief.game.rules_version),
            ("the card set", match.card_set_digest, digest),
        ):
            if theirs != ours:
                raise UsageError(f"{what} of the match: {theirs}; this program has {ours}")
        return belief

    def see_turn(self, turn: Turn, goes_on: Callable[[], bool] = always) -> bool:
        """Process a turn that a bot has received, as `see` does. The bot needs `wants_events`."""
        return self.see(turn.position.SerializeToString(), turn.default_option, goes_on)

    def see(self, position: bytes, default: int = 0, goes_on: Callable[[], bool] = always) -> bool:
        """Process a turn of the seat: a serialised Position with the events since its last turn, and the default.

        Returns whether `sample` is possible now. It is not possible if `goes_on` returned False before a match was
        found that agrees; the search then continues with the next turn.

        Raises `UnreadablePosition` for anything else, and `NoOtherWorld` if there is no such match: a turn or an answer
        was left out, or this is another match. In that case, the belief has not changed.
        """
        read = self.game.decoder.position(position)
        events = [*self._events, *read.events]
        glimpses = [*self._glimpses, Glimpse(len(events), read.view, read.options, default)]
        chance = Chance(NO_SEED, f"turn {len(events)}", {})
        habits = copy_of(self._habits)
        search = Search(self._found.anchor, self.seat, events, glimpses, habits, chance)
        found = search.find(self._found.world, MOST_ATTEMPTS, goes_on)
        if found is None and goes_on():
            raise NoOtherWorld(f"{MOST_ATTEMPTS} imagined matches all differ from what seat {self.seat} saw")
        self._events, self._habits, self._glimpses = events, habits, glimpses
        self._is_settled = found is not None
        if found is None:
            self._found.world = search.reached
        else:
            self._found, own = found.later(self.seat, len(found.made.answers))
            self._glimpses = glimpses[-own - 1 :]
        return self._is_settled

    def chose(self, index: int) -> None:
        """Record the seat's answer to its present turn. Raises `IllegalChoice` if there is no such option."""
        turn = self._present()
        if not 0 <= index < len(turn.options):
            raise IllegalChoice(f"seat {self.seat} chose {index}; its options are 0 to {len(turn.options) - 1}")
        turn.chosen = index

    def sample(self, seed: bytes | int) -> Match:
        """A whole match in which the seat has its present turn, with the same view, options and events.

        The same seed gives the same match. If others are asked in the same round, they have not answered yet.
        """
        self._present()
        if not self._is_settled:
            raise UsageError("no match was found in time that agrees with the present turn, so there is no sample")
        chance = Chance(seed_from(seed), "belief", {})
        habits = copy_of(self._habits)
        search = Search(self._found.anchor, self.seat, self._events, self._glimpses, habits, chance)
        found = search.find(search.dealt_anew(self._found.world), SAMPLE_ATTEMPTS)
        if found is None:
            found = search.varied(self._found, VARIATIONS)
        return found.anchor.realised(found.world, found.made.answers, random_seed(chance))

    def _present(self) -> Glimpse:
        if not self._glimpses:
            raise UsageError(f"seat {self.seat} has had no turn yet; call see first")
        return self._glimpses[-1]
