"""The distributions hold what they must, and a bot needs only one of them."""

from __future__ import annotations

import filecmp
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from referee_client.bots.greedy import GREEDY

from referee.kernel.chance import SALT_BYTES, seed_from
from referee.kernel.game import Game, all_games
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.record import Cause
from referee.starters.client_wheel import client_wheel
from referee.starters.languages import languages
from tests.clients.processes import bot_process, exit_of
from tests.distributions.building import CLIENT, OFFLINE, ROOT, SERVER, Built, copy, environment, make_wheel, run
from tests.support.running import local_referee
from tests.support.shell import referee

NEEDS_OF_A_BOT = ("grpcio", "protobuf", "typing-extensions")
README = (ROOT / "clients" / "README.md").read_text(encoding="utf-8")


def written(*packages: str) -> set[str]:
    """The files of these packages that people wrote, as a wheel names them."""
    return {
        file.relative_to((ROOT / package).parent).as_posix()
        for package in packages
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and "_pb2" not in file.name
    }


def generated() -> set[str]:
    """The code that is made of the protos, and the card sets."""
    protos = [file.relative_to(ROOT / "protos" / "referee") for file in (ROOT / "protos").rglob("*.proto")]
    endings = ["_pb2.py", "_pb2.pyi"]
    services = [f"{proto.with_suffix('')}_pb2_grpc.py" for proto in protos if proto.stem.endswith("_service")]
    cards = {f"referee_client/games/{file.parent.name}/cards.toml" for file in ROOT.glob("referee/games/*/cards.toml")}
    return cards | {
        f"referee_client/{name}"
        for name in [*(f"{proto.with_suffix('')}{ending}" for proto in protos for ending in endings), *services]
    }


def own(files: set[str]) -> set[str]:
    """Without what installers read about a wheel."""
    return {file for file in files if ".dist-info/" not in file}


def test_the_client_holds_library_bots_and_messages(client: Built) -> None:
    assert own(client.in_wheel()) == written("clients/python/referee_client") | generated()
    assert "referee_client/py.typed" in client.in_wheel()
    assert [file for file in client.in_wheel() if file.endswith("/licenses/LICENSE")]


def test_the_source_of_the_client_holds_the_protos_and_nothing_made_of_them(client: Built) -> None:
    files = client.in_sdist()
    assert {"build_hook.py", "README.md", "LICENSE", "pyproject.toml", "protos/referee/v1/match.proto"} <= files
    assert "games/keepers/cards.toml" in files
    assert not {file for file in files if "_pb2" in file or (file.endswith(".py") and file.startswith("games"))}


def test_a_wheel_made_in_the_repository_is_the_same(client: Built, tmp_path: Path) -> None:
    folder = copy(CLIENT, tmp_path)
    wheel = make_wheel(folder / "clients" / "python", tmp_path / "wheel")
    assert Built(client.sdist, wheel).in_wheel() == client.in_wheel()


def test_the_referee_holds_both_programs_and_nothing_that_is_made_of_the_protos(server: Built) -> None:
    assert {file for file in own(server.in_wheel()) if not file.startswith("referee/carried/")} == written(
        "referee", "tournament"
    )
    assert not {file for file in server.in_wheel() if "_pb2" in file or file.startswith("referee_client")}
    for entry in ("referee = referee.cli:main", "tournament = tournament.cli:main"):
        assert entry in server.text("entry_points.txt").splitlines()


def test_the_referee_carries_protos_and_the_starters_of_every_language(server: Built) -> None:
    there = {file.removeprefix("referee/carried/") for file in own(server.in_wheel()) if "/carried/" in file}
    protos = {f"protos/{file.relative_to(ROOT / 'protos')}" for file in (ROOT / "protos" / "referee").rglob("*.proto")}
    assert {file for file in there if file.startswith("protos/")} == protos
    for language in languages().values():
        files = [
            *language.library_files().values(),
            *language.setting_files().values(),
            *(path for one in (True, False) for path in language.own_files(for_game=one).values()),
        ]
        wanted = {f"clients/{path.relative_to(ROOT / 'clients').as_posix()}" for path in files}
        assert wanted - there == set(), language.name
    assert not {file for file in there if file.startswith("clients/python/") and "/starter" not in file}


