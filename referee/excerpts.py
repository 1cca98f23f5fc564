"""The beginning and the end of a long text: the reason why a program failed is usually in one of them."""

from __future__ import annotations

from referee.counts import counted

_ROOM_FOR_NOTE = 50


def ends_of_lines(text: str, most: int) -> list[str]:
    """The first and the last lines, up to `most` in total, and between them the number of lines left out."""
    lines = text.strip("\n").splitlines()
    if len(lines) <= most:
        return lines
    head = most // 2
    tail = len(lines) - (most - head)
    return [*lines[:head], f"... {counted(tail - head, 'line')} left out ...", *lines[tail:]]


def ends_of(text: str, most: int) -> str:
    """The first and the last characters, and between them how many are left out. `most`, the limit, is at least 60."""
    if len(text) <= most:
        return text
    kept = most - _ROOM_FOR_NOTE
    head = kept // 2
    tail = len(text) - (kept - head)
    return f"{text[:head]}\n... {tail - head} characters left out ...\n{text[tail:]}"
