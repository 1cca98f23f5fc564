"""The figures that the battery prints below the results of pytest, whether its tests pass or not."""

from __future__ import annotations

import pytest

NAME = "referee battery"


class Figures:
    """A pytest plugin. Tests pass their figures to `record_property`, which also works in pytest's worker processes."""

    @staticmethod
    def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
        """Print all figures."""
        reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
        lines = [str(told) for report in reports for name, told in report.user_properties if name == NAME]
        if lines:
            terminalreporter.section(NAME)
            for line in lines:
                terminalreporter.write_line(line)


def print_figures(config: pytest.Config) -> None:
    """Register the plugin that prints the figures of this pytest run, once."""
    if not config.pluginmanager.has_plugin(NAME):
        config.pluginmanager.register(Figures(), NAME)
