"""Every test here runs once for each language whose tools are there."""

from __future__ import annotations

import pytest

from tests.languages.languages import Language, languages


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "language" not in metafunc.fixturenames:
        return
    named = metafunc.config.getoption("--language")
    chosen = [language for language in languages() if not named or language.id in named]
    metafunc.parametrize("language", [_case(language) for language in chosen])


def _case(language: Language) -> object:
    reason = f"there is no {', '.join(language.missing)} here"
    marks = [pytest.mark.skipif(bool(language.missing), reason=reason)]
    return pytest.param(language, id=language.id, marks=marks)
