"""Message classes made by protoc from the text of a `.proto`, independent of the game's encoders."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.message import Message
from referee_client.outside import described


@cache
def position_class(proto: str) -> type[Message]:
    """The Position message of a game's `.proto`."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.proto"
        file.write_text(proto, encoding="utf-8")
        files = described(file, Path(folder)).file
    pool = descriptor_pool.DescriptorPool()
    for one in files:
        pool.Add(one)
    name = f"{files[0].package}.Position"
    made_class: type[Message] = message_factory.GetMessageClass(pool.FindMessageTypeByName(name))
    return made_class


def position_of(proto: str, data: bytes) -> Any:
    """A serialised Position as a message."""
    return position_class(proto).FromString(data)
