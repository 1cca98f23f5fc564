"""What workers receive first, and which of them may play."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from referee.kernel.game import find_game
from referee.version import referee_version
from tests.support.tournaments import a_plan
from tournament.cluster.admitting import Admission, admission_of, refusal_of
from tournament.cluster.connection import check_address
from tournament.cluster.messages import Opened, Opening
from tournament.engines.engine import Setting
from tournament.errors import UserError
from tournament.plan.plan import Plan

FAR = '[[bots]]\nname = "far"\ndial_in = true\n'
RULES = find_game("keepers").rules_version


def admission(plan: Plan, *, hidden: tuple[str, ...] = ()) -> Admission:
    return admission_of(Setting(plan=plan, capacity=1, hidden=hidden), "spring", check=True, duplicate=True)


def opening(plan: Plan, *, hidden: tuple[str, ...] = ()) -> Opening:
    return msgspec.json.decode(admission(plan, hidden=hidden).opening, type=Opening)


def test_workers_are_not_told_the_seed_from_which_deals_follow() -> None:
    told = opening(a_plan("first random", seed=987654321, deals_from_seed=True)).setting.plan
    assert (told.tournament.seed, told.tournament.deals_from_seed) == (1, False)


def test_files_on_a_shared_disk_stay_hidden_and_packed_ones_are_left_out() -> None:
    shared = opening(a_plan("first random", bots_from="/shared"), hidden=("/shared/t.db",))
    assert (shared.folder, shared.shared, shared.setting.hidden) == ("/shared", True, ("/shared/t.db",))
    packed = opening(a_plan("first random"), hidden=("/shared/t.db",))
    assert (packed.folder, packed.shared, packed.setting.hidden) == (str(Path.cwd()), False, ())


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (a_plan("first", extra=FAR, in_process=False), r"bots that dial in cannot play on a cluster \(far\)"),
        (a_plan("first random", pin=True, in_process=False), "pin = true chooses cores of this machine"),
        (a_plan("first random", bots_from="bots"), "run.bots_from: 'bots' is not a path from the root"),
    ],
    ids=["dial in", "pin", "a relative folder"],
)
def test_what_only_one_machine_can_give_is_refused(plan: Plan, why: str) -> None:
    with pytest.raises(UserError, match=why):
        admission(plan)


@pytest.mark.parametrize(
    ("opened", "why"),
    [
        (Opened(version=referee_version(), rules=RULES, forgetful=["mine"]), ""),
        (Opened(refused="no place for files"), "no place for files"),
        (Opened(version="0.0.1", rules=RULES), "it has version 0.0.1 of Referee, and the runner has"),
        (Opened(version=referee_version(), rules="99"), "it has version 99 of the rules of keepers, and the runner"),
        (Opened(version=referee_version(), rules=RULES), "mine could remember a deal there"),
    ],
    ids=["as here", "it refuses", "another version", "other rules", "bots that could remember"],
)
def test_a_worker_has_to_play_as_this_machine_would(opened: Opened, why: str) -> None:
    needs = Admission(
        tournament="spring",
        opening=b"",
        packs={},
        game="keepers",
        bots=frozenset({"mine"}),
        forgetful=frozenset({"mine"}),
    )
    refusal = refusal_of(opened, needs)
    assert refusal.startswith(why) if why else not refusal


@pytest.mark.parametrize("address", ["local:1", "local:64", "tcp://10.0.0.1:8786", "tls://[::1]:8786", "head:8786"])
def test_an_address_of_a_cluster(address: str) -> None:
    check_address(address)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("local:0", "a number of workers from 1 to 64"),
        ("local:", "a number of workers from 1 to 64"),
        ("local:65", "a number of workers from 1 to 64"),
        ("10.0.0.1", "expected the address of a dask scheduler"),
        ("http://10.0.0.1:8786", "expected the address of a dask scheduler"),
    ],
)
def test_another_address_is_refused(address: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        check_address(address)
