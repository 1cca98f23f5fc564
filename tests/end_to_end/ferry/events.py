"""What happens."""

from __future__ import annotations

from typing import Annotated

from referee.kernel.seats import Seat
from referee.kernel.table import Event


class Waited(Event, frozen=True):
    """A seat loaded nothing."""

    seat: Annotated[Seat, "Who."]


class Loaded(Event, frozen=True):
    """A seat loaded a bale."""

    seat: Annotated[Seat, "Who."]
    weight: Annotated[int, "What it weighs."]


class Sailed(Event, frozen=True):
    """The ferry was full to the mark and sailed."""

    seat: Annotated[Seat, "Who is paid."]


class Sank(Event, frozen=True):
    """The ferry was overloaded."""

    seat: Annotated[Seat, "Who pays."]


class Drew(Event, frozen=True):
    """A seat took a bale from the store."""

    seat: Annotated[Seat, "Who."]
    weight: Annotated[int | None, "What it weighs; only the seat itself sees it."] = None
