"""The cores that are free for bots, each of which is pinned to one."""

from __future__ import annotations

from collections.abc import Sequence


class FreeCores:
    """The cores that no bot of a running match uses. If there are none to begin with, bots are not pinned."""

    def __init__(self, cores: Sequence[int]) -> None:
        self._free = list(cores)
        self._pins = bool(cores)

    def __contains__(self, core: int | None) -> bool:
        return core is None or core in self._free

    def first(self) -> int | None:
        """A free core; None if bots are not pinned.

        There always is one, because no more matches run than the cores allow.
        """
        return self._free[0] if self._pins else None

    def take(self, core: int | None) -> None:
        """Take a core for a bot."""
        if core is not None:
            self._free.remove(core)

    def give_back(self, core: int | None) -> None:
        """Free the core of a bot whose match is over."""
        if core is not None:
            self._free.append(core)
