"""Cases K05 to K36: auctions and the deck."""

from __future__ import annotations

import pytest

from referee.games.keepers.auction import winner_of
from referee.games.keepers.events import NoCardForSeat, NoCardForSpace, QuestWon, Reshuffled
from referee.kernel.seats import Seat
from tests.games.keepers.drawn import asked, bid, cards, choose, counts, drawn, table_of


@pytest.mark.parametrize(
    ("piles", "winner"),
    [
        pytest.param({0: "W1 O1 R1", 1: "W2"}, 1, id="K05"),
        pytest.param({0: "W1", 1: "W1 O1"}, 1, id="K06"),
        pytest.param({0: "W1 O1", 1: "W1 Z1", 2: "W1"}, 0, id="K07"),
        pytest.param({0: "W1", 1: "Z4"}, 0, id="K08"),
        pytest.param({0: "O1", 1: "Z1 R1"}, 1, id="K09"),
        pytest.param({0: "O1"}, 0, id="K10"),
        pytest.param({2: "W1", 0: "W1 O1", 1: "W1 R1"}, 0, id="K11"),
    ],
)
def test_winner(piles: dict[int, str], winner: int) -> None:
    order = list(piles)
    match = drawn("bidding", current=order[0], hands=[piles.get(seat, "W1") + " " for seat in range(3)])
    for keeper in table_of(match).keepers:
        keeper.hand = [held + 1 for held in keeper.hand]
    choose(match, "quest 1")
    for seat in [Seat((order[0] + step) % 3) for step in range(3)]:
        bid(match, piles.get(seat, "pass"))
    last = table_of(match).last_auction
    assert last is not None
    assert last.winner == winner
    assert winner_of([(Seat(seat), counts(pile)) for seat, pile in piles.items()], focus=0) == winner


def test_k12_losers_take_back_and_the_winner_pays() -> None:
    match = drawn("bidding", hands=["W2 O2", "W3 R1", "Z1"], deck="W,W,W,W,W")
    choose(match, "quest 1", "add W", "add O", "done", "add W", "add W", "done", "pass")
    t = table_of(match)
    assert t.keepers[0].hand == counts("W2 O2")
    assert t.keepers[1].hand == counts("W1 R1")
    assert sum(t.discard) == 2 + 2
    assert [keeper.served for keeper in t.keepers] == [False, True, False]


def test_k13_each_quest_card_prepares_or_is_ignored() -> None:
    match = drawn("bidding", quests=["Z", "R,W,O,W", "O"], unprepared=["W1 O2"], hands=["Z2", "", ""], discard="")
    choose(match, "quest 2", "add Z", "done")
    t = table_of(match)
    assert t.keepers[0].prepared == counts("W1 O1")
    assert t.keepers[0].unprepared == counts("O1")
    [won] = [event for event in match.events(None) if isinstance(event, QuestWon)]
    assert won.ignored == counts("W1 R1")
    assert sum(t.discard) == 4 + 1


def test_k14_rumours_fall_and_are_dealt_anew() -> None:
    match = drawn("bidding", quests=["W", "Z,Z", "O"], rumours="Z,O,R", deck="W,W,Z,O,O,O,O,O,O", hands=["W2", "", ""])
    choose(match, "quest 1", "add W", "done")
    t = table_of(match)
    assert [space.quest for space in t.spaces] == [cards("Z"), cards("Z,Z,O"), cards("O,R")]
    assert [space.rumour for space in t.spaces] == cards("W,W,Z")


def test_k15_rumours_move_after_the_last_auction_too() -> None:
    match = drawn("bidding", seats=2, served=[1], hands=["W4", "W4"], prepared=["", "O1"])
    choose(match, "quest 3", "add W", "add W", "done")
    t = table_of(match)
    assert t.phase == "sending_out"
    assert [len(space.quest) for space in t.spaces] == [3, 2, 1]
    assert asked(match)[1][0] == "pass"


def test_k16_a_quest_may_help_nobody() -> None:
    match = drawn("bidding", quests=["W", "Z", "O"], unprepared=["R3"], hands=["W2", "", ""])
    choose(match, "quest 1", "add W", "done")
    t = table_of(match)
    assert sum(t.keepers[0].prepared) == 0
    assert sum(t.discard) == 1 + 1
    assert t.keepers[0].served


def test_k17_the_whole_pile_is_paid() -> None:
    match = drawn("bidding", hands=["W1 Z2 O1", "", ""], quests=["W", "Z", "O"])
    choose(match, "quest 1", "add W", "add Z", "add Z", "done")
    assert table_of(match).discard == counts("W2 Z2")


@pytest.mark.parametrize(
    ("seats", "current", "served", "order"),
    [
        pytest.param(3, 1, [2], [1, 0], id="K18"),
        pytest.param(3, 1, [2, 1], [0], id="K19"),
        pytest.param(4, 0, [1], [0, 2, 3], id="K20"),
    ],
)
def test_who_takes_part(seats: int, current: int, served: list[int], order: list[int]) -> None:
    match = drawn("bidding", seats=seats, current=current, served=served)
    auction = table_of(match).auction
    assert auction is not None
    assert auction.order == order
    assert asked(match)[0] == auction.starter == order[0]
    assert auction.alone == (len(order) == 1)


