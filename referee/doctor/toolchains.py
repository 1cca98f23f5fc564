"""The languages in which a bot can be built here."""

from __future__ import annotations

from collections.abc import Iterator

from referee.doctor.part_report import PartReport, missing, ok
from referee.starters.languages import languages


def toolchains() -> Iterator[PartReport]:
    """Check the programs that build the bots of `referee bot new LANGUAGE`."""
    for language in languages().values():
        lacking = language.missing
        if not lacking:
            yield ok(language.name, "a bot can be built and run here")
            continue
        yield missing(
            language.name,
            f"there is no {', '.join(lacking)}",
            f"bots in {language.name} cannot be built here",
            f"install it; on Debian and Ubuntu: apt install {' '.join(language.debian)}"
            if language.debian
            else "install it",
        )
