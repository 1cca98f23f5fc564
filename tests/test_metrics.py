"""The metrics: what they count, how they are named, and who can reach them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families as parsed

from referee import hosting
from referee.commands.serve_metrics import observe_lobby, show_lobby
from referee.errors import UsageError
from referee.kernel.record import Record
from referee.local.matches import open_local_matches
from referee.local.pool import StartedBot
from referee.manual.contents import text_of
from referee.match_times import times_of
from referee.metrics import MatchMetrics, Metrics, open_metrics, read_metrics_address
from referee.server.bots.processes import BotHost, BotProgram
from tests.manual.blocks import blocks_of
from tests.support.matches import job, played, whole_match
from tests.support.tournaments import a_plan, a_plan_text
from tests.tournament.run.test_runner import void
from tournament.run.running import run_plan
from tournament.storage.archive import open_archive

UNITS = {"seconds": "duration", "bytes": "size"}
FROM_ELSEWHERE = ("process_",)
"""How the names begin of what prometheus-client itself measures."""

Scrape = dict[str, Metric]


def scraped(metrics: Metrics) -> Scrape:
    with urllib.request.urlopen(metrics.address) as answer:
        return {family.name: family for family in parsed(answer.read().decode())}


def value(scrape: Scrape, name: str, **labels: str) -> float:
    family = next(family for family in scrape.values() if any(sample.name == name for sample in family.samples))
    return sum(one.value for one in family.samples if one.name == name and labels.items() <= one.labels.items())


def counted(*records: Record) -> Scrape:
    """What is shown of records."""
    with open_metrics("0") as metrics:
        assert metrics is not None
        counts = MatchMetrics(metrics)
        for record in records:
            counts.ended(times_of(record))
        return scraped(metrics)


@pytest.fixture(scope="module")
def of_run(tmp_path_factory: pytest.TempPathFactory) -> Scrape:
    """A scrape after a tournament on a cluster, in which every metric of a run appears."""
    folder = tmp_path_factory.mktemp("run")
    plan = a_plan("first random", deals=3)
    with open_metrics("0") as metrics:
        assert metrics is not None
        run = partial(run_plan, plan, folder / "plan.toml", folder / "t.db", lambda _: None, cluster="local:1")
        hosting.run(partial(run, metrics=metrics))
        return scraped(metrics)


@pytest.fixture(scope="module")
def of_referee() -> Scrape:
    """A scrape of a referee after a match."""
    command = (sys.executable, "-m", "referee_client.bots", "first")
    bots = [StartedBot(BotProgram(name, command), BotHost()) for name in ("a", "b")]

    async def play(metrics: Metrics) -> None:
        async with open_local_matches(bots) as matches:
            lobby = matches.referee.lobby
            observe_lobby(lobby, show_lobby(metrics, lobby))
            await matches.play(job())
            scrapes.append(scraped(metrics))

    scrapes: list[Scrape] = []
    with open_metrics("0") as metrics:
        assert metrics is not None
        hosting.run(play, metrics)
    return scrapes[0]


@pytest.fixture(scope="module")
def of_web(tmp_path_factory: pytest.TempPathFactory) -> Scrape:
    """A scrape of a web server after one page."""
    folder = tmp_path_factory.mktemp("web")
    words = [sys.executable, "-m", "referee", "web", "--data", str(folder), "--address", "127.0.0.1:0"]
    with subprocess.Popen([*words, "--metrics", "0"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        page, address = server.stdout.readline(), server.stdout.readline().removeprefix("metrics: ")
        with urllib.request.urlopen(page.partition("#")[0].rpartition("/")[0]) as answer:
            assert answer.status == 200
        with urllib.request.urlopen(address.strip()) as answer:
            text = answer.read().decode()
        server.terminate()
    return {family.name: family for family in parsed(text)}


@pytest.fixture
def everything(of_run: Scrape, of_referee: Scrape, of_web: Scrape) -> Scrape:
    """All metrics, each with samples: no bot of a run, or of the referee, got a strike."""
    return of_web | of_referee | of_run | only(counted(played(job(), late=(1,))))


def only(scrape: Scrape) -> Scrape:
    return {name: scrape[name] for name in ("referee_strikes", "referee_forfeits")}


def test_ended_matches_are_counted_by_what_happened_in_them() -> None:
    late = played(job(), late=(1,))
    assert late.end is not None
    records = [whole_match("keepers"), late, void(played(job()))]
    scrape = counted(*records)
    assert value(scrape, "referee_ended_matches_total", game="keepers", state="finished") == 2
    assert value(scrape, "referee_ended_matches_total", game="keepers", state="void") == 1
    assert value(scrape, "referee_decisions_total", game="keepers") == sum(
        len(step.answers) for record in records for step in record.steps
    )
    assert value(scrape, "referee_strikes_total", bot="b", cause="timeout") == late.end.strikes[1]
    assert value(scrape, "referee_forfeits_total", bot="b", cause="strikes") == 1
    answered = [answer.seat for step in late.steps for answer in step.answers if answer.cause == "chosen"]
    only_late = counted(late)
    assert value(only_late, "referee_answer_seconds_count", bot="a") == answered.count(0)


def test_counting_needs_no_thread() -> None:
    with open_metrics("0") as metrics:
        assert metrics is not None
        threads = threading.active_count()
        MatchMetrics(metrics).ended(times_of(whole_match("keepers")))
        assert threading.active_count() == threads


def test_a_match_that_was_cut_short_is_not_counted() -> None:
    record = whole_match("keepers")
    assert counted(Record(record.header, record.steps))["referee_ended_matches"].samples == []


@pytest.mark.parametrize("workers", [1, 2])
def test_decisions_are_counted_wherever_they_are_made(tmp_path: Path, workers: int) -> None:
    plan = a_plan("first random", deals=1, workers=workers)
    with open_metrics("0") as metrics:
        assert metrics is not None
        hosting.run(partial(run_plan, plan, tmp_path / "p", tmp_path / "t.db", lambda _: None, metrics=metrics))
        scrape = scraped(metrics)
    with open_archive(tmp_path / "t.db") as archive:
        decisions = sum(seat.decisions for match in archive.matches() for seat in match.seats)
    assert value(scrape, "referee_decisions_total") == decisions > 0
    assert value(scrape, "referee_answer_seconds_count") == decisions


def test_a_run_shows_its_matches_workers_and_stores(of_run: Scrape) -> None:
    assert value(of_run, "referee_ended_matches_total", state="finished") == 6
    assert value(of_run, "referee_store_seconds_count") == 6
    assert value(of_run, "referee_worker_matches_total", worker="0") == 6
    assert value(of_run, "referee_worker_failures_total", worker="0") == 0
    assert value(of_run, "referee_matches", state="waiting") == value(of_run, "referee_matches", state="running") == 0


def test_a_referee_shows_its_matches_streams_and_bytes(of_referee: Scrape) -> None:
    assert value(of_referee, "referee_ended_matches_total", state="finished") == 1
    assert value(of_referee, "referee_streams") == 2
    assert value(of_referee, "referee_unread_bytes") >= 0
    assert of_referee["referee_matches"].samples == []


def test_a_web_server_shows_what_it_answered(of_web: Scrape) -> None:
    assert value(of_web, "referee_web_responses_total", status="200") == 1
    assert value(of_web, "referee_web_watchers") == 0


def test_a_server_logs_where_its_metrics_are(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "referee", "serve", "--data", str(tmp_path), "--address", "127.0.0.1:0"]
    with subprocess.Popen(
        [*words, "--metrics", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        line = next(line for line in server.stderr if "metrics: " in line)
        with urllib.request.urlopen(line.partition("metrics: ")[2].strip()) as answer:
            assert "\nreferee_streams 0.0\n" in answer.read().decode()
        server.terminate()
        server.communicate()


def test_names_follow_the_conventions_of_prometheus(everything: Scrape) -> None:
    assert not [fault for family in everything.values() for fault in faults_of(family)]


def faults_of(family: Metric) -> Iterator[str]:
    """What promtool, and the conventions, would find wrong with a metric."""
    name, ours = family.name, not family.name.startswith(FROM_ELSEWHERE)
    names = {sample.name for sample in family.samples}
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        yield f"{name}: not snake_case"
    if not family.documentation.strip():
        yield f"{name}: no help"
    if ours and not family.documentation.endswith("."):
        yield f"{name}: its help is no sentence"
    if family.type == "counter" and any(not one.endswith(("_total", "_created")) for one in names):
        yield f"{name}: a counter ends in _total"
    if family.type != "counter" and name.endswith(("_total", "_count", "_sum", "_bucket")):
        yield f"{name}: only a counter, or a part of a histogram, has such a name"
    if family.type == "histogram" and not name.endswith(tuple(f"_{unit}" for unit in UNITS)):
        yield f"{name}: its name ends in no base unit"
    if re.search(r"_(ms|milliseconds|minutes|kb|mb|percent)(_|$)", name) or family.type in name.split("_"):
        yield f"{name}: use base units, and do not name the type"
    for sample in family.samples:
        if bad := [label for label in sample.labels if label in name.split("_") and label != "worker"]:
            yield f"{name}: it repeats its label {bad[0]}"


def test_the_rules_find_faults() -> None:
    bad = 'x_total{a="b"} 1\n# HELP y_ms late\n# TYPE y_ms gauge\ny_ms 1\n# HELP z \n# TYPE z histogram\n'
    bad += 'z_bucket{le="+Inf"} 1\nz_sum 1\nz_count 1\n'
    assert len([fault for family in parsed(bad) for fault in faults_of(family)]) >= 5


def test_the_manual_lists_every_metric_of_ours(everything: Scrape) -> None:
    listed = set(re.findall(r"^\| `(referee_\w+)`", text_of("howto/metrics"), re.MULTILINE))
    ours = [family for family in everything.values() if not family.name.startswith(FROM_ELSEWHERE)]
    assert listed == {f"{one.name}_total" if one.type == "counter" else one.name for one in ours}


def test_the_dashboard_asks_for_what_is_there(everything: Scrape) -> None:
    (block,) = (block for block in blocks_of("howto/metrics") if block.language == "json")
    queries = [target["expr"] for panel in json.loads(block.text)["panels"] for target in panel["targets"]]
    labels: dict[str, set[str]] = {}
    for family in everything.values():
        for sample in family.samples:
            labels.setdefault(sample.name, set()).update(sample.labels)
    assert len(queries) >= 10
    for query in queries:
        names = set(re.findall(r"\b(?:referee|process)_\w+", query))
        assert names, query
        asked = {label.strip() for part in re.findall(r"by \(([^)]*)\)", query) for label in part.split(",")}
        for name in names:
            assert name in labels, query
            assert asked <= labels[name], query


@pytest.mark.parametrize(
    ("address", "place"),
    [("9464", ("127.0.0.1", 9464)), ("10.0.0.1:9464", ("10.0.0.1", 9464)), ("[::1]:0", ("::1", 0))],
)
def test_a_port_alone_is_one_of_this_machine(address: str, place: tuple[str, int]) -> None:
    assert read_metrics_address(address) == place


@pytest.mark.parametrize("address", ["here", "localhost:", "1.2.3.4:99999", "-1"])
def test_another_address_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="use a port such as 9464, or host:port"):
        read_metrics_address(address)


def test_a_port_that_is_taken_is_refused() -> None:
    with open_metrics("0") as metrics:
        assert metrics is not None
        port = metrics.address.split(":")[2].split("/")[0]
        with pytest.raises(UsageError, match=f"cannot serve metrics on 127.0.0.1:{port}"), open_metrics(port):
            pass


def test_without_the_option_the_library_is_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(a_plan_text("first random", deals=1))
    run = (
        "import sys\nfrom tournament.cli import main\n"
        "main(['run', 'plan.toml', '--db', 't.db'], standalone_mode=False)\n"
        "assert not {'prometheus_client', 'distributed', 'dask', 'opentelemetry'} & sys.modules.keys()\n"
    )
    run = run.replace("main([", "try:\n    main([").replace(
        "=False)\n", "=False)\nexcept SystemExit as done:\n    assert not done.code\n"
    )
    subprocess.run([sys.executable, "-c", run], cwd=tmp_path, check=True, capture_output=True)
