"""Every test here runs once for each language whose tools are there."""

from __future__ import annotations

import pytest

from tests.languages.languages import Language, languages


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "language" not in metafunc.fixturenames:
        return
    named = metafunc.config.getoption("--language")
    chosen = [language for language in languages() if not named or language.id in named]
    metafunc.parametrize("language", [skipped_without(language, language) for language in chosen])


def skipped_without(language: Language, value: object) -> object:
    """A case of a language that is skipped, with its reason, where the language's tools are missing."""
    reason = f"there is no {', '.join(language.missing)} here"
    marks = [pytest.mark.skipif(bool(language.missing), reason=reason)]
    return pytest.param(value, id=language.id, marks=marks)
