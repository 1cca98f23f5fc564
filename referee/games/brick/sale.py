"""The chapter "Sale Phase" of the rulebook; section 5.4 of the game's specification."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.brick.advertisement import gathered_demand
from referee.games.brick.building import close
from referee.games.brick.choices import NoPrice, SaleAmount, SalePrice, SaleQuantity, TakeSurplus, Transfer
from referee.games.brick.delivering import deliver, take_surplus
from referee.games.brick.item_events import DemandShown, Offer, SaleBids, SurplusBought, Transferred
from referee.games.brick.kinds import TYPES, BuySurplus, CloseIfSold, ItemType, PointsIfTypesSold, TransferIn
from referee.games.brick.market_cards import crates
from referee.games.brick.modifiers import Modifier, window
from referee.games.brick.selling import items_to_sell, most_to_sell
from referee.games.brick.shelves import free_space, put_in, take_out
from referee.games.brick.state import BrickTable, Dial, Place
from referee.games.brick.turn_order import change_points, in_turn_order, latest_first
from referee.kernel.asking import ask, ask_all
from referee.kernel.seats import Seat


def show_demand(t: BrickTable) -> None:
    """Turn up the demand cards; their crates become boxes."""
    t.demand_pile = gathered_demand(t)
    for player in t.players:
        player.demand, player.peeked, player.sold_types = [], None, []
    printed = crates(t, t.demand_pile)
    t.boxes = dict(zip(TYPES, printed, strict=True))
    t.tell(DemandShown(tuple(t.demand_pile), printed))


async def transfer_in(t: BrickTable, phase: str) -> None:
    """Let some stores take items from their owner's other stores (ruling R36)."""
    for owner in window(t, TransferIn, phase):
        for item in TYPES:
            if item in owner.effect.types:
                for source in t.places(owner.seat):
                    await transfer(t, owner, item, source)


async def transfer(t: BrickTable, owner: Modifier[TransferIn], item: ItemType, source: Place) -> None:
    """Transfer items from one other store."""
    most = min(source.store.items(item), free_space(t, owner.store, item))
    if source.slot == owner.slot or not most:
        return
    listed = [Transfer(item, source.slot, owner.slot, count) for count in range(most + 1)]
    count = (await ask(owner.seat, listed)).count
    take_out(source.store, item, count)
    put_in(owner.store, item, count)
    t.tell(Transferred(owner.seat, item, source.slot, owner.slot, count))


def who_can_sell(t: BrickTable, item: ItemType) -> list[Seat]:
    """The seats that have something to sell, and a box for it."""
    return [seat for seat in t.all_seats() if most_to_sell(t, seat, item)]


def is_competition(t: BrickTable, item: ItemType, sellers: list[Seat]) -> bool:
    """Whether several seats can sell and there are too few boxes for all their items (rulings R3, R27)."""
    return len(sellers) > 1 and t.boxes[item] < sum(items_to_sell(t, seat, item) for seat in t.all_seats())


async def sell_at_maximum(t: BrickTable, item: ItemType) -> None:
    """Without competition: each seat sells as many as it wants, in turn order."""
    for seat in in_turn_order(t, t.waiting):
        most = most_to_sell(t, seat, item)
        count = (await ask(seat, [SaleAmount(count) for count in range(most + 1)])).count
        await deliver(t, seat, item, count, t.cards.prices.maximum[item])


async def set_quantities(t: BrickTable, item: ItemType) -> None:
    """Ask for the left dial. The price also stays secret until all prices are set."""
    listed = {seat: [SaleQuantity(count) for count in range(most_to_sell(t, seat, item) + 1)] for seat in t.waiting}
    t.dials = {seat: Dial(quantity=choice.count) for seat, choice in (await ask_all(listed)).items()}


async def set_prices(t: BrickTable, item: ItemType) -> None:
    """Ask for the right dial. Then all dials are shown."""
    lowest, highest = t.cards.dial.lowest_price, t.cards.prices.maximum[item]
    prices: list[NoPrice | SalePrice] = [SalePrice(price) for price in range(lowest, highest + 1)]
    listed = {seat: prices if dial.quantity else [NoPrice()] for seat, dial in t.dials.items()}
    chosen = await ask_all(listed, {seat: len(options) - 1 for seat, options in listed.items()})
    t.dials = reveal(t.dials, chosen)
    t.revealed = True
    t.tell(SaleBids(item, tuple([Offer(seat, dial.quantity or 0, dial.price) for seat, dial in t.dials.items()])))


def reveal(dials: Mapping[Seat, Dial], chosen: Mapping[Seat, NoPrice | SalePrice]) -> dict[Seat, Dial]:
    """Show the dials with their prices."""
    return {
        seat: Dial(choice.price if isinstance(choice, SalePrice) else None, dials[seat].quantity)
        for seat, choice in chosen.items()
    }


async def deliver_in_sequence(t: BrickTable, item: ItemType) -> None:
    """Deliver, lowest price first and equal prices in reverse turn order. What cannot be delivered is surplus."""
    prices = {seat: dial.price for seat, dial in t.dials.items() if dial.price is not None}
    for seat in sorted(latest_first(t, prices), key=prices.__getitem__):
        quantity = t.dials[seat].quantity or 0
        count = min(quantity, most_to_sell(t, seat, item))
        if count:
            await deliver(t, seat, item, count, prices[seat])
        if count < quantity:
            await take_surplus(t, seat, item, quantity - count)


async def after_sale_of(t: BrickTable, item: ItemType) -> None:
    """Close Peddlers; then surplus is sold to buyers, or lost (rulings R41, R42)."""
    for closing in window(t, CloseIfSold):
        if closing.effect.type == item and closing.store.sold:
            close(t, closing.seat, closing.store)
    for owner in window(t, BuySurplus):
        if item in owner.effect.prices:
            await buy_surplus(t, owner, item)
    for player in t.players:
        player.surplus = 0
        for store in player.building:
            store.sold = 0


async def buy_surplus(t: BrickTable, owner: Modifier[BuySurplus], item: ItemType) -> None:
    """Offer the surplus of each opponent in turn order, for cash (ruling R16)."""
    price, buyer = owner.effect.prices[item], t.players[owner.seat]
    for seat in in_turn_order(t, [seat for seat in t.all_seats() if seat != owner.seat]):
        seller = t.players[seat]
        most = min(seller.surplus, free_space(t, owner.store, item))
        if not most:
            continue
        listed = [TakeSurplus(owner.slot, seat, count) for count in range(min(most, buyer.cash // price) + 1)]
        count = (await ask(owner.seat, listed)).count
        seller.surplus -= count
        buyer.cash -= count * price
        seller.cash += count * price
        put_in(owner.store, item, count)
        t.tell(SurplusBought(owner.seat, owner.slot, seat, item, count, count * price))


def clear_boxes(t: BrickTable) -> None:
    """Return sold items to the general supply, and discard the demand cards."""
    t.discard += t.demand_pile
    t.demand_pile = []
    t.boxes = dict.fromkeys(TYPES, 0)
    for player in t.players:
        for store in player.building:
            store.boxes = [boxes.count for boxes in t.card(store).boxes]


def points_for_types(t: BrickTable) -> None:
    """Gain points from stores that reward the types that their owner has sold."""
    for owner in window(t, PointsIfTypesSold):
        if len(t.players[owner.seat].sold_types) >= owner.effect.types:
            change_points(t, owner.seat, owner.effect.points)
