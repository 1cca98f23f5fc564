"""All packages have one version, which `make release` writes; what it refuses, and what it leaves behind."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from datetime import date
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.release import checks
from tests.release.versions import (
    CHANGELOG,
    FILLED_IN,
    GROUP,
    REPOSITORY,
    VERSIONS,
    fill_in,
    read_versions,
    stands_in,
    write_version,
)

ROOT = Path(__file__).parents[2]
TEXTS = {"", ".cff", ".json", ".md", ".mod", ".py", ".toml", ".txt", ".xml", ".yml"}
DAY = date(2027, 1, 2)
ADDRESS, OWN_GROUP = "https://git.example.org/games/referee", "org.example.games"
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of every file that a release changes."""
    for name in {*VERSIONS, *(name for names in FILLED_IN.values() for name in names), CHANGELOG}:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_all_packages_have_one_version() -> None:
    assert len(read_versions(ROOT)) == 1


def test_what_is_filled_in_stands_nowhere_else() -> None:
    """The first release replaces every placeholder."""
    told = (ROOT / "tests").as_posix(), (ROOT / ".github" / "RELEASING.md").as_posix()
    places = [ROOT / place for place in (".github", "clients", "referee", "tournament", "protos")]
    files = [*ROOT.glob("*.*"), *(file for place in places for file in place.rglob("*"))]
    for placeholder, names in FILLED_IN.items():
        word = placeholder.removeprefix("https://")
        found = {
            file.relative_to(ROOT).as_posix()
            for file in files
            if file.is_file() and file.suffix in TEXTS and not file.as_posix().startswith(told)
            if "node_modules" not in file.parts and word in file.read_text("utf-8")
        }
        assert found in (set(names), set()), placeholder


def test_a_version_is_written_everywhere(project: Path) -> None:
    write_version(project, "1.2.3", DAY)
    assert read_versions(project) == {"1.2.3"}
    assert "## 1.2.3 (2027-01-02)" in (project / CHANGELOG).read_text("utf-8").splitlines()
    assert json.loads((project / "clients/typescript/package.json").read_text("utf-8"))["version"] == "1.2.3"
    needs = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert "referee-client==1.2.3" in needs


def test_a_version_changes_one_line_for_each_pattern(project: Path) -> None:
    before = {name: (project / name).read_text("utf-8").splitlines() for name in VERSIONS}
    write_version(project, "1.2.3", DAY)
    for name, patterns in VERSIONS.items():
        lines = (project / name).read_text("utf-8").splitlines()
        changed = [line for old, line in zip(before[name], lines, strict=True) if old != line]
        assert len(changed) == len(patterns), changed


def test_what_a_maintainer_fills_in_is_written_everywhere(project: Path) -> None:
    for placeholder, value in ((REPOSITORY, ADDRESS), (GROUP, OWN_GROUP)):
        fill_in(project, placeholder, value)
        assert stands_in(project, placeholder) == []
        assert all(value in (project / name).read_text("utf-8") for name in FILLED_IN[placeholder])


@pytest.mark.parametrize(
    ("version", "told"),
    [
        pytest.param("1.2", "invalid version '1.2': use three numbers", id="two numbers"),
        pytest.param("v1.2.3", "invalid version 'v1.2.3'", id="a letter"),
        pytest.param("1.02.3", "invalid version '1.02.3'", id="a zero before it"),
        pytest.param("0.0.1", "version 0.0.1 is older than", id="older"),
        pytest.param("2.0.0", "version 2.0.0: from 2.0.0 on a Go module", id="a path that Go wants"),
        pytest.param("1.2.3", "", id="newer"),
    ],
)
def test_a_version_that_cannot_be_released_is_named(project: Path, version: str, told: str) -> None:
    found = checks.invalid_version(project, version)
    assert found.startswith(told)
    assert bool(found) == bool(told)


def test_a_changelog_without_news_is_named(project: Path) -> None:
    write_version(project, "1.2.3", DAY)
    assert checks.invalid_version(project, "1.2.4").endswith("needs one section `## X.Y.Z (unreleased)`, and has 0")


def test_a_placeholder_is_not_released(project: Path) -> None:
    assert checks.missing_value(project, GROUP, "GROUP", "").startswith(f"{GROUP} stands in clients/java/pom.xml")
    assert checks.missing_value(project, GROUP, "GROUP", OWN_GROUP) == ""
    fill_in(project, GROUP, OWN_GROUP)
    assert checks.missing_value(project, GROUP, "GROUP", "") == ""


