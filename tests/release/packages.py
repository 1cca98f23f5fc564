"""Builds the artefacts of every language from copies of what the project holds, and writes nothing else there."""

from __future__ import annotations

import shutil
import tarfile
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from referee.starters.files import with_module
from referee.starters.languages import languages
from tests.distributions.building import CLIENT, SERVER, build, copy
from tests.support.starters import shell


def python(work: Path, dist: Path, root: Path) -> list[Path]:
    """The wheels and source distributions of referee-client and referee."""
    folder = copy(CLIENT, work / "client", root)
    built = [build(folder / "clients" / "python", folder / "built")]
    folder = copy(SERVER, work / "server", root)
    built.append(build(folder, folder / "built"))
    return [taken(file, dist) for each in built for file in (each.sdist, each.wheel)]


def typescript(work: Path, dist: Path, root: Path) -> list[Path]:
    """What `npm publish` takes: JavaScript with types."""
    folder = client("typescript", work, root)
    shell("npm install --silent && npm run --silent library", folder)
    shell("npm pack --silent", folder)
    return [taken(file, dist) for file in folder.glob("*.tgz")]


def rust(work: Path, dist: Path, root: Path) -> list[Path]:
    """The crate, which holds the .proto files."""
    folder = client("rust", work, root) / "referee-client"
    shutil.copytree(work / "protos", folder / "protos")
    shutil.copy(work / "LICENSE", folder)
    shutil.rmtree(work / "clients" / "rust" / "bots")
    (folder.parent / "Cargo.toml").unlink()  # it names the bots
    shell(f"cargo package --quiet --allow-dirty --no-verify --target-dir '{work}/target'", folder)
    return [taken(file, dist) for file in (work / "target" / "package").glob("*.crate")]


def java(work: Path, dist: Path, root: Path) -> list[Path]:
    """The jars of the library without the sample bots, and their pom."""
    folder = client("java", work, root)
    shutil.rmtree(folder / "src" / "main" / "java" / "referee" / "bots")
    shutil.rmtree(folder / "src" / "test")
    shell("mvn -q -B -ntp package -Prelease", folder)
    made = [taken(file, dist) for file in sorted((folder / "target").glob("*.jar"))]
    pom = dist / f"referee-client-{version_of(root)}.pom"
    shutil.copy(folder / "pom.xml", pom)
    return [*made, pom]


def go(work: Path, dist: Path, root: Path) -> list[Path]:
    """The module with its public name and the generated messages: a zip file as module proxies have it."""
    folder = client("go", work, root)
    module = go_module(root)
    for file in [folder / "go.mod", folder / "README.md", *folder.rglob("*.go")]:
        file.write_bytes(with_module(file.read_bytes(), languages()["go"], module))
    shutil.rmtree(folder / "starter")
    shutil.rmtree(folder / "starter_game")
    shell("go generate ./... && go vet ./...", folder)
    version = version_of(root)
    made = dist / f"referee-client-go-{version}.zip"
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            archive.write(file, f"{module}@v{version}/{file.relative_to(folder).as_posix()}")
    return [made]


def cpp(work: Path, dist: Path, root: Path) -> list[Path]:
    """The sources of the library, with CMake files and the .proto files, for FetchContent."""
    folder = client("cpp", work, root)
    shutil.copytree(work / "protos", folder / "protos")
    name = f"referee-client-cpp-{version_of(root)}"
    made = dist / f"{name}.tar.gz"
    with tarfile.open(made, "w:gz") as archive:
        for place in ("CMakeLists.txt", "README.md", "LICENSE", "referee", "protos"):
            archive.add(folder / place, f"{name}/{place}")
    return [made]


BUILDERS: Mapping[str, Callable[[Path, Path, Path], list[Path]]] = {
    "python": python,
    "typescript": typescript,
    "rust": rust,
    "java": java,
    "go": go,
    "cpp": cpp,
}
"""What makes the artefacts of a language: with a folder to work in, the one to put them into, and the project."""


def client(language: str, work: Path, root: Path) -> Path:
    """Copies a language's folder of `clients`, and what every package holds."""
    copy([f"clients/{language}", "protos/referee", "LICENSE"], work, root)
    folder = work / "clients" / language
    shutil.copy(work / "LICENSE", folder)
    return folder


def missing(language: str) -> list[str]:
    """The programs that this machine lacks to build a language's artefacts. An archive of sources needs none."""
    return [] if language == "cpp" else languages()[language].missing


def taken(file: Path, dist: Path) -> Path:
    """Puts an artefact into `dist`."""
    shutil.copy(file, dist)
    return dist / file.name


def version_of(root: Path) -> str:
    """The version that the project names."""
    return str(project(root)["version"])


def go_module(root: Path) -> str:
    """The public name of the Go module: where it lies."""
    return f"{project(root)['urls']['Source'].removeprefix('https://')}/clients/go"


def project(root: Path) -> Mapping[str, Mapping[str, str]]:
    """What pyproject.toml says about the project."""
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]  # type: ignore[no-any-return] # TOML
