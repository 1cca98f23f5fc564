"""Brick & Mortar: the phases in order. A month has seven phases; most of them have several parts.

A part ends where something hidden is drawn or revealed. So a table that is dealt again remains consistent with
everything that a seat has seen.
"""

from __future__ import annotations

from referee.games.brick import (
    advertisement,
    auction,
    board,
    building,
    choices,
    events,
    item_events,
    month_end,
    month_end_choices,
    sale,
    supply,
)
from referee.games.brick.choices import BidOn, BuyFromHand
from referee.games.brick.draft import draft_one
from referee.games.brick.hidden import redeal
from referee.games.brick.invariants import invariants
from referee.games.brick.kinds import TYPES, ItemType
from referee.games.brick.legend import card_texts, legend
from referee.games.brick.loading import load_cards
from referee.games.brick.row import update_row
from referee.games.brick.scoring import ends_now, result, tell_end
from referee.games.brick.setup import set_up
from referee.games.brick.state import BrickTable, Options, Part
from referee.games.brick.turn_order import earliest
from referee.games.brick.view import View, view
from referee.games.brick.zones import ZONES
from referee.kernel.asking import Option, ask
from referee.kernel.game import Game, Phase
from referee.kernel.schema import kinds
from referee.kernel.table import Event

Next = Phase[BrickTable]


def begin(t: BrickTable, part: Part) -> None:
    """Begin a phase of the month."""
    t.part = part
    t.tell(events.PartBegins(t.month, part))


def next_item(t: BrickTable) -> bool:
    """Go on to the next type of items. Returns False after the last one."""
    at = 0 if t.item is None else TYPES.index(t.item) + 1
    t.item = TYPES[at] if at < len(TYPES) else None
    t.dials, t.revealed = {}, False
    return t.item is not None


def item_of(t: BrickTable) -> ItemType:
    """The type of items that is being supplied or sold."""
    assert t.item is not None, "no type of items is being supplied or sold"
    return t.item


async def drafting(t: BrickTable) -> Next:
    """Before the 1st Round: in each draft round, all seats keep a store card."""
    if not t.options.preset_hands and await draft_one(t):
        return drafting
    begin(t, "building")
    return starting


async def starting(t: BrickTable) -> Next:
    """Building in January: starting stores."""
    await building.choose_starting_stores(t)
    return advertising


async def buying(t: BrickTable) -> Next:
    """Building: the first seat in turn order that has neither bought nor passed acts."""
    if not t.waiting:
        update_row(t)
        return advertising
    seat = earliest(t, t.waiting)
    match await ask(seat, building.ways_to_buy(t, seat)):
        case BidOn(store):
            await auction.open_auction(t, seat, store)
            return auctioning
        case BuyFromHand(store):
            await auction.pay_for(t, seat, store)
        case _:
            t.tell(events.PassedBuying(seat))
    t.active = seat
    return managing


async def auctioning(t: BrickTable) -> Next:
    """Building: an auction, whose winner must buy."""
    assert t.auction is not None, "there is no auction"
    t.active = await auction.hold_auction(t, t.auction)
    await auction.pay_for(t, t.active, t.auction.store, t.auction.bid)
    return managing


async def managing(t: BrickTable) -> Next:
    """Building: a seat that has bought or passed opens and closes stores before anyone else continues (ruling R17)."""
    assert t.active is not None, "nobody manages"
    t.waiting.remove(t.active)
    await building.manage(t, t.active)
    t.active = None
    return buying


async def advertising(t: BrickTable) -> Next:
    """Advertisement, and the effects before it."""
    begin(t, "advertisement")
    advertisement.forget_redraws(t)
    await advertisement.draw_and_discard(t)
    return redrawing


async def redrawing(t: BrickTable) -> Next:
    """Advertisement: the Third-slot Bonus, before playing."""
    await advertisement.redraw(t, advertisement.with_slot(t, advertisement.REDRAW_SLOT))
    return playing


async def playing(t: BrickTable) -> Next:
    """Advertisement: each seat plays a market card, then another one."""
    await advertisement.play_cards(t)
    t.plays += 1
    return playing if t.plays < t.cards.setup.cards_to_play else gathering


async def gathering(t: BrickTable) -> Next:
    """Advertisement: the Fourth-slot Bonus; then the cards are gathered."""
    await advertisement.play_extra_cards(t)
    advertisement.gather(t)
    return adding


