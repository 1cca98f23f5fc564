"""The manual as a browser sees it: served by ourselves, and as the site of `make manual`."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.web_process import ANY_PORT, WebProcess

ROOT = Path(__file__).parents[2]
SPHINX_WITHOUT_A_NETWORK = """\
import sys

from sphinx.cmd.build import main


def refuse(event, arguments):
    if event in {"socket.connect", "socket.getaddrinfo"}:
        raise RuntimeError(f"the manual is built without a network: {event} {arguments}")


sys.addaudithook(refuse)
sys.exit(main(sys.argv[1:]))
"""


@contextmanager
def served(*topic: str) -> Iterator[WebProcess]:
    """`referee manual --web` in a process of its own, until Ctrl-C, which must end it well."""
    words = [sys.executable, "-m", "referee", "manual", *topic, "--web", *ANY_PORT]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        web = WebProcess(process, process.stdout.readline().strip())
        try:
            yield web
        finally:
            ended = web.stop(signal.SIGINT)
        assert ended == (0, "")


def make_site(folder: Path) -> Path:
    """The site, made as `make manual` makes it, where any attempt to use a network fails."""
    places = ["-d", folder / "trees", "-c", ROOT / "tests/manual/site", ROOT / "referee/manual", folder / "html"]
    command = [sys.executable, "-c", SPHINX_WITHOUT_A_NETWORK, "-q", "-W", "--keep-going", *map(str, places)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "html"
