"""The effect kinds that a card set can use: one type each, with its parameters.

See sections 4.2 to 4.4 of the specification.

The code of each kind is where the rulebook has it: counts in `traits`, tokens in `targets`, the rest in `reveal` and
`auction`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from referee.errors import CardSetError
from referee.games.inns.words import trait_text
from referee.kernel.texts import ShownAs, text_of

Amount = Annotated[int, Meta(ge=0)]
Trait = Literal["inn", "race", "initiative", "morality"]
Ranged = Annotated[bool, ShownAs({True: " in Range", False: " anywhere"})]
TraitValue = Annotated[str | int, ShownAs(trait_text)]
T = TypeVar("T", bound=Struct)


class Kind(Struct, frozen=True, forbid_unknown_fields=True, rename={"ranged": "range"}):
    """An effect kind. With `ranged`, an effect reaches two seats to each side, otherwise the whole table."""


class FaceDownCards(Kind, frozen=True):
    """Counts face-down cards."""

    text = "face-down card{ranged}"
    ranged: Ranged = False


class BlockedCards(Kind, frozen=True):
    """Counts blocked cards."""

    text = "blocked card{ranged}"
    ranged: Ranged = False


class TraitCards(Kind, frozen=True):
    """Counts cards whose trait has the value."""

    text = "card{ranged} with {trait} {value}"
    trait: Trait
    value: TraitValue
    ranged: Ranged = False


class MatchingCards(Kind, frozen=True):
    """Counts cards that share the value of the trait with another one."""

    text = "card that shares its {trait} with another card{ranged}"
    trait: Trait
    ranged: Ranged = False


class UniqueCards(Kind, frozen=True):
    """Counts cards that share the value of the trait with no other one."""

    text = "card that shares its {trait} with no other card{ranged}"
    trait: Trait
    ranged: Ranged = False


class TransmutedLoot(Kind, frozen=True):
    """Counts how much Loot was turned in by the card during this Turn."""

    text = "Loot turned in"


Count = FaceDownCards | BlockedCards | TraitCards | MatchingCards | UniqueCards | TransmutedLoot
COUNTS: dict[str, type[Count]] = {
    "face_down": FaceDownCards,
    "blocked": BlockedCards,
    "trait": TraitCards,
    "matching": MatchingCards,
    "unique": UniqueCards,
    "transmuted": TransmutedLoot,
}


class LootAbility(Struct, frozen=True):
    """What an unblocked card earns at the end of a Turn: `base`, plus `amount` for each thing counted."""

    base: int
    amount: int = 0
    count: Count | None = None

    def text(self) -> str:
        """The text for people."""
        earned = [] if self.count is None else [f"{self.amount} for each {text_of(self.count)}"]
        return "earns " + " and ".join([str(self.base), *earned] if self.base or not earned else earned)


class Steal(Kind, frozen=True):
    """The owner takes up to `amount` of the target's Starting Loot."""

    text = "targets a face-down card{ranged}, takes up to {amount} of its Starting Loot"
    amount: Amount
    ranged: Ranged = False


class Bounty(Kind, frozen=True):
    """If the target has the named initiative, it is blocked and the owner gains `amount`."""

    text = "targets a face-down card{ranged}, names an initiative, and if the card has it, blocks it and gains {amount}"
    names: Literal["initiative"]
    amount: Amount
    ranged: Ranged = False


class Arrest(Kind, frozen=True):
    """A target whose trait has the value is blocked."""

    text = "targets a face-down card{ranged}, blocks it if its {trait} is {value}"
    trait: Trait
    value: TraitValue
    ranged: Ranged = False


class Toast(Kind, frozen=True):
    """The owner's card is unblocked; if the target's trait has the value, both gain `amount`."""

    text = "targets a face-down card{ranged}, unblocks its own card, and if the {trait} is {value}, both gain {amount}"
    trait: Trait
    value: TraitValue
    amount: Amount
    ranged: Ranged = False


class Recruit(Kind, frozen=True):
    """The target's morality becomes the value, and both gain `amount`."""

    text = "targets a face-down card{ranged}, turns its {trait} into {value}, and both gain {amount}"
    trait: Literal["morality"]
    value: str
    amount: Amount
    ranged: Ranged = False


TokenEffect = Steal | Bounty | Arrest | Toast | Recruit
TOKENS: dict[str, type[TokenEffect]] = {
    "steal": Steal,
    "bounty": Bounty,
    "arrest": Arrest,
    "toast": Toast,
    "recruit": Recruit,
}


class GainPer(Struct, frozen=True):
    """Gain `amount` for each thing counted."""

    text = "gains {amount} for each {count}"
    amount: int
    count: Count


class BlockMatching(Kind, frozen=True):
    """Block the cards that share the trait with another one."""

    text = "blocks each card that shares its {trait} with another card{ranged}"
    trait: Trait
    ranged: Ranged = False


