"""Odd addresses in plans: errors name the file and the line of the key, and not the flags of other commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournament.plan.test_odd_plans import refused
from tests.tournament.plan.test_plan import FULL
from tournament.errors import UserError
from tournament.plan.reading import parse_plan

LISTEN = FULL + "[listen]\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        pytest.param('address = "nowhere"', 36, 'invalid address "nowhere": use host:port or unix:/path', id="address"),
        pytest.param('address = ""', 36, 'invalid address "": use host:port', id="no address"),
        pytest.param('address = "h:99999"', 36, 'invalid address "h:99999": use', id="port"),
        pytest.param(f'address = "h:{"9" * 5000}"', 36, "(5004 characters): use host:port", id="5000 digits"),
        pytest.param('address = "h:٨٠"', 36, 'invalid address "h:٨٠": use', id="digits of another script"),
        pytest.param('address = "127.0.0.1:0"', 36, "bots must know it, so use 1 to 65535", id="port 0"),
        pytest.param('address = "0.0.0.0:1"', 36, "other machines can reach 0.0.0.0:1: set tls_cert", id="open"),
        pytest.param('tls_cert = "c"', 36, "TLS needs both the certificate and its key", id="half of TLS"),
        pytest.param('tls_key = "c"', 36, "TLS needs both the certificate and its key", id="other half of TLS"),
        pytest.param('tls_cert = "c"\ntls_key = "k"', 36, 'there is no file "c"', id="no certificate"),
        pytest.param('insecure = "yes"', 36, '"yes" is not true or false', id="insecure"),
        pytest.param(
            "port = 1", 36, "there is no such key; allowed are address, tls_cert, tls_key, insecure", id="key"
        ),
    ],
)
def test_an_odd_place_to_listen_is_named_with_the_file_and_no_flags(
    tmp_path: Path, text: str, line: int, message: str
) -> None:
    refused(tmp_path, LISTEN + text, line, message)
    with pytest.raises(UserError) as error:
        parse_plan(LISTEN + text)
    assert "--" not in str(error.value)


def test_files_that_are_no_certificate_are_named(tmp_path: Path) -> None:
    for name in ("c", "k"):
        (tmp_path / name).write_text("nonsense")
    text = f'{LISTEN}tls_cert = "{tmp_path / "c"}"\ntls_key = "{tmp_path / "k"}"'
    refused(tmp_path, text, 36, "are not a certificate and its key")
