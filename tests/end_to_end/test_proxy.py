"""The process in front of a TCP address: it is killed, stopped and told to end, and no bot suffers from it."""

from __future__ import annotations

import time
from pathlib import Path

import psutil

from tests.end_to_end.serving import Server
from tests.end_to_end.test_floods import SHORT, playing, strikes
from tests.support.raw_bot import raw_bot
from tests.support.waiting import wait_until


def test_a_proxy_that_is_killed_is_started_again_and_the_match_goes_on(tmp_path: Path) -> None:
    server = Server(tmp_path, tcp=True)
    with server.running() as process, server.bots(a="random", b="random"):
        server.create("m", "ab")
        server.wait_for_bytes(5_000)
        (proxy,) = psutil.Process(process.pid).children()
        proxy.kill()
        wait_until(lambda: "m" in server.finished())
        assert "the proxy for 127.0.0.1:" in server.log.read_text()
        assert "restarting it" in server.log.read_text()
    end = server.record("m").end
    assert end is not None
    assert [str(how) for how in end.ends] == ["played", "played"]


def test_a_proxy_ends_with_its_referee(tmp_path: Path) -> None:
    server = Server(tmp_path, tcp=True)
    with server.running() as process:
        (proxy,) = psutil.Process(process.pid).children()
        proxy.terminate()  # as the end of a service reaches all its processes: bots are served until their matches end
        assert server.takes_matches()
        process.kill()
        wait_until(lambda: not proxy.is_running() or proxy.status() == psutil.STATUS_ZOMBIE)


def test_no_clock_runs_while_nobody_is_heard(tmp_path: Path) -> None:
    """The proxy stands still for three times a decision's time: no bot is to blame for that."""
    server = Server(tmp_path, tcp=True)
    with server.running() as process, playing(server):
        server.create("m", "ab", SHORT)
        (proxy,) = psutil.Process(process.pid).children()
        wait_until(lambda: b'"step":5' in server.journal("m"))
        proxy.suspend()
        time.sleep(3)  # what is tried is that nothing happens meanwhile
        assert not server.finished()
        proxy.resume()
        wait_until(lambda: "m" in server.finished())
    assert strikes(server) == [0, 0]
    end = server.record("m").end
    assert end is not None
    assert end.time is not None
    assert end.time.overloaded


def test_a_bot_hears_the_last_word(tmp_path: Path) -> None:
    server = Server(tmp_path, tcp=True)
    with server.running() as process, raw_bot(server.address) as bot:
        bot.hello(server.token("a"))
        process.terminate()
        assert bot.hear("goodbye").goodbye.why
        assert process.wait() == 0