class Transmute(Kind, frozen=True):
    """Turn in up to `amount`."""

    text = "turns in up to {amount} Loot"
    amount: Amount


class Extort(Kind, frozen=True):
    """Each card in reach pays `amount` or is blocked."""

    text = "each card{ranged} pays it {amount} or is blocked"
    amount: Amount
    ranged: Ranged = False


class Toll(Kind, frozen=True):
    """Each card in reach whose trait has the value pays up to `amount`."""

    text = "each card{ranged} with {trait} {value} pays it {amount}"
    trait: Trait
    value: TraitValue
    amount: Amount
    ranged: Ranged = False


class Gift(Kind, frozen=True):
    """The winner of the auction gains `amount`."""

    text = "gain {amount}"
    amount: Amount


class AuctionBlock(Kind, frozen=True):
    """The winner of the auction blocks a card."""

    text = "block a card"


class AuctionUnblock(Kind, frozen=True):
    """The winner of the auction unblocks a card."""

    text = "unblock a card"


Prize = Gift | AuctionBlock | AuctionUnblock
PRIZES: dict[str, type[Prize]] = {"gift": Gift, "block": AuctionBlock, "unblock": AuctionUnblock}


class Auction(Struct, frozen=True):
    """Auction off the choice among prizes."""

    text = "auctions off a choice: {prizes}"
    prizes: tuple[Prize, ...]


RevealAbility = TokenEffect | GainPer | BlockMatching | Transmute | Auction | Extort | Toll
WithValue = TraitCards | Arrest | Toast | Recruit | Toll
PLAIN_REVEALS: dict[str, type[BlockMatching | Transmute | Extort | Toll]] = {
    "block_matching": BlockMatching,
    "transmute": Transmute,
    "extort": Extort,
    "toll": Toll,
}
REVEALS = ("target", "gain_per", "auction", *PLAIN_REVEALS)


def read_loot(raw: Mapping[str, Any], where: str) -> LootAbility:
    """Read the Loot Ability `{base, per, amount, ...}` of a card set."""
    base = _take_amount(raw, "base", where)
    rest = _without(raw, "base")
    if "per" not in rest:
        _must_be_empty(rest, where)
        return LootAbility(base)
    return LootAbility(base, _take_amount(rest, "amount", where), _read_count(_without(rest, "amount"), where))


def read_reveal(raw: Mapping[str, Any], where: str) -> RevealAbility:
    """Read the Reveal Ability `{kind, ...}` of a card set."""
    rest = _without(raw, "kind")
    match raw.get("kind"):
        case "target":
            return read_kind(rest, "token", TOKENS, where)
        case "gain_per":
            return GainPer(_take_amount(rest, "amount", where), _read_count(_without(rest, "amount"), where))
        case "auction":
            prizes = rest.get("options")
            if not isinstance(prizes, list) or not prizes:
                raise CardSetError(f"{where}.options must be a list of {', '.join(PRIZES)}")
            _must_be_empty(_without(rest, "options"), where)
            return Auction(tuple([read_kind(prize, "kind", PRIZES, f"{where}.options") for prize in prizes]))
        case kind if kind in PLAIN_REVEALS:
            return read_kind(raw, "kind", PLAIN_REVEALS, where)
        case kind:
            raise CardSetError(f"{where}.kind is {kind!r}; allowed are {', '.join(REVEALS)}")


def read_kind(raw: Mapping[str, Any], field: str, kinds: Mapping[str, type[T]], where: str) -> T:
    """Read the kind that `field` names, with the other fields as its parameters."""
    name = str(raw.get(field))
    if name not in kinds:
        raise CardSetError(f"{where}.{field} is {raw.get(field)!r}; allowed are {', '.join(kinds)}")
    parameters = _without(raw, field)
    try:
        return msgspec.convert(parameters, kinds[name])
    except msgspec.ValidationError as error:
        allowed = ", ".join(info.encode_name for info in msgspec.structs.fields(kinds[name])) or "none"
        raise CardSetError(f"{where} ({name}): {error}; its parameters are {allowed}") from None


def _read_count(raw: Mapping[str, Any], where: str) -> Count:
    return read_kind(raw, "per", COUNTS, where)


def _take_amount(raw: Mapping[str, Any], field: str, where: str) -> int:
    amount = raw.get(field)
    if type(amount) is not int or amount < 0:
        raise CardSetError(f"{where}.{field} is {amount!r}; it must be a whole number, 0 or more")
    return amount


def _without(raw: Mapping[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name != field}


def _must_be_empty(rest: Mapping[str, Any], where: str) -> None:
    if rest:
        raise CardSetError(f"{where}.{min(rest)} is not allowed here")
