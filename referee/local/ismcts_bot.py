"""The sample bot `ismcts`: a tree search over what its seat can know.

`python -m referee_client.bots ismcts` runs it. It thinks for a share of the time that each decision has, and uses the
bank only to work out what has happened. In its search, the sample bot `greedy` plays all seats if it knows the game;
for any other game the defaults and random options are played. Final positions are judged by the scores, or by a learned
`Evaluation` if one is shipped for the game, the number of seats and the cards. If there is no time to search, or the
bot cannot find out what happened, it chooses as the simulated seats in the search do; the note then begins with
`default: ` and says why.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from referee_client.bot import index_of
from referee_client.bots.greedy import GREEDY, Greedy
from referee_client.turn import MatchInfo, Turn

from referee.errors import RefereeError
from referee.kernel.chance import SEED_BYTES, Chance
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.learning import Belief
from referee.learning.evaluation import Evaluation
from referee.learning.ismcts import Policy, TreeSearch
from referee.local.policies import BotPolicy

SHARE = 0.8
"""The share of the time for a decision that the bot uses."""

SHARE_OF_BANK = 0.1
"""The share of the bank that the bot may use to work out what has happened, which takes longest at its first turn."""

LONGEST = 2.0
"""Seconds: the longest time for a decision, and of the bank."""

PLAYED_ON_TO_ESTIMATE = 10
"""The number of decisions after the tree if an evaluation judges what it reaches."""

NO_TIME = "no time to search"


class Ismcts:
    """Plays any game that is installed."""

    def start(self, match: MatchInfo) -> None:
        """Begin to follow the match."""
        self._greedy: Greedy | None = None
        if match.game_id in GREEDY:
            self._greedy = Greedy()
            self._greedy.start(match)
        self._policy: Policy = BotPolicy(Greedy, match) if match.game_id in GREEDY else random_policy()
        self._evaluation = Evaluation.shipped(match.game_id, len(match.bots), match.card_set_digest)
        self._belief: Belief | None = None
        self._why_not = ""
        try:
            self._belief = Belief.of_match(match)
        except RefereeError as error:
            self._why_not = str(error)

    def choose(self, turn: Turn) -> int:
        """Search until the time for this decision is used up."""
        now = time.monotonic()
        until = now + min(SHARE * turn.decision_left, LONGEST)
        longer = until + min(SHARE_OF_BANK * turn.bank_left, LONGEST)
        chosen = self._searched(turn, lambda: time.monotonic() < until, lambda: time.monotonic() < longer)
        if chosen is None:
            chosen = turn.default_option if self._greedy is None else index_of(self._greedy.choose(turn), turn)
            turn.note = f"default: {self._why_not or NO_TIME}"
        if self._belief is not None:
            self._belief.chose(chosen)
        return chosen

    def _searched(self, turn: Turn, goes_on: Callable[[], bool], goes_on_longer: Callable[[], bool]) -> int | None:
        """The option that the search finds; None if there was no search."""
        if self._belief is None:
            return None
        try:
            if not self._belief.see_turn(turn, goes_on_longer):
                return None
        except RefereeError as error:
            self._belief, self._why_not = None, str(error)
            return None
        if turn.option_count == 1:
            return 0
        search = self._new_search(self._belief)
        search.search(goes_on)
        return search.best()

    def _new_search(self, belief: Belief) -> TreeSearch:
        if self._evaluation is None:
            return TreeSearch(belief, self._policy)
        return TreeSearch(belief, self._policy, judge=self._evaluation, played_on=PLAYED_ON_TO_ESTIMATE)


def random_policy() -> Policy:
    """The default in half of the cases, and otherwise a random option."""
    chance = Chance(bytes(SEED_BYTES), "policy", {})

    def choose(match: Match, seat: Seat) -> int:
        return match.default(seat) if chance.below(2) else chance.below(len(match.asked[seat]))

    return choose
