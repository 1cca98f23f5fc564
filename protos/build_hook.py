"""Hatch build hook: makes the Python code of `protos/` on every install, editable or not.

The generated modules land beside the hand-written packages (`referee/v1`, `referee/games/<id>/v1`), are
ignored by git and are part of the wheel. Running this file makes them again without an install.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
PROTOS = ROOT / "protos"


def generate(root: Path = ROOT) -> list[str]:
    """Runs protoc over every proto file and returns the generated files, relative to `root`."""
    from importlib.resources import files

    from grpc_tools import protoc

    protos = root / "protos"
    sources = sorted(str(path.relative_to(protos)) for path in protos.rglob("*.proto"))
    services = [source for source in sources if source.endswith("_service.proto")]
    includes = [f"-I{protos}", f"-I{files('grpc_tools') / '_proto'}"]
    runs = (
        [*includes, f"--python_out={root}", f"--pyi_out={root}", *sources],
        [*includes, f"--grpc_python_out={root}", *services],
    )
    for arguments in runs:
        if protoc.main(["protoc", *arguments]) != 0:
            raise RuntimeError("protoc refused the files in protos/: its messages stand above")
    made = [source.replace(".proto", ending) for source in sources for ending in ("_pb2.py", "_pb2.pyi")]
    return made + [source.replace(".proto", "_pb2_grpc.py") for source in services]


class ProtoBuildHook(BuildHookInterface[Any]):
    """Generates the wire code before hatchling collects the files of the package."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the generated files to the artifacts, which git ignores otherwise."""
        build_data["artifacts"].extend(generate(Path(self.root)))


if __name__ == "__main__":
    sys.stdout.write("\n".join(generate()) + "\n")
