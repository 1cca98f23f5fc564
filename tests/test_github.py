"""The files in .github are valid, and what they call exists, since nobody runs them before they are needed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".github"
WORKFLOWS = sorted((FOLDER / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (FOLDER / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def commands(workflow: Path) -> list[str]:
    """Every line that a workflow runs."""
    steps = [step for job in read(workflow)["jobs"].values() for step in job["steps"]]
    return [line.strip() for step in steps for line in step.get("run", "").splitlines()]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_only_read_and_ends_in_time(workflow: Path) -> None:
    jobs = read(workflow)["jobs"]
    assert jobs
    for job in jobs.values():
        rights = job.get("permissions", read(workflow).get("permissions"))
        assert rights is not None, "without `permissions` it may write"
        may_write = {name for name, right in rights.items() if right == "write"}
        assert may_write <= ({"id-token"} if workflow.stem == "publish" else set())
        assert 0 < job["timeout-minutes"] <= 350


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_what_there_is(workflow: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    lines = commands(workflow)
    assert lines
    for line in lines:
        for target in re.findall(r"\bmake ([a-z-]+)", line):
            assert target in targets, line
        for module in re.findall(r"python -m (tests[.\w]*)", line):
            place = ROOT / module.replace(".", "/")
            assert place.is_dir() or place.with_suffix(".py").is_file(), line
        for script in re.findall(r"(?:^| )(\.ci/\w+)", line):
            assert (ROOT / script).is_file(), line


def test_the_suite_runs_on_every_python_that_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lowest = project["requires-python"].removeprefix(">=")
    versions = read(FOLDER / "workflows" / "test.yml")["jobs"]["suite"]["strategy"]["matrix"]["python"]
    assert versions[0] == lowest
    named = [line.rpartition(" ")[2] for line in project.get("classifiers", []) if ":: 3." in line]
    assert named in ([], versions)


def test_what_publishes_builds_nothing_and_waits_for_the_build() -> None:
    """A job that may ask for an identity runs no code of the project, but publishes what another job has tried."""
    jobs = read(FOLDER / "workflows" / "publish.yml")["jobs"]
    publishing = {name: job for name, job in jobs.items() if job.get("permissions")}
    assert sorted(publishing) == ["python", "rust", "typescript"]
    for job in publishing.values():
        assert job["permissions"] == {"id-token": "write"}
        assert (job["needs"], job["environment"]) == ("build", "publish")
        uses = [step.get("uses", "").partition("@")[0] for step in job["steps"]]
        assert "actions/checkout" not in uses
        assert "actions/download-artifact" in uses
    build = " ".join(commands(FOLDER / "workflows" / "publish.yml"))
    assert "tests/distributions/test_packages.py -m clients" in build
    assert "python -m tests.release --build" in build


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_something(form: Path) -> None:
    said = read(form)
    assert said["name"]
    assert said["description"]
    fields = [field for field in said["body"] if field["type"] != "markdown"]
    assert len({field["id"] for field in fields}) == len(fields) > 0
    assert any(field.get("validations", {}).get("required") for field in fields)


def test_a_citation_names_the_version_that_is_released() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = read(FOLDER / "CITATION.cff")
    assert citation["version"] == project["version"]
    assert citation["license"] == project["license"]
