"""The matches of a tournament as a list of slots."""

import re
from collections.abc import Sequence

import msgspec

from tournament.schedule.seating import seat_evenly

MATCH_NAME = re.compile(r"d\d{3,}-t\d{3,}-r\d+")
"""The names of matches, in any tournament."""


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """One match to be played: everything about it that the plan decides. Its cards also depend on a secret.

    `number` counts the slots from 0; ratings are computed in this order. `match` is the slot's id, by which people know
    the match. `block` is the id of the deal at this table, which all its seat rotations share. `bots` are in seat
    order. `edition` counts the plans of the tournament from 0 and says which of them added the slot. `stage` counts
    from 0: matches of a later stage begin after those of the earlier ones.
    """

    number: int
    match: str
    block: str
    table: int
    deal: int
    rotation: int
    bots: tuple[str, ...]
    edition: int = 0
    stage: int = 0


class Drawn(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A deal at a table as a format has drawn it: everything from which its slots are derived.

    `bots` are in the seat order of rotation 0. See `Slot` for the other fields.
    """

    table: int
    deal: int
    bots: tuple[str, ...]
    edition: int = 0
    stage: int = 0

    @property
    def block(self) -> str:
        """The id that all rotations of the deal share."""
        return f"d{self.deal:03}-t{self.table:03}"


Play = tuple[int, int, Sequence[str]]
"""A deal at a table: its number, the number of the table, and the table's bots."""


def make_schedule(tables: Sequence[Sequence[str]], *, deals: int, duplicate: bool) -> tuple[Slot, ...]:
    """Return all slots, deal by deal, so that a tournament that ends early has played all tables about equally often.

    Tables and deals are numbered from 1 and rotations from 0: match "d002-t001-r1" is the second deal at the first
    table, with every bot moved by one seat. With `duplicate`, each deal is played once per rotation, so that each bot
    has each hand once. Without it, there is only rotation 0, and the seats change from deal to deal: over the whole
    tournament, every bot sits in every seat equally often, give or take one.
    """
    plays = [(deal, number, table) for deal in range(1, deals + 1) for number, table in enumerate(tables, start=1)]
    return make_slots(seated(plays, duplicate=duplicate), duplicate=duplicate)


def seated(plays: Sequence[Play], *, duplicate: bool, edition: int = 0, stage: int = 0) -> list[Drawn]:
    """Return these deals with seats: in the order of the tables with duplicate deals, otherwise evenly distributed."""
    seats = [tuple(table) for _, _, table in plays] if duplicate else seat_evenly([table for _, _, table in plays])
    return [
        Drawn(table=table, deal=deal, bots=bots, edition=edition, stage=stage)
        for (deal, table, _), bots in zip(plays, seats, strict=True)
    ]


def make_slots(drawn: Sequence[Drawn], *, duplicate: bool, first: int = 0) -> tuple[Slot, ...]:
    """Return the slots of these deals, numbered from `first`; see `make_schedule`."""
    slots: list[Slot] = []
    for one in drawn:
        bots = one.bots
        for rotation in range(len(bots) if duplicate else 1):
            slots.append(
                Slot(
                    number=first + len(slots),
                    match=f"{one.block}-r{rotation}",
                    block=one.block,
                    table=one.table,
                    deal=one.deal,
                    rotation=rotation,
                    bots=bots[-rotation:] + bots[:-rotation] if rotation else bots,
                    edition=one.edition,
                    stage=one.stage,
                )
            )
    return tuple(slots)
