"""Hatch build hook: generates the Python code of the messages on every install, editable or not.

`referee/v1/match.proto` becomes `referee_client/v1/match_pb2.py`: the messages keep their names, and the code becomes
part of this package. The card set of each game is copied beside its messages, for bots that count cards. All of it is
ignored by git and included in the wheel. Run this file to generate it again without an install.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import requires
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = Path(__file__).resolve().parent
NEEDED = ("grpcio", "protobuf")
# Where generated code names a Python module: in imports, and in the argument that sets the messages' module. The names
# of messages, files and services belong to the wire and stay.
_MODULE = re.compile(r"^(from |_builder\.BuildTopDescriptorsAndMessages\(DESCRIPTOR, ')referee\.", re.MULTILINE)


def find_protos(root: Path) -> Path:
    """The folder of the .proto files: beside this file in a source distribution, or at the top of the repository."""
    shipped = root / "protos"
    return shipped if shipped.is_dir() else root.parents[1] / "protos"


def find_games(root: Path) -> Path:
    """The folder with the games and their card sets."""
    shipped = root / "games"
    return shipped if shipped.is_dir() else root.parents[1] / "referee" / "games"


def generate(root: Path = HERE) -> list[str]:
    """Run protoc on every .proto file and return the generated files, relative to `root`."""
    with TemporaryDirectory() as made:
        _run_protoc(find_protos(root), Path(made))
        code = [_take_over(file, Path(made), root) for file in sorted(Path(made).rglob("*_pb2*"))]
    sets = sorted(find_games(root).glob("*/cards.toml"))
    return code + [
        _put(root, f"referee_client/games/{file.parent.name}/cards.toml", file.read_text("utf-8")) for file in sets
    ]


def _run_protoc(protos: Path, into: Path) -> None:
    from importlib.resources import files

    from grpc_tools import protoc

    sources = sorted(str(path.relative_to(protos)) for path in protos.rglob("*.proto"))
    services = [source for source in sources if source.endswith("_service.proto")]
    includes = [f"-I{protos}", f"-I{files('grpc_tools') / '_proto'}"]
    runs = (
        [*includes, f"--python_out={into}", f"--pyi_out={into}", *sources],
        [*includes, f"--grpc_python_out={into}", *services],
    )
    for arguments in runs:
        if protoc.main(["protoc", *arguments]) != 0:
            raise RuntimeError("protoc refused the files in protos/: see its messages above")


def _take_over(file: Path, made: Path, root: Path) -> str:
    """Put generated code into the package, and return its path."""
    place = Path("referee_client", *file.relative_to(made).parts[1:])
    return _put(root, place.as_posix(), _MODULE.sub(r"\1referee_client.", file.read_text("utf-8")))


def _put(root: Path, name: str, text: str) -> str:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists() or file.read_text("utf-8") != text:  # a process that imports it now must not see half of it
        file.write_text(text, "utf-8")
    return name


class ProtoBuildHook(BuildHookInterface[Any]):
    """Generates the wire code before hatchling collects the files of the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the generated files to a wheel, and their sources to a source distribution."""
        root = Path(self.root)
        if self.target_name == "wheel":
            build_data["artifacts"].extend(generate(root))
        else:
            for name, folder in (("protos", find_protos(root)), ("games", find_games(root))):
                for file in (*folder.rglob("*.proto"), *folder.glob("*/cards.toml")):
                    build_data["force_include"][str(file)] = f"{name}/{file.relative_to(folder).as_posix()}"


class NeedsHook(MetadataHookInterface):
    """Sets the dependencies: the generated code needs at least the version of its generator."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the dependencies: gRPC and protobuf."""
        needs = requires("grpcio-tools") or []
        metadata["dependencies"] = [need for need in needs if re.split(r"[^\w-]", need)[0] in NEEDED]


if __name__ == "__main__":
    sys.stdout.write("\n".join(generate()) + "\n")
