"""Texts of what is rare in the golden playthroughs."""

from __future__ import annotations

import referee
from referee.games.inns.choices import Target, Unblock
from referee.games.inns.events import TokenPlaced
from referee.games.inns.view import view
from referee.games.inns.words import Reason
from referee.kernel.match import Match
from referee.kernel.options import OptionValue
from referee.kernel.seats import Seat
from referee.kernel.texts import text_of
from tests.games.inns.drawn import decide, placed, table_of

THIEF = (
    "  Thief (1): halfling, villain, Wobblin Wagon; Starting Loot 2; targets a face-down card in Range, takes up to 3 "
    "of its Starting Loot; at the end earns 3."
)


def lines(match: Match, seat: int | None) -> list[str]:
    return text_of(view(table_of(match), None if seat is None else Seat(seat))).splitlines()


def test_a_running_auction_is_shown() -> None:
    match = placed("monk bounty_hunter lord thane", head=1, options={})
    decide(match, "1 target(0, 2) of 15")
    decide(match, "0 target(2) of 2")
    assert "Revealed cards use their abilities, in this order: seat 2, seat 3." in lines(match, None)
    assert "Auction of seat 2: no bid yet; passed: none." in lines(match, None)
    decide(match, "2 bid(0) of 7")
    assert "Auction of seat 2: seat 2 leads with 0; passed: none." in lines(match, None)
    decide(match, "3 pass of 4", "0 bid(1) of 6", "1 pass of 7", "2 pass of 6")
    assert "Auction of seat 2: seat 0 has won it for 1; passed: 3, 1, 2." in lines(match, None)


def test_options_of_the_match_are_shown() -> None:
    options: dict[str, OptionValue] = {"quick_auction": True, "own_card_in_range": True}
    assert lines(placed("thief guard bard", options=options), 1)[1] == (
        "A Hoard of 75 ends the match, or Turn 60; the cards come back after 5 Turns. Auctions are Quick Auctions. "
        "The own card is counted in Range."
    )


def test_the_own_cards_are_described() -> None:
    match = placed("goblins guard thief")
    shown = match.view_text(match.view(Seat(0))).splitlines()
    assert shown[-8:-5] == [
        "Your hand: Thief, Guard, Bard, Mage, Thane. You placed the Goblins.",
        "The cards:",
        THIEF,
    ]
    assert shown[-1] == (
        "  Goblins (6): goblin, villain, Wobblin Wagon; Starting Loot 1; each card in Range pays it 2 or is blocked; "
        "at the end earns 1 for each blocked card in Range."
    )
    assert "The cards:" not in match.view_text(match.view(None))


def test_cards_are_described_from_the_card_set_of_the_match() -> None:
    rich = referee.all_games()["inns"].cards_toml.replace("starting_loot = 4", "starting_loot = 9")
    match = referee.start("inns", seats=3, seed=1, cards=rich)
    assert "Alchemist (4): goblin, mercenary, Jaded Dragon; Starting Loot 9;" in match.view_text(match.view(None))


def test_option_and_event_texts() -> None:
    assert text_of(Unblock(Seat(2))) == "unblock the card of seat 2"
    assert text_of(Target(Seat(2), 4)) == "target seat 2, naming initiative 4"
    token = TokenPlaced(Seat(0), Seat(2), Reason.BOUNTY, 4)
    assert text_of(token) == "seat 0 targets seat 2: bounty, naming initiative 4"
