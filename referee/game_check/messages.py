"""The `.proto` of a package: it must match the classes, and since the last release it may only have grown."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto, FieldDescriptorProto
from referee_client.errors import ClientError
from referee_client.outside import described

from referee.counts import counted
from referee.errors import UsageError
from referee.files import plain
from referee.game_check.finding import Findings
from referee.kernel.game import Game
from referee.kernel.proto_text import proto_path

WRITTEN = "messages"
RELEASED = "messages since the last release"
SECONDS_FOR_GIT = 60
_KINDS = FieldDescriptorProto.Type
_LABELS = FieldDescriptorProto.Label


def check_messages(findings: Findings, game: Game[Any], code: Path) -> None:
    """Check that the `.proto` file of the package in `code` matches the current classes."""
    file = code / "protos" / proto_path(game.id)
    write = shlex.join(["referee", "game", "proto", game.id, "--out", str(code / "protos")])
    try:
        written = file.read_text(encoding="utf-8")
    except OSError as error:
        findings.wrong(WRITTEN, f"{plain(error, file)}. Bots need this file to read positions; to write it: {write}")
        return
    if written == game.proto:
        findings.fine(WRITTEN, f"{file.name} matches the classes")
    else:
        findings.wrong(
            WRITTEN, f"{file} does not match the classes; to write it again: {write}", *changed(written, game.proto)
        )


def check_released(findings: Findings, game: Game[Any], code: Path) -> None:
    """Check that bots made for the last release, which is the last git tag, can still read the messages."""
    path = Path("protos") / proto_path(game.id)
    try:
        tag = _git(code, "describe", "--tags", "--abbrev=0").strip()
        old = _git(code, "show", f"{tag}:./{path.as_posix()}")
    except UsageError as error:
        findings.left_out(RELEASED, str(error))
        return
    found = changed(old, game.proto)
    if found:
        broken = f"bots made for {tag} cannot read {counted(len(found), 'thing')}: only additions are allowed"
        findings.wrong(RELEASED, broken, *found)
    else:
        findings.fine(RELEASED, f"compared with {tag}: {'only additions' if old != game.proto else 'the same'}")


def _git(folder: Path, *words: str) -> str:
    """The output of git. Raises `UsageError` with its last line if git fails or is missing."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words], capture_output=True, text=True, check=False, timeout=SECONDS_FOR_GIT
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"cannot run git: {error}") from None
    if done.returncode:
        raise UsageError(f"git has no earlier version: {(done.stderr.strip().splitlines() or ['no message'])[-1]}")
    return done.stdout


def changed(old: str, new: str) -> list[str]:
    """The parts of the old text that are missing or different in the new one."""
    before, after = _parts(old), _parts(new)
    return [
        f"{name} was {what}, now {after.get(name, 'gone')}" for name, what in before.items() if after.get(name) != what
    ]


def _parts(text: str) -> dict[str, str]:
    """Every message, field and word, with the properties that bots rely on."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.proto"
        file.write_text(text, encoding="utf-8")
        try:
            (read,) = described(file, Path(folder)).file
        except ClientError as error:
            raise UsageError(str(error)) from None
    return dict(_in(read.message_type, read.enum_type, ""))


def _in(
    messages: Sequence[DescriptorProto], enums: Sequence[EnumDescriptorProto], within: str
) -> Iterator[tuple[str, str]]:
    for message in messages:
        name = f"{within}{message.name}"
        yield name, "a message"
        yield from ((f"{name}.{field.name}", _field(message, field)) for field in message.field)
        yield from _in(message.nested_type, message.enum_type, f"{name}.")
    for enum in enums:
        yield from ((f"{within}{enum.name}.{word.name}", f"word {word.number}") for word in enum.value)


def _field(message: DescriptorProto, field: FieldDescriptorProto) -> str:
    kind = field.type_name or _KINDS.Name(field.type).removeprefix("TYPE_").lower()
    label = "optional" if field.proto3_optional else _LABELS.Name(field.label).removeprefix("LABEL_").lower()
    of = f" of {message.oneof_decl[field.oneof_index].name}" if field.HasField("oneof_index") else ""
    return f"field {field.number}, {label} {kind}{of}"
