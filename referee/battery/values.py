"""Hypothesis strategies derived from the declarations of a game: any possible view, option or event."""

from __future__ import annotations

from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import Struct

from referee.kernel.words import CountedFrom, Places, Signing, Word, Words

MOST = (1 << 32) - 2
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(0, MOST) | st.integers(0, 300),
    bool: st.booleans(),
    str: st.text(max_size=200),
    bytes: st.binary(max_size=200),
}


@cache
def values_of(of: type[Struct]) -> st.SearchStrategy[Any]:
    """Values of a class."""
    hints = get_type_hints(of, include_extras=True)
    return st.builds(of, **{name: _of(hints[name]) for name in of.__struct_fields__})


def _of(hint: Any, metadata: tuple[Any, ...] = ()) -> st.SearchStrategy[Any]:
    if get_origin(hint) is Annotated:
        return _of(hint.__origin__, (*metadata, *hint.__metadata__))
    if isinstance(hint, NewType):
        return _of(hint.__supertype__, metadata)
    for said in metadata:
        if isinstance(said, Words):
            return st.sampled_from(range(len(said.words)) if hint is int else list(said.words))
        if isinstance(said, Places):
            return st.tuples(*[PLAIN[int]] * len(said.places))
        if isinstance(said, CountedFrom):
            return st.integers(0, MOST)
        if isinstance(said, Signing):
            return st.integers(-(1 << 31), (1 << 31) - 1) | st.integers(-99, 99)
    return _bare(hint)


def _bare(hint: Any) -> st.SearchStrategy[Any]:
    origin, inner = get_origin(hint), get_args(hint)
    if origin in {Union, UnionType}:
        return st.one_of([st.none() if member is NoneType else _of(member) for member in inner])
    if origin is tuple:
        return st.lists(_of(inner[0]), max_size=3).map(tuple)
    if origin is dict:
        return st.dictionaries(_of(inner[0]), _of(inner[1]), max_size=3)
    assert origin is not Literal, "a Literal needs Words"
    if issubclass(hint, Word):
        return st.sampled_from(list(hint))
    return values_of(hint) if issubclass(hint, Struct) else PLAIN[hint]
