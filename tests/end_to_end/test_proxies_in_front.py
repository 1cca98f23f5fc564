"""Pages behind nginx and Caddy, configured as the manual says: one plays there, and the key comes into no log."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.manual.blocks import blocks_of
from tests.support.certificates import make_certificate
from tests.support.waiting import PATIENCE, wait_until
from tests.support.web_process import Visitor, WebProcess, play_on, web

TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class FrontVisitor(Visitor):
    """A visitor of the proxy, which listens with TLS on a socket of this machine, so that no port is taken."""

    def __init__(self, path: Path) -> None:
        super().__init__(443)
        self.origin = "https://localhost"
        self._path = path

    def connection(self) -> http.client.HTTPConnection:
        connection = http.client.HTTPSConnection("localhost", timeout=PATIENCE)
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        plain = socket.socket(socket.AF_UNIX)
        plain.settimeout(PATIENCE)
        plain.connect(str(self._path))
        connection.sock = trusting.wrap_socket(plain, server_hostname="localhost")
        return connection


def snippet(language: str) -> str:
    (block,) = [block for block in blocks_of("howto/proxy") if block.language == language]
    return block.text


def answers(path: Path) -> bool:
    try:
        with closing(FrontVisitor(path).connection()):
            return True
    except OSError:
        return False


@contextmanager
def nginx(folder: Path, pages: WebProcess, prefix: str) -> Iterator[FrontVisitor]:
    """The manual's nginx in front of the pages."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if program is None:
        pytest.skip("nginx is not installed")
    certificate, key = make_certificate(folder)
    path, log = folder / "front", folder / "access.log"
    server = snippet("nginx")
    for said, here in (
        ("443 ssl http2", f"unix:{path} ssl http2"),
        ("play.example.org", "localhost"),
        ("/etc/ssl/play.pem", str(certificate)),
        ("/etc/ssl/play.key", str(key)),
        ("127.0.0.1:8760", f"127.0.0.1:{pages.port}"),
        ("location /", f"location {prefix}/"),
    ):
        assert said in server
        server = server.replace(said, here)
    lines = ["daemon off;", "worker_processes 1;", f"pid {folder}/pid;", f"error_log {folder}/error.log;"]
    lines += ["events {}", "http {", f"access_log {log};"]
    lines[:0] = ["user root;"] if os.geteuid() == 0 else []
    lines += [f"{name}_temp_path {folder}/{name};" for name in TEMPORARY]
    (folder / "nginx.conf").write_text("\n".join([*lines, server, "}", ""]))
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: answers(path) or process.poll() is not None)
            assert process.poll() is None, (folder / "error.log").read_text()
            yield FrontVisitor(path)
        finally:
            process.terminate()
            process.wait(PATIENCE)


def plays(visitor: FrontVisitor, prefix: str) -> bool:
    """Plays the match to its end; whether the visitor was asked."""
    turns, _ = play_on(
        visitor, lambda turn, _: visitor.post(f"{prefix}/play/choose", turn=turn, option=0), feed=f"{prefix}/play/feed"
    )
    return turns > 0


@pytest.mark.parametrize("prefix", ["", "/cup"], ids=["at the root", "below a path"])
def test_a_match_is_played_behind_nginx(tmp_path: Path, prefix: str) -> None:
    options = ["--host", "localhost", "--proxy", "127.0.0.1", *(["--prefix", prefix] if prefix else [])]
    with (
        web("--play", "keepers", "--against", "first", "--option", "max_rounds=2", *options) as pages,
        nginx(tmp_path, pages, prefix) as visitor,
    ):
        key = urlsplit(pages.address).fragment
        assert visitor.get(f"{prefix}/play")[0] == 403
        status, said = visitor.post(f"{prefix}/key", key=key)
        assert (status, f'data-feed="{prefix}/play/feed"' in said) == (200, True)
        assert visitor.get(f"{prefix}/static/play.js")[0] == 200
        assert visitor.post(f"{prefix}/play/begin")[0] == 200
        choose = f"{prefix}/play/choose"
        turns, _ = play_on(
            visitor, lambda turn, _: visitor.post(choose, turn=turn, option=0), feed=f"{prefix}/play/feed"
        )
        assert turns > 0
        logged = (tmp_path / "access.log").read_text()
        assert f"POST {prefix}/key" in logged  # the feed is logged when nginx notices that it was left
        assert key not in logged


def test_the_manuals_caddyfile_plays_a_match(tmp_path: Path) -> None:
    if shutil.which("caddy") is None:
        pytest.skip("caddy is not installed")
    options = ["--host", "localhost", "--proxy", "127.0.0.1"]
    with web("--play", "keepers", "--against", "first", "--option", "max_rounds=2", *options) as pages:
        certificate, key = make_certificate(tmp_path)
        path = tmp_path / "front"
        here = f"https://localhost {{\ntls {certificate} {key}\nbind unix/{path}"
        site = snippet("caddy").replace("play.example.org {", here)
        site = site.replace("127.0.0.1:8760", f"127.0.0.1:{pages.port}")
        (tmp_path / "Caddyfile").write_text("{\nadmin off\nauto_https off\n}\n" + site)
        command = ["caddy", "run", "--config", str(tmp_path / "Caddyfile")]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                wait_until(lambda: answers(path) or process.poll() is not None)
                visitor = FrontVisitor(path)
                visitor.post("/key", key=urlsplit(pages.address).fragment)
                visitor.post("/play/begin")
                assert plays(visitor, "")
            finally:
                process.terminate()
                process.wait(PATIENCE)
