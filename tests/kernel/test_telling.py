"""An event is encoded once for each of its forms, for all receivers, however often."""

from __future__ import annotations

from collections import Counter

import referee
from referee.kernel.seats import Seat
from referee.kernel.table import Event, Happening
from referee.kernel.telling import Telling
from tests.support.play import play


def test_each_form_is_encoded_once() -> None:
    told: Counter[int] = Counter()
    public, own, later = (Event() for _ in range(3))
    log = [Happening(public, {Seat(0): own, Seat(2): own}), Happening(later)]

    def encode(event: Event) -> bytes:
        told[id(event)] += 1
        return str(id(event)).encode()

    telling = Telling(log, encode)
    words = {name: str(id(event)).encode() for name, event in (("public", public), ("own", own), ("later", later))}
    for _ in range(2):
        for seat in (Seat(0), Seat(2)):
            assert telling.parts(seat, 0) == [words["own"], words["later"]]
            assert telling.parts(seat, 1) == [words["later"]]
        for other in (Seat(1), None):
            assert telling.parts(other, 0) == [words["public"], words["later"]]
    log.append(Happening(public))
    assert telling.parts(Seat(0), 0) == [words["own"], words["later"], words["public"]]
    assert told == {id(own): 1, id(later): 1, id(public): 2}


def test_positions_told_bit_by_bit_are_the_whole() -> None:
    match, told = referee.start("keepers", seats=3, seed=3), 0
    pieces: dict[Seat | None, list[bytes]] = {seat: [] for seat in [*match.table.all_seats(), None]}
    encode = match.game.encoders.event
    for now in play(match, 3):
        for seat, piece in pieces.items():
            view = len(now.position_bytes(seat))
            piece.append(now.position_bytes(seat, told)[view:])
        told = now.event_count
    for seat, piece in pieces.items():
        assert b"".join(piece) == b"".join(encode(event) for event in match.events(seat))