def test_an_installed_referee_has_its_manual_and_first_bots(client: Built, server: Built, tmp_path: Path) -> None:
    """The packages of the wheels, and not those in the repository, are what runs."""
    for built in (client, server):
        with ZipFile(built.wheel) as archive:
            archive.extractall(tmp_path / "site")
    code = "import referee.cli, sys; assert sys.argv.pop() in referee.__file__; referee.cli.main()"
    variables = {"PYTHONPATH": str(tmp_path / "site")}
    manual = [sys.executable, "-c", code, "manual", "first-game", str(tmp_path / "site")]
    shown = subprocess.check_output(manual, cwd=tmp_path, env=variables, text=True)
    assert shown == referee("manual", "first-game").stdout
    for language in languages():
        for words, told in ((["new", language], "To build it and play a match"), (["update"], "already")):
            command = [sys.executable, "-c", code, "bot", *words, str(tmp_path / language), str(tmp_path / "site")]
            done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            assert told in done.stdout
        again = tmp_path / "again" / language
        assert "To build it and play a match" in referee("bot", "new", language, again).stdout
        compared = filecmp.dircmp(tmp_path / language, again)
        assert _differing(compared) == []


def _differing(compared: filecmp.dircmp[str]) -> list[str]:
    here = [*compared.left_only, *compared.right_only, *compared.diff_files]
    return here + [name for inner in compared.subdirs.values() for name in _differing(inner)]


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_the_client_has_the_card_set_of_the_referee(game: Game[Any]) -> None:
    """As it is installed here. If it is not so, the set has changed since: `make protos` copies it."""
    copied = files("referee_client") / "games" / game.id / "cards.toml"
    assert copied.read_text(encoding="utf-8") == game.cards_toml


def test_the_line_of_the_readme_installs_both(tmp_path: Path) -> None:
    """Without a network it can only be asked what it would do, where all else is installed."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^To install both packages elsewhere, run `pip (install .*?)`", readme, re.MULTILINE)
    options = ["--dry-run", "--no-index", "--no-build-isolation", "--force-reinstall", "--no-deps"]
    told = run("pip", *line.split(), *options, folder=copy([*CLIENT, *SERVER], tmp_path))
    assert re.search(r"^Would install referee-[\d.]+ referee-client-[\d.]+$", told, re.MULTILINE)


def needs(built: Built) -> list[Requirement]:
    """What a distribution needs, without its extras."""
    lines = re.findall(r"^Requires-Dist: (.*)$", built.text("METADATA"), flags=re.MULTILINE)
    return [need for need in map(Requirement, lines) if need.marker is None or "extra" not in str(need.marker)]


def version(built: Built) -> str:
    (found,) = re.findall(r"^Version: (.*)$", built.text("METADATA"), flags=re.MULTILINE)
    return str(found)


def test_the_client_needs_grpc_and_protobuf_alone(client: Built) -> None:
    assert sorted(need.name for need in needs(client)) == ["grpcio", "protobuf"]


def test_what_the_client_needs_is_as_new_as_its_generated_code(client: Built) -> None:
    """An older gRPC or protobuf refuses to load the code."""
    grpc = client.text("play_service_pb2_grpc.py")
    (of_grpc,) = re.findall(r"GRPC_GENERATED_VERSION = '(.*)'", grpc)
    (of_protobuf,) = re.findall(r"^# Protobuf Python Version: (.*)$", client.text("v1/match_pb2.py"), re.MULTILINE)
    lowest = {
        need.name: next(each.version for each in need.specifier if each.operator == ">=") for need in needs(client)
    }
    assert lowest == {"grpcio": of_grpc, "protobuf": of_protobuf}


def test_the_referee_needs_the_client_of_its_own_version(client: Built, server: Built) -> None:
    assert version(client) == version(server)
    assert f"referee-client=={version(client)}" in map(str, needs(server))


def test_both_have_the_same_licence(client: Built, server: Built) -> None:
    assert client.text("licenses/LICENSE") == server.text("licenses/LICENSE")


@pytest.fixture(scope="module")
def bots_python(client: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which nothing is installed but the client and what that needs."""
    python = environment(tmp_path_factory.mktemp("environment"), NEEDS_OF_A_BOT)
    run("pip", "--python", python, "install", *OFFLINE, client.wheel)
    return python


