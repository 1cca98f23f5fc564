"""The game of the skeleton, with an exception planted somewhere in its code, for this process or for others."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.kernel.asking import ask, ask_all
from referee.kernel.game import Game
from referee.kernel.ranking import Result
from referee.kernel.texts import text_of
from referee.kernel.zones import Zone
from referee.starters.skeleton.src.skeleton import rules
from referee.starters.skeleton.src.skeleton.choices import Play
from referee.starters.skeleton.src.skeleton.events import Won
from referee.starters.skeleton.src.skeleton.game import GAME
from referee.starters.skeleton.src.skeleton.state import SkeletonTable
from referee.starters.skeleton.src.skeleton.view import view

ROUND = 2
"""In which round it fails, where the place knows of rounds: decisions were made, so a result could be made up."""

Put = Callable[[Any, str, Any], object]
Plant = Callable[[Put, Game[SkeletonTable]], Game[SkeletonTable]]

ROOT = Path(__file__).parents[2]


class Planted(Exception):
    """What is raised."""


def fail(*_words: object) -> Any:
    raise Planted("mind the gap")


def _in_round(t: Any) -> None:
    if t.round == ROUND:
        fail()


def _phase(name: str, *, after_asking: bool) -> Plant:
    """A phase that fails when it begins, or when its question was answered."""
    original = getattr(rules, name)

    async def failing(t: SkeletonTable) -> Any:
        if t.round != ROUND:
            return await original(t)
        if after_asking and name == "looking":
            await ask(t.to_look[0], rules.look_options(t))
        elif after_asking:
            await ask_all({seat: [Play(card) for card in sorted(set(t.hands[seat]))] for seat in t.all_seats()})
        return fail()

    failing.__name__ = name

    def plant(put: Put, game: Game[SkeletonTable]) -> Game[SkeletonTable]:
        put(rules, name, failing)
        return replace(game, phases=[failing if phase is original else phase for phase in game.phases])

    return plant


def _part(**parts: Any) -> Plant:
    return lambda _put, game: replace(game, **parts)


def _encoder(part: str, kind: type) -> Plant:
    def plant(put: Put, game: Game[SkeletonTable]) -> Game[SkeletonTable]:
        original = getattr(game.encoders, part)
        put(game.encoders, part, lambda value: fail() if type(value) is kind else original(value))
        return game

    return plant


def _failing_view(t: SkeletonTable, seat: Any) -> Any:
    _in_round(t)
    return view(t, seat)


def _failing_view_text(seen: Any) -> str:
    _in_round(seen)
    return text_of(seen)


def _failing_legend(seen: Any, _cards: Any) -> str:
    _in_round(seen)
    return ""


def _without_code(put: Put, game: Game[SkeletonTable]) -> Game[SkeletonTable]:
    """The table has something that no bytes can say."""
    original = rules.settle

    def settle(t: SkeletonTable, cards: list[int]) -> None:
        original(t, cards)
        put(t, "points", [fail, *t.points[1:]])

    put(rules, "settle", settle)
    return game


# Each place, and who comes there besides those who do everything: "play" are matches of bots that want no texts,
# "verify" is the record of a sound match that is played again.
PLACES: dict[str, tuple[Plant, frozenset[str]]] = {
    "set-up": (_part(set_up=fail), frozenset({"play", "verify"})),
    "first-phase-begins": (_phase("looking", after_asking=False), frozenset({"play", "verify"})),
    "first-phase-answered": (_phase("looking", after_asking=True), frozenset({"play", "verify"})),
    "last-phase-begins": (_phase("playing", after_asking=False), frozenset({"play", "verify"})),
    "last-phase-answered": (_phase("playing", after_asking=True), frozenset({"play", "verify"})),
    "table": (_without_code, frozenset({"play", "verify"})),
    "result": (_part(result=fail), frozenset({"play", "verify"})),
    "ranking": (_part(result=lambda _: Result([1], [5], "last_round")), frozenset({"play", "verify"})),
    "view": (_part(view=_failing_view), frozenset({"play"})),
    "view-encoder": (_encoder("view", GAME.view_type), frozenset({"play"})),
    "option-encoder": (_encoder("option", Play), frozenset({"play"})),
    "event-encoder": (_encoder("event", Won), frozenset()),
    "view-text": (_part(view_text=_failing_view_text), frozenset()),
    "legend": (_part(legend=_failing_legend), frozenset()),
    "option-text": (_part(option_text=fail), frozenset()),
    "option-facts": (_part(option_facts=fail), frozenset()),
    "event-text": (_part(event_text=fail), frozenset()),
}
ZONE: Plant = _part(zones=[Zone("deck", fail, fail, fail)])
BOARD: Plant = _part(board=fail)


def planted(place: str, put: Put) -> Game[SkeletonTable]:
    """The game with an exception at a place; `put` sets an attribute, as `setattr` does."""
    return PLACES[place][0](put, replace(GAME))


def install(folder: Path) -> dict[str, str]:
    """The environment of processes that find the game, with the exception at the place that `PLACE` names."""
    metadata = folder / "planted-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: planted\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[referee.games]\nskeleton = planted:GAME\n")
    (folder / "planted.py").write_text(
        "import os\nfrom tests.support.failing_games import planted\nGAME = planted(os.environ['PLACE'], setattr)\n"
    )
    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
