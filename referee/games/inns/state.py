"""The whole state of a match. A card is represented by its character: copies are equal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated

from msgspec import Struct, field

from referee.games.inns.cards import COPIES, INITIATIVES, Card, Cards
from referee.games.inns.words import CHARACTERS, Character
from referee.kernel.options import Flag, GameOptions, Whole, not_allowed
from referee.kernel.seats import Seat
from referee.kernel.table import Table


class Options(GameOptions, frozen=True):
    """The options of a match."""

    hoard_goal: Annotated[
        int | str,
        Whole(
            20,
            150,
            "the Hoard that ends the match; `table` means the value in the card set for the number of players",
            words=("table",),
        ),
    ] = "table"
    round_length: Annotated[int, Whole(1, 5, "the number of Turns after which the cards return to the hands")] = 5
    quick_auction: Annotated[bool, Flag("whether all seats bid in an auction at the same time and in secret")] = False
    own_card_in_range: Annotated[bool, Flag("whether abilities with Range count their own card; 3 players only")] = (
        False
    )
    turn_limit: Annotated[int, Whole(1, 100, "the maximum number of Turns")] = 60

    def check(self, seats: int) -> None:
        """Refuse `own_card_in_range` with more than 3 seats."""
        if self.own_card_in_range and seats != 3:
            raise not_allowed("own_card_in_range", "true", f"it needs 3 seats, and there are {seats}")


class Token(Struct):
    """A Target Token on a Table Setting; its owner's current card says what it does."""

    owner: Seat
    named: int = 0


class Player(Struct):
    """The state of one seat. The hand is sorted by initiative; `morality` is that of the current card if it changed.

    The ledger has, by initiative, the character that the seat is publicly known to hold.
    """

    hand: list[Character] = field(default_factory=list)
    current: Character | None = None
    face_up: bool = False
    discard: list[Character] = field(default_factory=list)
    table: int = 0
    hoard: int = 0
    blocked: bool = False
    morality: str | None = None
    transmuted: int = 0
    tokens: list[Token] = field(default_factory=list)
    ledger: list[Character | None] = field(default_factory=lambda: [None] * len(INITIATIVES))

    @property
    def held(self) -> list[Character]:
        """All six cards, once the hand is built."""
        return [*self.hand, *self.discard, *([] if self.current is None else [self.current])]

    @property
    def shown(self) -> Character | None:
        """The seat's current card, if it lies face up."""
        return self.current if self.face_up else None

    @property
    def face_down(self) -> bool:
        """Whether the seat has a face-down card."""
        return self.current is not None and not self.face_up


def unplayed(ledger: Sequence[Character | None], shown: Collection[Character | None]) -> list[int]:
    """The initiatives without a visible card; visible cards, in a Discard or face up, are in the ledger."""
    return [initiative for initiative, known in enumerate(ledger, 1) if known is None or known not in shown]


class Auction(Struct):
    """The running auction. `won` says that the bidding is over and the leader has paid."""

    seller: Seat
    high: int = 0
    leader: Seat | None = None
    passed: list[Seat] = field(default_factory=list)
    won: bool = False


class InnsTable(Table[Cards]):
    """The table. `acting` holds the seats whose revealed cards still have to act, the acting one first.

    `supply` counts the unchosen cards of each character, `loot_out` the Loot outside the Treasure Pile.
    """

    options: Options = field(default_factory=Options)
    players: list[Player] = field(default_factory=list)
    supply: list[int] = field(default_factory=lambda: [COPIES] * len(CHARACTERS))
    head: Seat = Seat(0)
    turn: int = 0
    called: int = 0
    acting: list[Seat] = field(default_factory=list)
    auction: Auction | None = None
    loot_out: int = 0
    end_reason: str = ""

    def table_order(self) -> list[Seat]:
        """All seats, clockwise from the Head of the Table."""
        return self.clockwise(self.head)

    def card(self, seat: Seat) -> Card:
        """The current card of a seat, which must have one."""
        current = self.players[seat].current
        assert current is not None, f"seat {seat} has no current card"
        return self.cards.characters[current]


def invariants(t: InnsTable) -> None:
    """Assert the facts that hold after every step (section 11 of the game's specification)."""
    _hands_are_whole(t)
    assert len({len(player.hand) for player in t.players}) == 1, "hands of different sizes"
    for seat, player in enumerate(t.players):
        assert player.table >= 0, f"seat {seat} owes Loot"
        assert not (player.blocked and not player.face_up), f"seat {seat} has a blocked card that is not face up"
        if player.face_down:
            assert t.card(Seat(seat)).initiative > t.called, f"the card of seat {seat} was called but not revealed"
            assert player.table == 0 or t.options.quick_auction, f"seat {seat} has Loot before its card is revealed"
        if player.face_up or player.current is None:
            assert not player.tokens, f"tokens of seat {seat} were not resolved"
        assert all(token.owner != seat for token in player.tokens), f"seat {seat} targets itself"
    owners = [token.owner for player in t.players for token in player.tokens]
    assert len(owners) == len(set(owners)), "a seat placed two tokens"
    assert sum(player.table + player.hoard for player in t.players) == t.loot_out, "Loot was lost or created"


def _hands_are_whole(t: InnsTable) -> None:
    for seat, player in enumerate(t.players):
        initiatives = sorted(t.cards.initiative(card) for card in player.held)
        assert initiatives in ([], [*INITIATIVES]), f"seat {seat} holds the initiatives {initiatives}"
        for card in player.held:
            known = player.ledger[t.cards.initiative(card) - 1]
            seen = card in player.discard or card == player.shown
            assert known == card or (known is None and not seen), f"the ledger of seat {seat} is wrong"
