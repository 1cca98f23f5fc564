"""Each caller in turn, at a limited speed: in virtual time, on a loop that jumps from one timer to the next."""

from __future__ import annotations

import asyncio

import pytest

from referee.server.gate import Gate


class JumpingLoop(asyncio.SelectorEventLoop):
    """Its clock stands still while anything can run, and then jumps to the next timer."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        select = self._selector.select  # type: ignore[attr-defined]

        def jump(timeout: float | None = None) -> object:
            self.now += timeout or 0.0
            return select(0)

        self._selector.select = jump  # type: ignore[attr-defined]

    def time(self) -> float:
        return self.now


def _run(gate: Gate, arrivals: list[str]) -> list[tuple[str, float]]:
    """All arrive at once; return who came in, and when."""
    entered: list[tuple[str, float]] = []

    async def come(who: str) -> None:
        await gate.enter(who)
        entered.append((who, round(asyncio.get_running_loop().time(), 6)))

    async def all_come() -> None:
        await asyncio.gather(*map(come, arrivals))

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(all_come())
    return entered


@pytest.mark.parametrize(
    ("arrivals", "entered"),
    [
        pytest.param("a", [("a", 0)], id="alone"),
        pytest.param("aaaa", [("a", 0), ("a", 1), ("a", 1), ("a", 2)], id="two at once, the first by itself"),
        pytest.param(
            "aaaab", [("a", 0), ("a", 1), ("b", 1), ("a", 2), ("a", 2)], id="who comes with little is not last"
        ),
    ],
)
def test_everybody_in_turn(arrivals: str, entered: list[tuple[str, float]]) -> None:
    assert _run(Gate(2, 1.0), list(arrivals)) == entered


def test_who_gives_up_holds_up_nobody() -> None:
    async def main() -> None:
        gate = Gate(1, 0.0)
        waiting = [asyncio.create_task(gate.enter("a")) for _ in range(10)]
        await asyncio.sleep(0)
        for one in waiting[:9]:
            one.cancel()
        await waiting[9]
        assert len(gate) == 0
        await gate.enter("b")

    asyncio.run(main())
