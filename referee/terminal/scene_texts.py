"""The scenes of a record as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import indent

from referee.counts import counted
from referee.errors import RecordError
from referee.kernel.options import option_text
from referee.kernel.record import Cause, Record, SeatEnd, Timing
from referee.kernel.starving import is_rated, starved_texts
from referee.neutral import one_line
from referee.terminal.scenes import Closing, Scene, SeenTurn

NOT_RATED = "This match is not rated: a bot was late because other processes took its share of the cores."


def texts_of(record: Record, scenes: Iterable[Scene | Closing]) -> Iterator[str]:
    """The parts of the text that describes these scenes of a record."""
    yield _header(record)
    for scene in scenes:
        yield _closing(scene) if isinstance(scene, Closing) else _scene(record, scene)
    yield _result(record)


def _header(record: Record) -> str:
    header = record.header
    untimed = dict.fromkeys(header.untimed, ", without a clock")
    seats = "\n".join(f"  seat {seat}: {one_line(bot)}{untimed.get(seat, '')}" for seat, bot in enumerate(header.bots))
    options = ", ".join(f"{name} = {option_text(value)}" for name, value in header.options.items()) or "none"
    title = one_line(f"Match {header.name}: {header.game_id}")
    told = "" if header.match_id == header.name else f"\n  id that the bots see: {one_line(header.match_id)}"
    return f"{title}\n{seats}\n  options: {one_line(options)}\n  seed: {header.seed}{told}"


def _scene(record: Record, scene: Scene) -> str:
    parts = [f"\n== Step {scene.step}: {_seats(scene.asked)} asked"]
    parts += [indent(_turn(turn), "  ") for turn in scene.turns]
    parts += [
        f"  Strike for seat {strike.seat} ({one_line(record.header.bots[strike.seat])}): {strike.cause}"
        for strike in scene.strikes
    ]
    if scene.view is not None:
        parts.append(indent("\n".join([*_bullets(scene.events or []), scene.view]), "  "))
    return "\n".join(parts)


def _turn(turn: SeenTurn) -> str:
    lines = [f"-- Seat {turn.seat} ({one_line(turn.bot)}), turn {turn.turn}{_time(turn.time)}"]
    lines += [*_bullets(turn.events), turn.view]
    lines += [f"{'>' if index == turn.option else ' '} {index} {option}" for index, option in enumerate(turn.options)]
    if turn.cause is not Cause.CHOSEN:
        lines.append(f"The default was played: {turn.cause}.")
    if turn.note:
        lines.append(f"Note: {one_line(turn.note)}")
    return "\n".join(lines)


def _time(time: Timing | None) -> str:
    if time is None:
        return ""
    return f", {time.wall_ms:.0f} ms, {time.lag_ms:.0f} ms of them the referee's own; bank {time.bank_ms / 1000:.1f} s"


def _closing(closing: Closing) -> str:
    return "\n".join(["\n== The end", indent("\n".join([*_bullets(closing.events), closing.view]), "  ")])


def _result(record: Record) -> str:
    end = record.end
    if end is None:
        return "\nThe record has no result: it ends before the match does."
    seats = len(record.header.bots)
    if not end.void and {len(end.ends), len(end.places), len(end.scores), len(end.strikes)} != {seats}:
        raise RecordError(f"the result does not have {seats} seats")
    if end.void:
        return f"\nVoid: {one_line(end.void_reason)}"
    lines = [f"\nResult: {one_line(end.reason)}"]
    for seat, bot in enumerate(record.header.bots):
        how = "" if end.ends[seat] is SeatEnd.PLAYED else f", forfeited: {end.ends[seat]}"
        strikes = f", {counted(end.strikes[seat], 'strike')}" if end.strikes[seat] else ""
        lines.append(
            f"  seat {seat} ({one_line(bot)}): place {end.places[seat]}, score {end.scores[seat]}{strikes}{how}"
        )
    lines += [f"  late strike for seat {strike.seat}: {strike.cause}" for strike in end.last_strikes]
    lines += [f"  {one_line(text)}" for text in starved_texts(record)]
    return "\n".join(lines if is_rated(record) else [*lines, f"  {NOT_RATED}"])


def _bullets(events: list[str]) -> list[str]:
    return [f"* {event}" for event in events]


def _seats(seats: list[int]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"
