"""Golden playthroughs: a match of every game and number of seats as text; `--update-golden` writes them again."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee
from tests.support.play import EVERY_SEATING, play

STEPS_SHOWN = 40


def playthrough(game_id: str, seats: int) -> str:
    """The first steps in full, then the end and the result."""
    match, lines, told, steps = referee.start(game_id, seats=seats, seed=2026), [], 0, 0
    game = match.game
    for now in play(match, 2026):
        if steps < STEPS_SHOWN:
            lines += [f"- {game.event_text(event)}" for event in now.events(None, told)]
            told = now.event_count
            for seat, options in now.asked.items():
                lines += ["", f"# step {steps}: seat {seat} is asked", now.view_text(now.view(seat))]
                texts = [game.option_text(option) for option in options]
                lines += [f"[{index}] {text}" for index, text in enumerate(texts)]
                lines.append(f"default {now.default(seat)}")
        steps += 1
    lines += ["", "# the end", match.view_text(match.view(None))]
    lines += [f"{steps} steps, {match.event_count} events, {match.result}", ""]
    return "\n".join(lines)


@pytest.mark.parametrize(("game_id", "seats"), EVERY_SEATING)
def test_playthrough_is_golden(game_id: str, seats: int, update_golden: bool) -> None:
    golden = Path(__file__).parent.parent / game_id / "golden" / f"{seats}_seats.txt"
    played = playthrough(game_id, seats)
    if update_golden:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(played, encoding="utf-8")
    assert golden.exists(), f"{golden.name} of {game_id} is missing: run pytest --update-golden and read the result"
    assert played == golden.read_text(encoding="utf-8")
