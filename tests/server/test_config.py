"""What a referee accepts as its configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.errors import UsageError
from referee.kernel.job import TimeControl
from referee.server.config import Config

HERE = Path(__file__)


@pytest.mark.parametrize(
    "config",
    [
        pytest.param(Config(), id="the default"),
        pytest.param(Config(address="localhost:0"), id="by name"),
        pytest.param(Config(address="[::1]:5000"), id="IPv6"),
        pytest.param(Config(address="unix:/tmp/x"), id="a unix socket"),
        pytest.param(Config(address="0.0.0.0:5000", insecure=True), id="open on purpose"),
        pytest.param(Config(address="0.0.0.0:5000", tls_cert=HERE, tls_key=HERE), id="open with TLS"),
    ],
)
def test_what_is_allowed(config: Config) -> None:
    config.check()


@pytest.mark.parametrize(
    ("config", "message"),
    [
        pytest.param(Config(address="0.0.0.0:5000"), "--insecure", id="open without TLS"),
        pytest.param(Config(address="[::]:5000"), "--insecure", id="open without TLS, IPv6"),
        pytest.param(Config(address="example.org:5000"), "--insecure", id="a name that may be anywhere"),
        pytest.param(Config(address="localhost"), "use host:port or unix:", id="no port"),
        pytest.param(Config(address=":5000"), "use host:port or unix:", id="no host"),
        pytest.param(Config(address="localhost:http"), "use host:port or unix:", id="port in words"),
        pytest.param(Config(address="localhost:65536"), "use host:port or unix:", id="port too high"),
        pytest.param(Config(address="localhost:" + "9" * 5000), "use host:port or unix:", id="a port of 5000 digits"),
        pytest.param(Config(address="localhost:٨٠"), "use host:port or unix:", id="digits of another script"),
        pytest.param(Config(address="localhost:²"), "use host:port or unix:", id="a digit above the line"),
        pytest.param(Config(tls_cert=HERE), "both", id="a certificate without its key"),
        pytest.param(Config(tls_key=HERE), "both", id="a key without its certificate"),
        pytest.param(Config(tls_cert=HERE, tls_key=HERE / "no"), "there is no file", id="a key that is not there"),
        pytest.param(Config(grace=-1), "grace", id="negative grace"),
        pytest.param(Config(time_control=TimeControl(max_strikes=0)), "max_strikes", id="no strikes"),
        pytest.param(Config(time_control=TimeControl(decision_ms=0, bank_ms=0)), "both 0", id="no time"),
        pytest.param(Config(time_control=TimeControl(margin_ms=-1)), "margin_ms", id="negative time"),
    ],
)
def test_what_is_refused(config: Config, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        config.check()
