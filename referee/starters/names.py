"""The name of a bot in its build files, derived from the name of its folder; valid in every language."""

from __future__ import annotations

import re
from pathlib import Path
from unicodedata import normalize

MOST_LETTERS = 50
SPARE = "bot"
"""The bot's name if the folder's name has no usable characters; also the suffix that makes a reserved name usable."""

# Reserved, because a program with such a name would overwrite a folder of a starter, or because its library has a build
# target with that name.
_OURS = "bin bots build dist gen generate library protos referee referee-client scripts src target"
_CMAKE = "all clean depend edit-cache help install package rebuild-cache test"
_DEPENDENCIES = "esbuild fastrand typescript"
_RUST = """
abstract alloc as async await become box break const continue core crate deps do dyn else enum examples extern false
final fn for if impl in incremental let loop macro match mod move mut override priv proc-macro pub ref return self
static std struct super trait true try type typeof unsafe unsized use virtual where while yield
"""
# First parts of package names in Go's standard library, and words that have a meaning for Go's tools.
_GO = """
archive arena bufio builtin bytes cmd cmp compress container context crypto database debug embed encoding errors example
expvar flag fmt go hash html image index internal io iter log main maps math mime net os path plugin reflect regexp
runtime simd slices sort strconv strings structs sync syscall testdata testing text time tool unicode unique vendor weak
work
"""
# Names of devices on Windows; Go and Cargo refuse them everywhere.
_DEVICES = ["aux", "con", "nul", "prn", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))]
_RESERVED = {*_OURS.split(), *_CMAKE.split(), *_DEPENDENCIES.split(), *_RUST.split(), *_GO.split(), *_DEVICES}


def name_for(folder: Path) -> str:
    """The name of the bot in a folder: lower-case letters, digits and hyphens, starting with a letter.

    It is valid for a Cargo package, a Go module, a Maven artifact, an npm package and a CMake target.
    """
    plain = normalize("NFKD", folder.resolve().name).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not name[:1].isalpha():
        name = f"{SPARE}-{name}".rstrip("-")
    name = name[:MOST_LETTERS].rstrip("-")
    return f"{name}-{SPARE}" if name in _RESERVED else name
