"""Values and messages as the same kind of plain data, so that they can be compared.

A value is read by its declaration, a message by its descriptor; neither uses the kernel's encoders.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NewType, Union, get_args, get_origin, get_type_hints

from google.protobuf.message import Message
from msgspec import Struct

from referee.kernel.words import CountedFrom, Places, Word, Words

PlainData = Any


def said_by_value(value: Any, hint: Any) -> PlainData:
    """A value of a declared type as plain data. A missing value is None; an enumeration is its word."""
    metadata: tuple[Any, ...] = ()
    while get_origin(hint) is Annotated or isinstance(hint, NewType):
        if isinstance(hint, NewType):
            hint = hint.__supertype__
        else:
            hint, metadata = hint.__origin__, (*metadata, *hint.__metadata__)
    for said in metadata:
        if isinstance(said, Words):
            return value if hint is not int else list(said.words)[value]
        if isinstance(said, Places):
            return dict(zip(said.places, value, strict=True))
        if isinstance(said, CountedFrom):
            return value + said.first
    if get_origin(hint) in {Union, UnionType}:
        return _member(value, get_args(hint))
    if get_origin(hint) is tuple:
        return [said_by_value(item, get_args(hint)[0]) for item in value]
    if get_origin(hint) is dict:
        return {key: said_by_value(item, get_args(hint)[1]) for key, item in value.items()}
    if isinstance(value, Word):
        return value.name.lower()
    return fields_of_value(value) if isinstance(value, Struct) else value


def _member(value: Any, members: tuple[Any, ...]) -> PlainData:
    if value is None:
        counted = any(
            isinstance(said, CountedFrom) for member in members for said in getattr(member, "__metadata__", ())
        )
        return 0 if counted else None
    several = [member for member in members if member is not NoneType]
    return said_by_value(value, several[0]) if len(several) == 1 else chosen_by_value(value)


def fields_of_value(value: Struct) -> Mapping[str, PlainData]:
    """The fields of a value."""
    return {name: said_by_value(getattr(value, name), hint) for name, hint in _declared(type(value)).items()}


@cache
def _declared(of: type[Struct]) -> Mapping[str, Any]:
    """The fields of a class, each with its declared type."""
    hints = get_type_hints(of, include_extras=True)
    return {name: hints[name] for name in of.__struct_fields__}


def chosen_by_value(value: Struct) -> PlainData:
    """An option or event as plain data: the name of its kind, and its fields."""
    return _snake(type(value).__name__), fields_of_value(value)


def fields_of_message(message: Message) -> Mapping[str, PlainData]:
    """The fields of a message, including those with default values."""
    return {field.name: _said(message, field) for field in message.DESCRIPTOR.fields}


def chosen_by_message(message: Message) -> PlainData:
    """An Option or Event message."""
    (group,) = message.DESCRIPTOR.oneofs
    kind = message.WhichOneof(group.name)
    return kind, None if kind is None else fields_of_message(getattr(message, kind))


def _said(message: Message, field: Any) -> PlainData:
    value = getattr(message, field.name)
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        inner = field.message_type.fields_by_name["value"]
        return {key: _one(value[key], inner) for key in value}
    if isinstance(value, Message):
        return _one(value, field) if message.HasField(field.name) else None
    if field.is_repeated:
        return [_one(item, field) for item in value]
    if field.has_presence and not message.HasField(field.name):
        return None
    return _one(value, field)


def _one(value: Any, field: Any) -> PlainData:
    if isinstance(value, Message):
        return chosen_by_message(value) if value.DESCRIPTOR.name == "Option" else fields_of_message(value)
    if field.enum_type is None:
        return value
    if value == 0:
        return None
    prefix = _snake(field.enum_type.name).upper() + "_"
    return field.enum_type.values_by_number[value].name.removeprefix(prefix).lower()


def same(by_value: PlainData, by_message: PlainData) -> bool:
    """Whether both are the same; a tuple equals a list with the same items."""
    if isinstance(by_value, Mapping) and isinstance(by_message, Mapping):
        return by_value.keys() == by_message.keys() and all(same(by_value[key], by_message[key]) for key in by_value)
    if isinstance(by_value, list | tuple) and isinstance(by_message, list | tuple):
        return len(by_value) == len(by_message) and all(map(same, by_value, by_message))
    return type(by_value) is type(by_message) and bool(by_value == by_message)


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
