"""`referee protos`: the `.proto` files for bots in other languages."""

from __future__ import annotations

from pathlib import Path

import click

from referee.errors import UsageError
from referee.files import plain
from referee.starters.proto_files import descriptor_set, proto_texts, write_protos
from referee.terminal.printing import say


@click.command
@click.argument("folder", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--descriptor-set",
    "binary",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write one binary FileDescriptorSet, which needs no protoc, in addition to FOLDER or instead of it.",
)
@click.option("--replace", is_flag=True, help="Overwrite existing files that differ.")
def protos(folder: Path | None, binary: Path | None, replace: bool) -> None:
    """Write the .proto files of the protocol and of all installed games into FOLDER.

    Existing files with the same content are not touched.
    """
    if folder is None and binary is None:
        raise UsageError(
            "nothing to write: name a folder for the .proto files, or a file with --descriptor-set, or both"
        )
    if folder is not None:
        texts = proto_texts()
        written = write_protos(folder, texts, replace=replace)
        say(f"{folder}: {written} of {len(texts)} files written" if written else f"{folder}: all files exist already")
    if binary is not None:
        _write_binary(binary, replace=replace)


def _write_binary(path: Path, *, replace: bool) -> None:
    data = descriptor_set()
    try:
        if path.exists() and not replace and path.read_bytes() != data:
            raise UsageError(
                f"{path} already exists with different content: use --replace to overwrite it, or name another file"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(plain(error, path)) from None
    say(f"{path}: written")
