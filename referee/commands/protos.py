"""`referee protos`: the `.proto` files for bots in other languages."""

from __future__ import annotations

from pathlib import Path

import click

from referee.commands.proto_files import descriptor_set, proto_texts, write_protos
from referee.errors import UsageError
from referee.files import plain
from referee.terminal.printing import say


@click.command
@click.argument("folder", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--descriptor-set",
    "binary",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also, or without FOLDER only, write it as one binary FileDescriptorSet, which needs no protoc.",
)
@click.option("--replace", is_flag=True, help="Write over files that are there already and differ.")
def protos(folder: Path | None, binary: Path | None, replace: bool) -> None:
    """Write the .proto files of this version into FOLDER: the protocol's, and those of all installed games.

    What lies there already and is the same stays as it is.
    """
    if folder is None and binary is None:
        raise UsageError("name a folder for the .proto files, or a file with --descriptor-set, or both")
    if folder is not None:
        texts = proto_texts()
        written = write_protos(folder, texts, replace=replace)
        say(f"{folder}: {written} of {len(texts)} files written" if written else f"{folder}: all is there already")
    if binary is not None:
        _write_binary(binary, replace=replace)


def _write_binary(path: Path, *, replace: bool) -> None:
    data = descriptor_set()
    try:
        if path.exists() and not replace and path.read_bytes() != data:
            raise UsageError(f"{path} is there already and differs: --replace writes over it, or name another file")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(plain(error, path)) from None
    say(f"{path}: written")
