"""Events as parts of serialised Positions: each form of an event is encoded once for all recipients."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.kernel.seats import Seat
from referee.kernel.table import Event, Happening


class Telling:
    """The events of a match as bytes. This class reads the match's log, which only grows."""

    def __init__(self, log: Sequence[Happening], encode: Callable[[Event], bytes]) -> None:
        self._log = log
        self._encode = encode
        self._public: list[bytes] = []
        self._private: dict[Seat, list[tuple[int, bytes]]] = {}

    def parts(self, seat: Seat | None, since: int) -> list[bytes]:
        """The events from number `since` on, in the form that a seat (None: the spectator) receives."""
        if len(self._public) < len(self._log):
            self._take(self._log[len(self._public) :])
        parts = self._public[since:]
        if seat is not None:
            for number, own in reversed(self._private.get(seat, ())):
                if number < since:
                    break
                parts[number - since] = own
        return parts

    def _take(self, new: Sequence[Happening]) -> None:
        encode = self._encode
        for number, happening in enumerate(new, len(self._public)):
            if happening.private:
                distinct = {id(own): own for own in happening.private.values()}
                forms = {key: encode(own) for key, own in distinct.items()}
                for seat, own in happening.private.items():
                    self._private.setdefault(seat, []).append((number, forms[id(own)]))
        self._public += map(encode, [happening.public for happening in new])
