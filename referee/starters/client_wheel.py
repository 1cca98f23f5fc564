"""The library for bots in Python as a wheel, made from the installed package without a network or a build tool."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import referee_client

DISTRIBUTION = "referee-client"
LICENCE = "licenses/LICENSE"

WHEEL = """\
Wheel-Version: 1.0
Generator: referee
Root-Is-Purelib: true
Tag: py3-none-any
"""


def client_wheel() -> tuple[str, bytes]:
    """The file name of the wheel and its bytes, which depend only on the files in it."""
    installed = distribution(DISTRIBUTION)
    package = Path(referee_client.__file__).parent
    entries = {path.relative_to(package.parent).as_posix(): path.read_bytes() for path in _modules(package)}
    info = f"referee_client-{installed.version}.dist-info"
    fields, _, _ = (installed.read_text("METADATA") or "").partition("\n\n")  # the rest is the README
    about = {"METADATA": f"{fields}\n", "WHEEL": WHEEL, LICENCE: installed.read_text(LICENCE)}
    entries |= {f"{info}/{name}": text.encode() for name, text in about.items() if text}
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in entries.items())
    entries[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    return f"referee_client-{installed.version}-py3-none-any.whl", _zipped(entries)


def _modules(package: Path) -> list[Path]:
    """The files of the package, without compiled ones."""
    return [path for path in sorted(package.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]


def _digest(data: bytes) -> str:
    return urlsafe_b64encode(sha256(data).digest()).rstrip(b"=").decode()


def _zipped(entries: dict[str, bytes]) -> bytes:
    """Make an archive without compression, because compressed bytes depend on the version of the compressor."""
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for name, data in entries.items():
            entry = ZipInfo(name)  # its date is always the same
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return made.getvalue()