@pytest.mark.parametrize(
    ("hands", "served", "steps"),
    [
        pytest.param(
            ["W1", "W2 R1", ""],
            [],
            [
                ("add R", ["pass", "add W", "add R"]),
                ("add W", ["done", "add W"]),
                ("add W", ["done", "add W"]),
            ],
            id="K21",
        ),
        pytest.param(["W2 R1", "", ""], [], [("add R", ["add W", "add R"]), ("done", ["done", "add W"])], id="K22"),
        pytest.param(
            ["Z3 O1", "", ""],
            [1, 2],
            [("add O", ["add Z", "add O"]), ("add Z", ["add Z"]), ("done", ["done", "add Z"])],
            id="K23",
        ),
        pytest.param(["W3", "", ""], [2], [("add W", ["add W"]), ("done", ["done", "add W"])], id="K30"),
    ],
)
def test_bidding_turn(hands: list[str], served: list[int], steps: list[tuple[str, list[str]]]) -> None:
    match = drawn("bidding", hands=hands, served=served)
    choose(match, "quest 1")
    for choice, listed in steps:
        assert asked(match)[1] == listed
        choose(match, choice)


@pytest.mark.parametrize(
    ("hands", "served", "left", "next_asked"),
    [
        pytest.param(["Z1 R1", "", ""], [1, 2], "", None, id="K24"),
        pytest.param(["O1", "", ""], [1, 2], "", None, id="K25"),
        pytest.param(["O1", "W1", ""], [], "", 1, id="K26"),
        pytest.param(["O2", "", "W1"], [], "O1", 2, id="K29"),
    ],
)
def test_who_is_not_asked(hands: list[str], served: list[int], left: str, next_asked: int | None) -> None:
    match = drawn("bidding", hands=hands, served=served, deck="")
    choose(match, "quest 1")
    if left:
        choose(match, f"add {left[0]}", "done")
    t = table_of(match)
    if next_asked is None:
        assert t.last_auction is not None
        assert t.last_auction.winner == 0
        assert t.last_auction.piles == ((0, tuple(counts(hands[0]))),)
    else:
        assert asked(match)[0] == next_asked
        assert t.keepers[0].hand == counts(left)


def test_k27_an_empty_pile_loses_against_any_card() -> None:
    match = drawn("bidding", hands=["", "R1", "O1"])
    choose(match, "quest 1", "add R", "pass")
    last = table_of(match).last_auction
    assert last is not None
    assert last.winner == 1


def test_k28_an_empty_pile_wins_if_all_pass() -> None:
    match = drawn("bidding", hands=["", "R1", "O1"], unprepared=["W1"])
    choose(match, "quest 1", "pass", "pass")
    t = table_of(match)
    assert t.last_auction is not None
    assert t.last_auction.winner == 0
    assert t.keepers[0].prepared == counts("W1")
    assert sum(t.discard) == 2


def test_k31_only_filled_spaces_are_listed() -> None:
    assert asked(drawn("bidding", quests=["W", "", "O"])) == (0, ["quest 1", "quest 3"])


def test_k32_the_only_quest_is_chosen_unasked() -> None:
    match = drawn("bidding", quests=["", "", "O"])
    assert asked(match) == (0, ["add W", "add Z", "add O"])
    auction = table_of(match).auction
    assert auction is not None
    assert auction.space == 2


@pytest.mark.parametrize(
    ("deck", "discard", "deck_after", "rumours", "reshuffled"),
    [
        pytest.param("W,Z,O", "W1 Z1", 4, 3, [4], id="K33"),
        pytest.param("W", "W2 Z1", 3, 3, [5], id="K34"),
    ],
)
def test_refill(deck: str, discard: str, deck_after: int, rumours: int, reshuffled: list[int]) -> None:
    match = drawn("bidding", quests=["W", "Z", "O"], hands=["W2", "", ""], deck=deck, discard=discard)
    choose(match, "quest 1", "add W", "done")
    t = table_of(match)
    assert len(t.deck) == deck_after
    assert sum(t.discard) == 0
    assert sum(space.rumour is not None for space in t.spaces) == rumours
    assert [event.count for event in match.events(None) if isinstance(event, Reshuffled)] == reshuffled


def test_k35_a_deck_of_one_card() -> None:
    match = drawn("bidding", quests=["W", "", ""], hands=["", "", ""], deck="", discard="")
    first_refill = match.events(None)[: match.events(None).index(NoCardForSpace(2)) + 1]
    assert first_refill.count(Reshuffled(1)) == 1
    assert NoCardForSpace(1) in first_refill


def test_k36_who_draws_when_the_deck_runs_out() -> None:
    match = drawn("sending_out", current=2, hands=["", "", ""], deck="W,Z", prepared=[])
    t = table_of(match)
    assert NoCardForSeat(Seat(1)) in match.events(None)
    assert t.deck == []
    assert sum(t.keepers[2].hand) == 1
