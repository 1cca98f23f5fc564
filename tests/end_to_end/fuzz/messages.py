"""Messages as nobody should send them: every field may hold anything its type allows, and then bytes are damaged."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

MAX_BYTES = 60_000
TEXTS = [
    "",
    "a",
    "m",
    "keepers",
    "greedy",
    "é" * 500,
    "9" * 5000,
    "-" + "1" * 5000,
    "\x00",
    "\x1b[2J",
    "../../x",
    "🂡" * 99,
]
NUMBERS = [0, 1, 2, 3, 255, 2**31 - 1, 2**32 - 1, 2**63 - 1]


def value(randomly: Random, field: Any, depth: int) -> Any:
    """Something that the field can hold."""
    kinds: dict[int, Callable[[], Any]] = {
        FieldDescriptor.CPPTYPE_BOOL: lambda: randomly.random() < 0.5,
        FieldDescriptor.CPPTYPE_ENUM: lambda: randomly.choice([0, 1, 2, 99]),
        FieldDescriptor.CPPTYPE_INT32: lambda: randomly.choice([-(2**31), -1, *NUMBERS[:6]]),
        FieldDescriptor.CPPTYPE_INT64: lambda: randomly.choice([-(2**63), -1, *NUMBERS]),
        FieldDescriptor.CPPTYPE_UINT32: lambda: randomly.choice(NUMBERS[:7]),
        FieldDescriptor.CPPTYPE_UINT64: lambda: randomly.choice(NUMBERS),
        FieldDescriptor.CPPTYPE_FLOAT: lambda: randomly.choice([0.0, -1.0, float("nan"), float("inf")]),
        FieldDescriptor.CPPTYPE_DOUBLE: lambda: randomly.choice([0.0, -1.0, float("nan"), 1e308]),
    }
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        text = randomly.choice(TEXTS)
        return text.encode() if field.type == FieldDescriptor.TYPE_BYTES else text
    if field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE:
        return filled(randomly, field.message_type._concrete_class(), depth + 1)
    return kinds[field.cpp_type]()


def filled(randomly: Random, message: Message, depth: int = 0) -> Message:
    """The message with anything in its fields."""
    for field in message.DESCRIPTOR.fields:
        if depth > 4 or randomly.random() < 0.4:
            continue
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            for _ in range(randomly.choice([1, 2, 50])):
                getattr(message, field.name)[randomly.choice(TEXTS)] = randomly.choice(TEXTS)
        elif field.is_repeated:
            for _ in range(randomly.choice([1, 2, 3, 40])):
                one = value(randomly, field, depth)
                getattr(message, field.name).MergeFrom([one])
        elif field.message_type is not None:
            getattr(message, field.name).CopyFrom(value(randomly, field, depth))
        else:
            setattr(message, field.name, value(randomly, field, depth))
    return message


def damaged(randomly: Random, data: bytes) -> bytes:
    """The bytes, sometimes with something wrong."""
    match randomly.randrange(8):
        case 0 if data:
            at = randomly.randrange(len(data))
            data = data[:at] + bytes([randomly.randrange(256)]) + data[at + 1 :]
        case 1:
            data = data[: randomly.randrange(len(data) + 1)]
        case 2:
            data += randomly.randbytes(randomly.choice([1, 10, 1000]))
        case 3:
            data = randomly.randbytes(randomly.randrange(200))
    return data[:MAX_BYTES]
