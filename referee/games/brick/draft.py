"""The chapter "Before the 1st Round" of the rulebook; section 4, step 8 of the game's specification."""

from __future__ import annotations

from referee.games.brick.cards import StoreId
from referee.games.brick.choices import DraftStore
from referee.games.brick.events import Drafted, PacketTaken
from referee.games.brick.state import BrickTable
from referee.kernel.asking import ask_all
from referee.kernel.seats import Seat, next_seat


async def draft_one(t: BrickTable) -> bool:
    """Let all seats keep a card of their packets and pass on the rest. Returns whether another round follows."""
    kept = await ask_all({seat: [DraftStore(card) for card in t.players[seat].packet] for seat in t.all_seats()})
    for seat, choice in kept.items():
        player = t.players[seat]
        player.packet.remove(choice.store)
        player.stores = sorted([*player.stores, choice.store])
        t.tell(Drafted(seat), {seat: Drafted(seat, choice.store)})
    if len(t.players[0].stores) < t.cards.setup.store_hand_drafted:
        pass_packets(t)
        return True
    for player in t.players:  # the last remaining cards are not passed on: the neighbour does not see them
        t.face_down += player.packet
        player.packet = []
    return False


def pass_packets(t: BrickTable) -> None:
    """Pass each packet to the clockwise neighbour."""
    packets = {next_seat(t.seat_count, seat): t.players[seat].packet for seat in t.all_seats()}
    for seat in t.all_seats():
        take_packet(t, seat, packets[seat])


def take_packet(t: BrickTable, seat: Seat, packet: list[StoreId]) -> None:
    """Let a seat look at a packet; the others see how many cards it has."""
    t.players[seat].packet = packet
    t.tell(PacketTaken(seat, len(packet)), {seat: PacketTaken(seat, len(packet), tuple(packet))})