async def adding(t: BrickTable) -> Next:
    """Advertisement: a look at a pile, and one more card."""
    await advertisement.peek_and_add(t)
    return redrawing_again


async def redrawing_again(t: BrickTable) -> Next:
    """Advertisement: the Third-slot Bonus, after playing; then hands are filled."""
    await advertisement.redraw(t, advertisement.may_redraw_again(t))
    advertisement.draw_back(t)
    return supplying


async def supplying(t: BrickTable) -> Next:
    """Supply, and the effects before it."""
    begin(t, "supply")
    supply.self_supply(t, "before_supply")
    supply.supply_market(t)
    next_item(t)
    return bidding


async def bidding(t: BrickTable) -> Next:
    """Supply of a type: bids, if there is competition."""
    supply.self_supply(t, "before_supply_type", item_of(t))
    await supply.bid_for(t, item_of(t))
    return stocking


async def stocking(t: BrickTable) -> Next:
    """Supply of a type: stocking, and the effects after it."""
    await supply.stock_in_turn(t, item_of(t))
    await supply.free_stock(t, item_of(t))
    await supply.supply_or_points(t, item_of(t))
    return bidding if next_item(t) else demanding


async def demanding(t: BrickTable) -> Next:
    """Sale: the demand cards are turned up."""
    begin(t, "sale")
    sale.show_demand(t)
    return transferring


async def transferring(t: BrickTable) -> Next:
    """The effects before Sale."""
    await sale.transfer_in(t, "before_sale")
    next_item(t)
    return offering


async def offering(t: BrickTable) -> Next:
    """Sale of a type: sales at the maximum price; or quantities, if there is competition."""
    t.waiting = sale.who_can_sell(t, item_of(t))
    if sale.is_competition(t, item_of(t), t.waiting):
        await sale.set_quantities(t, item_of(t))
        return pricing
    await sale.sell_at_maximum(t, item_of(t))
    return sold


async def pricing(t: BrickTable) -> Next:
    """Sale of a type: prices."""
    await sale.set_prices(t, item_of(t))
    return delivering


async def delivering(t: BrickTable) -> Next:
    """Sale of a type: the seats sell one after the other; what they cannot sell is surplus."""
    await sale.deliver_in_sequence(t, item_of(t))
    return sold


async def sold(t: BrickTable) -> Next:
    """The effects after Sale of a type."""
    await sale.after_sale_of(t, item_of(t))
    t.waiting = []
    return offering if next_item(t) else after_sale


async def after_sale(t: BrickTable) -> Next:
    """The effects after Sale."""
    sale.clear_boxes(t)
    sale.points_for_types(t)
    await sale.transfer_in(t, "after_sale")
    return ageing


async def ageing(t: BrickTable) -> Next:
    """Inventory; then Utilities, which has no choices."""
    begin(t, "inventory")
    await month_end.age_items(t)
    begin(t, "utilities")
    month_end.pay_utilities(t)
    month_end.hold_or_close(t)
    return investing


async def investing(t: BrickTable) -> Next | None:
    """Investment; after it the month or the match ends."""
    begin(t, "investment")
    await month_end.invest_in_turn(t)
    if ends_now(t):
        tell_end(t)
        return None
    t.month += 1
    begin(t, "building")
    t.waiting, t.bought_from_row = t.all_seats(), False
    return buying


PHASES: tuple[Phase[BrickTable], ...] = (
    drafting, starting, buying, auctioning, managing,
    advertising, redrawing, playing, gathering, adding, redrawing_again,
    supplying, bidding, stocking,
    demanding, transferring, offering, pricing, delivering, sold, after_sale,
    ageing, investing,
)  # fmt: skip

GAME = Game(
    id="brick",
    name="Brick & Mortar",
    seats=(2, 4),
    rules_version="1",
    option_type=Options,
    table_type=BrickTable,
    load_cards=load_cards,
    set_up=set_up,
    phases=PHASES,
    result=result,
    zones=ZONES,
    invariants=invariants,
    view_type=View,
    choices=(*kinds(choices, Option), *kinds(month_end_choices, Option)),
    event_types=(*kinds(events, Event), *kinds(item_events, Event)),
    view=view,
    legend=legend,
    card_texts=card_texts,
    board=board.board,
    place_of=board.place_of,
    redeal=redeal,
)
