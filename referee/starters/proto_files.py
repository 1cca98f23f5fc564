"""The `.proto` files of this version: those of the protocol and those of all installed games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.descriptor import Descriptor, FileDescriptor
from referee_client.errors import ClientError
from referee_client.knowing import make_known

from referee.errors import UsageError
from referee.files import plain
from referee.kernel.game import find_game, game_ids
from referee.kernel.proto_text import package, proto_path
from referee.starters.carried import carried


def proto_texts() -> dict[str, str]:
    """The text of every file, by its path below the root folder."""
    root = carried("protos")
    protocol = {file.relative_to(root).as_posix(): file for file in sorted(root.glob("referee/v1/*.proto"))}
    texts = {path: file.read_text(encoding="utf-8") for path, file in protocol.items()}
    return texts | {proto_path(game_id): find_game(game_id).proto for game_id in game_ids()}


def write_protos(folder: Path, texts: Mapping[str, str], *, replace: bool) -> int:
    """Write the files below a folder, and return how many were missing or different.

    Raises:
        UsageError: Existing files differ and may not be replaced, or the disk cannot be written.
    """
    try:
        found = {path: (folder / path).read_bytes() for path in texts if (folder / path).exists()}
        others = [path for path, data in found.items() if data != texts[path].encode()]
        if others and not replace:
            raise UsageError(
                f"{folder / others[0]} already exists with different content ({len(others)} of {len(texts)} files do): "
                f"--replace overwrites them, or name another folder"
            )
        missing = [path for path in texts if path in others or path not in found]
        for path in missing:
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(texts[path].encode())
    except OSError as error:
        raise UsageError(plain(error, folder)) from None
    return len(missing)


def descriptor_set() -> bytes:
    """All the files in protoc's binary form, each after the files that it imports.

    Raises:
        UsageError: The messages of a game from another package cannot be read.
    """
    files: dict[str, FileDescriptor] = {}
    for path in proto_texts():
        for file in _with_imports(_described(path)):
            files.setdefault(file.name, file)
    described = descriptor_pb2.FileDescriptorSet()
    for file in files.values():
        copy = described.file.add()
        file.CopyToProto(copy)
        for message in copy.message_type:
            _name_for_json(message, file.message_types_by_name[message.name])
    return described.SerializeToString(deterministic=True)


def _name_for_json(copy: descriptor_pb2.DescriptorProto, message: Descriptor) -> None:
    """Add the JSON names of fields, which protoc writes and `CopyToProto` leaves out."""
    for field in copy.field:
        field.json_name = message.fields_by_name[field.name].json_name
    for nested in copy.nested_type:
        _name_for_json(nested, message.nested_types_by_name[nested.name])


def _described(path: str) -> FileDescriptor:
    game_id = Path(path).stem
    if path == f"referee/v1/{game_id}.proto":
        import_module(f"referee_client.v1.{game_id}_pb2")  # the import registers the messages
    else:
        try:
            make_known(game_id, package(game_id))
        except ClientError as error:
            raise UsageError(f"{path}: {error}") from None
    return descriptor_pool.Default().FindFileByName(path)


def _with_imports(file: FileDescriptor) -> Iterator[FileDescriptor]:
    for imported in file.dependencies:
        yield from _with_imports(imported)
    yield file
