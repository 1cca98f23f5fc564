"""The messages of the protocol, from the comments of its `.proto` files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)

from tests.manual.reference.tables import table

PROTOS = Path(__file__).parents[3] / "protos"
FILES = ("play_service", "match", "match_service", "game_service", "standings_service")
MESSAGES, ENUMS, SERVICES = 4, 5, 6
"""The numbers of these in a file; places of comments are such numbers in a row."""
FIELDS, VALUES, METHODS, NESTED_ENUMS = 2, 2, 2, 4

Told = dict[tuple[int, ...], str]


def protocol() -> str:
    """The services and messages of `referee.v1`."""
    parts = []
    for file in _files():
        told = {tuple(place.path): " ".join(place.leading_comments.split()) for place in file.source_code_info.location}
        parts += [f"## {file.name}", *_of_file(file, told)]
    return "\n\n".join(parts)


@cache
def _files() -> list[FileDescriptorProto]:
    names = [f"referee/v1/{name}.proto" for name in FILES]
    with TemporaryDirectory() as folder:
        out = Path(folder) / "set"
        words = [f"--proto_path={PROTOS}", "--include_source_info", f"--descriptor_set_out={out}", *names]
        subprocess.run([sys.executable, "-m", "grpc_tools.protoc", *words], check=True)
        found = FileDescriptorSet.FromString(out.read_bytes()).file
    return sorted(found, key=lambda file: names.index(file.name))


def _of_file(file: FileDescriptorProto, told: Told) -> Iterator[str]:
    for number, service in enumerate(file.service):
        yield _service(service, told, (SERVICES, number))
    for number, message in enumerate(file.message_type):
        yield from _message(message, told, (MESSAGES, number))
    for number, enum in enumerate(file.enum_type):
        yield _enum(enum, told, (ENUMS, number), enum.name)


def _service(service: ServiceDescriptorProto, told: Told, place: tuple[int, ...]) -> str:
    lines = [f"### {service.name}\n\n{told[place]}\n"]
    for number, method in enumerate(service.method):
        streams = [" stream" * one for one in (method.client_streaming, method.server_streaming)]
        kinds = [kind.rpartition(".")[2] for kind in (method.input_type, method.output_type)]
        about = told[(*place, METHODS, number)]
        takes, gives = (f"{stream} `{kind}`" for stream, kind in zip(streams, kinds, strict=True))
        lines.append(f"- `{method.name}`, takes{takes}, answers{gives}: {about}")
    return "\n".join(lines)


def _message(message: DescriptorProto, told: Told, place: tuple[int, ...]) -> Iterator[str]:
    rows = [
        (str(field.number), f"`{field.name}`", _type(field), told[(*place, FIELDS, number)])
        for number, field in enumerate(message.field)
    ]
    fields = f"\n\n{table(('number', 'field', 'type', 'meaning'), rows)}" if rows else ""
    yield f"### {message.name}\n\n{told[place]}{fields}"
    for number, enum in enumerate(message.enum_type):
        yield _enum(enum, told, (*place, NESTED_ENUMS, number), f"{message.name}.{enum.name}")


def _enum(enum: EnumDescriptorProto, told: Told, place: tuple[int, ...], name: str) -> str:
    rows = [
        (str(value.number), f"`{value.name}`", told[(*place, VALUES, number)])
        for number, value in enumerate(enum.value)
    ]
    return f"### {name}\n\n{told[place]}\n\n{table(('number', 'value', 'meaning'), rows)}"


def _type(field: FieldDescriptorProto) -> str:
    name = field.type_name.rpartition(".")[2] or FieldDescriptorProto.Type.Name(field.type)[5:].lower()
    several = "repeated " if field.label == FieldDescriptorProto.LABEL_REPEATED else ""
    return f"{several}`{name}`"
