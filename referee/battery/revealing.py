"""What an event may reveal: which of its fields may differ in two worlds that a seat cannot tell apart.

A field is named as in the event; a field within a part is named as `bids.price`. `differing` returns the same names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

from msgspec import Struct

from referee.battery.facts import Facts
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.table import Event

SPLIT = "split the event into one that reveals the public fields to all, and one whose private form shows the rest"


class Form(NamedTuple):
    """An event as a seat received it, and as the spectator did."""

    told: Event
    public: Event


def forms(match: Match, seat: Seat | None, since: int) -> list[Form]:
    """The events from number `since` on, as a seat (None: the spectator) received them."""
    return [Form(*both) for both in zip(match.events(seat, since), match.events(None, since), strict=True)]


def named(facts: Facts, event: Event, seat: Seat | None) -> frozenset[str]:
    """The fields of an event that `reveals` names for a seat (None: the spectator)."""
    said = facts.reveals(event, seat)
    names: Collection[str] = event.__struct_fields__ if said is True else _names(said or ())
    _check("`reveals`", type(event), names)
    return frozenset(names)


def laid_open(facts: Facts, form: Form, seat: Seat | None) -> frozenset[str]:
    """The fields of a form that may reveal something to a seat.

    If other seats receive the field in another form, it counts only if `reveals` names it for this seat and not for the
    spectator. If `reveals` names a field for the spectator, all seats should receive it in the same form.
    """
    names = named(facts, form.told, seat)
    if form.told == form.public:
        return names
    private = [*_told_otherwise(form)]
    return names - {name for name in named(facts, form.told, None) if _overlap(name, private)}


def by_chance(facts: Facts, kind: type[Event]) -> frozenset[str]:
    """The fields of an event that chance alone decides."""
    names = _names(facts.by_chance.get(kind, ()))
    _check("`by_chance`", kind, names)
    return frozenset(names)


def may_be_missing(facts: Facts, event: Event, seat: Seat | None) -> bool:
    """Whether an event may happen in one world and not in another."""
    return type(event) in facts.may_be_missing or facts.reveals(event, seat) is True


def _names(said: str | Collection[str]) -> Collection[str]:
    return (said,) if isinstance(said, str) else said


def _check(who: str, kind: type[Event], names: Collection[str]) -> None:
    wrong = sorted(set(names) - paths_of(kind))
    known = ", ".join(sorted(paths_of(kind))) or "none"
    assert not wrong, f"{who} names {wrong[0]!r} of {kind.__name__}, whose fields are: {known}"


def _told_otherwise(form: Form) -> Iterator[str]:
    """The fields in which a seat received something different from the spectator; all of them for different events."""
    same_kind = type(form.told) is type(form.public)
    yield from differing(form.public, form.told) if same_kind else form.told.__struct_fields__


def _overlap(name: str, paths: Collection[str]) -> bool:
    return within(name, paths) or any(within(path, [name]) for path in paths)


@cache
def paths_of(kind: type[Struct]) -> frozenset[str]:
    """The names of all fields of a class, and of those within its parts."""
    found = set()
    for name, hint in get_type_hints(kind).items():
        if name in kind.__struct_fields__:
            found |= {name, *(f"{name}.{inner}" for part in _parts(hint) for inner in paths_of(part))}
    return frozenset(found)


def _parts(hint: Any) -> Iterator[type[Struct]]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for inner in get_args(hint):
        yield from _parts(inner)


def differing(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """The fields in which two values differ; of two lists that differ in length, the list itself."""
    if isinstance(one, Struct) and type(one) is type(other):
        for name in one.__struct_fields__:
            yield from differing(getattr(one, name), getattr(other, name), f"{path}.{name}" if path else name)
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for ours, theirs in zip(one, other, strict=True):
            yield from differing(ours, theirs, path)
    elif one != other:
        yield path


def within(path: str, names: Collection[str]) -> bool:
    """Whether a field is among the names, or lies within one of them."""
    return any(path == name or path.startswith(f"{name}.") for name in names)


def pairs_up_to_a_difference(ours: Sequence[Form], theirs: Sequence[Form]) -> list[tuple[Form, Form]]:
    """The events that a seat received in two worlds, in pairs, up to the first difference."""
    pairs: list[tuple[Form, Form]] = []
    for one, other in zip(ours, theirs, strict=False):
        pairs.append((one, other))
        if one.told != other.told:
            break
    return pairs


def told_too_much(
    ours: Sequence[Form], theirs: Sequence[Form], seat: Seat | None, facts: Facts, *, same_chance: bool
) -> str | None:
    """The first difference in what a seat receives in two worlds, unless something may be revealed there."""
    pairs = pairs_up_to_a_difference(ours, theirs)
    all_of_it = f"{[form.told for form in ours]} or {[form.told for form in theirs]}"
    if not pairs or pairs[-1][0].told == pairs[-1][1].told:
        more = [*ours[len(pairs) :], *theirs[len(pairs) :]]
        announced = any(may_be_missing(facts, form.told, seat) for form, _ in pairs)
        return all_of_it if more and not (announced and may_be_missing(facts, more[0].told, seat)) else None
    one, other = pairs[-1]
    if type(one.told) is type(other.told):
        return _too_much_in_fields(one, other, seat, facts, same_chance=same_chance)
    missing = [may_be_missing(facts, form.told, seat) for form in (one, other)]
    announced = any(may_be_missing(facts, form.told, seat) for form, _ in pairs[:-1])
    return None if all(missing) or (any(missing) and announced) else all_of_it


def _too_much_in_fields(one: Form, other: Form, seat: Seat | None, facts: Facts, *, same_chance: bool) -> str | None:
    fixed = by_chance(facts, type(one.told)) if same_chance else ()
    named_for_all = named(facts, one.told, None) & named(facts, other.told, None)
    open_in_both = laid_open(facts, one, seat) & laid_open(facts, other, seat)
    for path in differing(one.told, other.told):
        if within(path, fixed):
            why = "which is in by_chance, although both have the same random numbers"
        elif within(path, open_in_both):
            continue
        elif within(path, named_for_all):
            why = f"which `reveals` names for the spectator, but it is sent in two forms: {SPLIT}"
        else:
            why = "which `reveals` does not name for it"
        return f"{one.told} or {other.told}, in {path!r}, {why}"
    return None


def told_in_two_forms(match: Match, since: int, facts: Facts) -> str | None:
    """An event that a seat receives in another form, in a field that `reveals` names for the spectator."""
    for seat in match.table.all_seats():
        for form in forms(match, seat, since):
            if form.told == form.public:
                continue
            names, private = named(facts, form.public, None), [*_told_otherwise(form)]
            if wrong := sorted(name for name in names if _overlap(name, private)):
                return (
                    f"{form.public}, and to seat {seat} {form.told}, in {wrong[0]!r}, "
                    f"which `reveals` names for the spectator, but it is sent in two forms: {SPLIT}"
                )
    return None
