"""`referee web --play`, as a visitor without a script plays it: one match after the other."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.web_process import Visitor, play_on, web

SHORT = ("--option", "max_rounds=1")
AGAIN = "Play again"


def first_option(visitor: Visitor) -> Callable[[int, str], object]:
    return lambda turn, _options: visitor.post("/play/choose", turn=turn, option=0)


def test_a_match_can_be_played_again_after_it_is_over() -> None:
    with web("--play", "keepers", "--against", "first", *SHORT) as pages:
        visitor = pages.visitor(with_key=True)
        visitor.post("/play/begin")
        for _ in range(2):
            assert play_on(visitor, first_option(visitor))[0] > 0
            with visitor.following("/play/feed") as states:
                over = next(shown for shown in states if shown.get("begin"))
            assert AGAIN in over["begin"][0]
            visitor.post("/play/begin")
