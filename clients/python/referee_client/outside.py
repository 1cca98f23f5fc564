"""Messages of games from separate packages, built from the `.proto` in such a package."""

from __future__ import annotations

import tempfile
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from google.protobuf import descriptor_pb2, descriptor_pool

from referee_client.errors import ProtocolError


def described(proto: Path, root: Path) -> descriptor_pb2.FileDescriptorSet:
    """The contents of a `.proto` below `root`, as protoc reads them.

    Raises:
        ProtocolError: protoc is not installed, or refuses the file.
    """
    try:
        protoc = import_module("grpc_tools.protoc")
    except ImportError:
        raise ProtocolError(f"reading {proto} needs grpcio-tools: pip install 'referee-client[game]'") from None
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.binpb"
        if protoc.main(["protoc", f"-I{root}", f"--descriptor_set_out={made}", str(proto)]) != 0:
            raise ProtocolError(f"protoc refuses {proto}: see its messages above")
        return descriptor_pb2.FileDescriptorSet.FromString(made.read_bytes())


def register(game: str, package: str) -> bool:
    """Register the messages of a game, if an installed package has their `.proto`; return whether one does.

    The package is found by its entry point, but not imported: a bot needs none of its code.
    """
    path = Path(*package.split("."), f"{game}.proto")
    for root in _protos(game):
        if (root / path).is_file():
            files = described(root / path, root).file
            if package not in [file.package for file in files]:
                raise ProtocolError(f"{root / path} does not define {package}.Position")
            for file in files:
                descriptor_pool.Default().Add(file)
            return True
    return False


def _protos(game: str) -> list[Path]:
    """The folders `protos` of the packages that register the game."""
    found = [find_spec(entry.module.partition(".")[0]) for entry in entry_points(group="referee.games", name=game)]
    return [Path(place) / "protos" for spec in found if spec for place in spec.submodule_search_locations or ()]
