"""The packages of all languages, installed in an empty folder outside the repository, build a bot that plays."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.languages.conftest import skipped_without
from tests.languages.languages import CLIENTS, languages
from tests.release.packages import BUILDERS, go_module, version_of
from tests.support.starters import shell

pytestmark = [pytest.mark.clients, pytest.mark.timeout(1800)]

ROOT = CLIENTS.parent
KEEPERS_CPP = """\
#include "referee/run.h"
#include "referee/games/keepers/v1/keepers.pb.h"

class First : public referee::Bot {
 public:
  int choose(referee::Turn& turn) override {
    return turn.unpack<referee::games::keepers::v1::Position>().options_size() - 1;
  }
};

int main() { referee::run<First>({.name = "first"}); }
"""
POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>mine</groupId><artifactId>mine</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
{dependency}  </dependencies>
</project>
"""


def block(readme: Path, kind: str) -> str:
    """The first block of code of that kind in a README."""
    blocks: list[str] = re.findall(rf"^```{kind}\n(.*?)^```", readme.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return blocks[0]


def typescript(folder: Path, made: list[Path]) -> list[str]:
    (package,) = made
    (folder / "package.json").write_text('{"name": "mine", "private": true}')
    (folder / "bot.mjs").write_text(block(CLIENTS / "typescript" / "README.md", "js"))
    shell(f"npm install --silent --no-audit --no-fund {shlex.quote(str(package))}", folder)
    return ["node", "bot.mjs"]


def rust(folder: Path, made: list[Path]) -> list[str]:
    (crate,) = made
    with tarfile.open(crate) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    shell("cargo init --quiet --vcs none --name mine mine", folder)
    (folder / "mine" / "src" / "main.rs").write_text(block(unpacked / "README.md", "rust"))
    shell(f"cargo add --quiet referee-client --path {shlex.quote(str(unpacked))}", folder / "mine")
    shell("cargo build --quiet", folder / "mine")
    return ["mine/target/debug/mine"]


def java(folder: Path, made: list[Path]) -> list[str]:
    jar = next(file for file in made if file.name == f"referee-client-{version_of(ROOT)}.jar")
    pom = next(file for file in made if file.suffix == ".pom")
    private, shared = folder / "repository", Path.home() / ".m2" / "repository"
    if shared.is_dir():  # what Maven has fetched before
        shutil.copytree(shared, private, copy_function=_linked)
    own = f"mvn -q -B -ntp -Dmaven.repo.local={shlex.quote(str(private))}"
    shell(f"{own} install:install-file -Dfile={shlex.quote(str(jar))} -DpomFile={shlex.quote(str(pom))}", folder)
    (folder / "src" / "main" / "java").mkdir(parents=True)
    readme = CLIENTS / "java" / "README.md"
    (folder / "src" / "main" / "java" / "First.java").write_text(block(readme, "java"))
    (folder / "pom.xml").write_text(POM.format(dependency=block(readme, "xml")))
    shell(f"{own} package dependency:copy-dependencies -DoutputDirectory=target/lib", folder)
    return ["java", "-XX:+UseSerialGC", "-cp", "target/classes:target/lib/*", "First"]


def _linked(source: str, target: str) -> str:
    Path(target).hardlink_to(source)
    return target


def go(folder: Path, made: list[Path]) -> list[str]:
    (archive,) = made
    module = go_module(ROOT)
    with ZipFile(archive) as file:
        file.extractall(folder / "unpacked")
    unpacked = folder / "unpacked" / f"{module}@v{version_of(ROOT)}"
    (folder / "main.go").write_text(block(unpacked / "README.md", "go"))
    shell(
        f"go mod init mine\ngo mod edit -require={module}@v{version_of(ROOT)}"
        f" {shlex.quote(f'-replace={module}={unpacked}')}\ngo mod tidy\ngo build -o mine .",
        folder,
        {"GOFLAGS": "-mod=mod"},
    )
    return ["./mine"]


def cpp(folder: Path, made: list[Path]) -> list[str]:
    (archive,) = made
    shutil.copy(archive, folder)
    (folder / "CMakeLists.txt").write_text(block(CLIENTS / "cpp" / "README.md", "cmake"))
    (folder / "bot.cpp").write_text(KEEPERS_CPP)
    shell("cmake -B build && cmake --build build --parallel 2", folder)
    return ["build/mine"]


INSTALLS: dict[str, Callable[[Path, list[Path]], list[str]]] = {
    "typescript": typescript,
    "rust": rust,
    "java": java,
    "go": go,
    "cpp": cpp,
}
"""What installs the artefacts of a language in an empty folder, builds a bot there, and returns its command."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    named = metafunc.config.getoption("--language")
    chosen = [language for language in languages() if not named or language.id in named]
    metafunc.parametrize("language", [skipped_without(language, language.id) for language in chosen])


def test_a_bot_is_built_with_what_is_released_and_plays(language: str, tmp_path: Path) -> None:
    work, dist, folder = (tmp_path / name for name in ("work", "dist", "empty"))
    for each in (work, dist, folder):
        each.mkdir()
    made = BUILDERS[language](work, dist, ROOT)
    shutil.rmtree(work)
    bot = shlex.join(INSTALLS[language](folder, made))
    line = f"referee play keepers --bot {shlex.quote(bot)} --bot random --deals 1 --json --decision 60s --startup 60s"
    played = json.loads(shell(line, folder))
    assert played["bots"]
    assert {(each["strikes"], each["forfeits"]) for each in played["bots"]} == {(0, 0)}
