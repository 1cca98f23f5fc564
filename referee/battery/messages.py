"""Message classes made from the text of a `.proto` by protoc: nothing of the game's own encoders is in them."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import Message
from grpc_tools import protoc


@cache
def position_class(proto: str) -> type[Message]:
    """The Position message of a game's `.proto`."""
    with tempfile.TemporaryDirectory() as folder:
        file, made = Path(folder) / "game.proto", Path(folder) / "game.binpb"
        file.write_text(proto, encoding="utf-8")
        assert protoc.main(["protoc", f"-I{folder}", f"--descriptor_set_out={made}", str(file)]) == 0
        described = descriptor_pb2.FileDescriptorSet.FromString(made.read_bytes())
    pool = descriptor_pool.DescriptorPool()
    for one in described.file:
        pool.Add(one)
    name = f"{described.file[0].package}.Position"
    made_class: type[Message] = message_factory.GetMessageClass(pool.FindMessageTypeByName(name))
    return made_class


def position_of(proto: str, data: bytes) -> Any:
    """A serialised Position as a message."""
    return position_class(proto).FromString(data)