@pytest.mark.parametrize("value", ["http://host/a", "https://host", "https://host/a b", "git@host:a/b"])
def test_an_address_that_no_package_can_take_is_named(value: str) -> None:
    assert checks.invalid_value("REPOSITORY", value, checks.ADDRESS, "https://HOST/OWNER/NAME").startswith("invalid")
    assert checks.invalid_value("REPOSITORY", ADDRESS, checks.ADDRESS, "") == ""


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone with what is here and not committed yet, whose wire is released."""
    folder = tmp_path_factory.mktemp("clone") / "referee"
    git(ROOT, "clone", "--quiet", "--no-hardlinks", ROOT, folder)
    changed = git(ROOT, "ls-files", "--modified", "--others", "--exclude-standard", "-z").split("\0")
    for name in filter(None, changed):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, folder / name)
    return folder


def git(folder: Path, *words: str | Path) -> str:
    who = ("-c", "user.name=a maintainer", "-c", "user.email=maintainer@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *who, *map(str, words)], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def release(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What `make release` runs, in a clone: the same Python, which finds the clone's packages first."""
    command = [sys.executable, "-m", "tests.release", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@needs_git
@pytest.mark.timeout(300)
def test_a_release_in_a_clone(clone: Path) -> None:
    first = ["--repository", ADDRESS, "--group", OWN_GROUP, "--languages", "python", "cpp"]
    (clone / "notes.txt").write_text("not committed")
    assert "?? notes.txt" in release(clone, "1.2.3", *first).stderr
    (clone / "notes.txt").unlink()
    (clone / "protos" / "released.binpb").write_bytes(b"")
    git(clone, "add", "-A")
    git(clone, "commit", "--quiet", "-m", "What is here")
    assert "run make wire-release and commit it" in release(clone, "1.2.3", *first).stderr
    buf = Path(sys.executable).with_name("buf")
    wire = ["build", "protos", "--exclude-source-info", "-o", "protos/released.binpb"]
    subprocess.run([buf, *wire], cwd=clone, check=True)
    git(clone, "commit", "--quiet", "-am", "Release the wire")
    assert f"{REPOSITORY} stands in pyproject.toml" in release(clone, "1.2.3", *first[4:]).stderr
    assert git(clone, "status", "--porcelain") == "", "what was refused has changed nothing"

    done = release(clone, "1.2.3", *first)
    assert done.returncode == 0, done.stderr
    assert "LEFT OUT: rust, for --languages does not name it" in done.stdout
    assert read_versions(clone) == {"1.2.3"}
    assert git(clone, "tag") == ""
    changed = {line[3:] for line in git(clone, "status", "--porcelain").splitlines()}
    assert changed == {*VERSIONS, *(name for names in FILLED_IN.values() for name in names), CHANGELOG}
    made = {file.name for file in (clone / "dist").iterdir()}
    assert made == {
        *(f"{name}-1.2.3{end}" for name in ("referee", "referee_client") for end in (".tar.gz", "-py3-none-any.whl")),
        "referee-client-cpp-1.2.3.tar.gz",
    }
    assert made == set(re.findall(r"^dist/(.*)$", done.stdout, re.MULTILINE))
    with ZipFile(clone / "dist" / "referee-1.2.3-py3-none-any.whl") as wheel:
        told = wheel.read("referee-1.2.3.dist-info/METADATA").decode()
    assert {"Version: 1.2.3", "Requires-Dist: referee-client==1.2.3", f"Project-URL: Source, {ADDRESS}"} <= set(
        told.splitlines()
    )
    with tarfile.open(clone / "dist" / "referee-client-cpp-1.2.3.tar.gz") as archive:
        names = archive.getnames()
        cmake = archive.extractfile("referee-client-cpp-1.2.3/CMakeLists.txt")
        assert cmake is not None
        assert b"VERSION 1.2.3" in cmake.read()
    assert "referee-client-cpp-1.2.3/protos/referee/v1/play_service.proto" in names

    assert "the packages have version 1.2.3, and not 1.2.4" in release(clone, "1.2.4", "--build").stderr
    assert release(clone, "1.2.3", "--build", "--languages", "cpp").stdout.startswith("LEFT OUT: python")
    assert [file.name for file in (clone / "dist").iterdir()] == ["referee-client-cpp-1.2.3.tar.gz"]


def test_placeholders_are_not_built() -> None:
    if not stands_in(ROOT, GROUP):
        pytest.skip("the first release has filled them in")
    (version,) = read_versions(ROOT)
    done = release(ROOT, version, "--build")
    assert (done.returncode, done.stdout) == (1, "")
    assert "placeholders stand in pyproject.toml" in done.stderr


def test_every_package_says_what_it_is() -> None:
    """What an index shows: a licence, authors, an address and a text of its own."""
    wanted = ("description", "author", "keywords", "license", "homepage", "repository", "exports")
    for folder in (ROOT, ROOT / "clients" / "python"):
        file, readme = folder / "pyproject.toml", folder / "README.md"
        said = tomllib.loads(file.read_text("utf-8"))["project"]
        assert said["license"] == "MIT"
        assert all(said[key] for key in ("description", "authors", "keywords", "classifiers", "urls"))
        assert readme.is_file()
    npm = json.loads((ROOT / "clients/typescript/package.json").read_text("utf-8"))
    assert "private" not in npm
    assert all(npm[key] for key in wanted)
    crate = tomllib.loads((ROOT / "clients/rust/referee-client/Cargo.toml").read_text("utf-8"))["package"]
    assert "publish" not in crate
    assert all(crate[key] for key in ("description", "authors", "keywords", "categories", "license", "repository"))
    assert (ROOT / "clients/rust/referee-client" / crate["readme"]).is_file()
    pom = (ROOT / "clients/java/pom.xml").read_text("utf-8")
    assert all(f"<{key}>" in pom for key in ("description", "url", "licenses", "developers", "scm"))