def test_nothing_is_missing_where_only_the_client_is_installed(bots_python: Path) -> None:
    assert run("pip", "--python", bots_python, "check") == "No broken requirements found.\n"
    code = "import referee_client.bots.keepers_greedy, importlib.util as u; print(u.find_spec('referee'))"
    told = subprocess.run([bots_python, "-I", "-c", code], capture_output=True, text=True, check=False)
    assert (told.stdout, told.stderr) == ("None\n", "")


def plays(bots_python: Path, commands: Mapping[str, Sequence[str | Path]], games: Iterable[str], folder: Path) -> None:
    """Lets two bots play a match of each game, and demands that they chose every time, and came to their end."""
    with local_referee(folder) as referee, ExitStack() as processes:
        started = [
            processes.enter_context(bot_process([bots_python, *command], referee.address, referee.token(name)))
            for name, command in commands.items()
        ]
        for game in games:
            job = MatchJob(
                match_id=game,
                game_id=game,
                bots=tuple(commands),
                seed=seed_from(1),
                salt=bytes(SALT_BYTES),
                time_control=TimeControl(startup_ms=60_000, decision_ms=60_000),
            )
            record = referee.play(job).result()
            assert {answer.cause for step in record.steps for answer in step.answers} == {Cause.CHOSEN}, game
        referee.call(lambda: referee.referee.lobby.dismiss(may_reconnect=False))
        assert [exit_of(process) for process in started] == [(0, "", "")] * len(started)


def test_the_bot_of_the_readme_plays_where_only_the_client_is_installed(bots_python: Path, tmp_path: Path) -> None:
    example = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)[0]
    (tmp_path / "my_bot.py").write_text(example, encoding="utf-8")
    commands: dict[str, Sequence[str | Path]] = {
        "mine": ["-P", tmp_path / "my_bot.py"],
        "random": ["-P", "-m", "referee_client.bots", "random"],
    }
    plays(bots_python, commands, ["keepers"], tmp_path)


def test_the_wheel_of_a_starter_is_the_one_that_an_installer_builds(client: Built, tmp_path: Path) -> None:
    """It lacks the README, and names another maker."""
    name, data = client_wheel()
    (tmp_path / name).write_bytes(data)
    assert name == client.wheel.name
    made, built = (_contents(wheel) for wheel in (tmp_path / name, client.wheel))
    assert made.keys() == built.keys()
    about = {f"referee_client-{version(client)}.dist-info/{file}" for file in ("METADATA", "RECORD", "WHEEL")}
    assert {file for file in made if made[file] != built[file]} == about
    assert [built[file].startswith(made[file]) for file in about if file.endswith("METADATA")] == [True]


def _contents(wheel: Path) -> dict[str, bytes]:
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_first_bot_in_python_plays_where_only_its_requirements_are_installed(tmp_path: Path) -> None:
    """Without a network: gRPC and protobuf, which come from an index elsewhere, are there already."""
    folder = tmp_path / "mine"
    referee("bot", "new", "python", folder, "--game", "keepers")
    python = environment(tmp_path / "environment", NEEDS_OF_A_BOT)
    options = ["--no-index", "--disable-pip-version-check", "--quiet"]
    run("pip", "--python", python, "install", *options, "-r", "requirements.txt", folder=folder)
    assert run("pip", "--python", python, "check") == "No broken requirements found.\n"
    commands: dict[str, Sequence[str | Path]] = {
        "mine": ["-P", folder / "bot.py"],
        "random": ["-P", "-m", "referee_client.bots", "random"],
    }
    plays(python, commands, ["keepers"], tmp_path)


def test_the_sample_bots_play_every_game_where_only_the_client_is_installed(bots_python: Path, tmp_path: Path) -> None:
    """What they know of the cards comes with them. Three can play all games."""
    greedy = ["-P", "-m", "referee_client.bots", "greedy"]
    commands = dict.fromkeys(("one", "two", "three"), greedy)
    plays(bots_python, commands, GREEDY, tmp_path)
