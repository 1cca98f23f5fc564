"""What language models say when they are asked for a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_client.bots.chat_answers import read_answer
from referee_client.bots.chat_failures import ChatError

OPTIONS = ["lay no more cards", "lay a wizard", "lay a rogue", "lay a ranger", "pass", "sell 2 wine"]


@pytest.mark.parametrize(
    ("said", "option", "reason"),
    [
        pytest.param("3", 3, "", id="the number alone"),
        pytest.param("0", 0, "", id="nought"),
        pytest.param(" 3\nIt is the focus.", 3, "It is the focus.", id="with a reason below"),
        pytest.param("**3**\nIt is the focus.", 3, "It is the focus.", id="in bold"),
        pytest.param("`2`", 2, "", id="as code"),
        pytest.param("```\n4\n```", 4, None, id="in a block of code"),
        pytest.param("3. lay a ranger", 3, "lay a ranger", id="as in a list"),
        pytest.param("3: it is the focus", 3, "it is the focus", id="with a colon"),
        pytest.param("3 lay a ranger, for it is the focus", 3, None, id="with the option's text"),
        pytest.param("- 3", 3, "", id="behind a dash"),
        pytest.param("Option 3", 3, None, id="with the word"),
        pytest.param("My answer is: option **3**", 3, None, id="in a sentence"),
        pytest.param("2 wizards lie there already, so I choose 4.", 4, None, id="another number begins the sentence"),
        pytest.param("I choose 4 rather than option 2.", 4, None, id="another option is named behind"),
        pytest.param("Option 1 is weak. Option 2 is too. Choice: 0", 0, None, id="others are named before"),
        pytest.param('{"choice": 3, "reason": "2 of 5 are out"}', 3, None, id="JSON"),
        pytest.param("\\boxed{3}", 3, None, id="a formula"),
        pytest.param("<think>Is it 1? Or 2?</think>\n3", 3, "", id="thoughts before"),
        pytest.param("It must be pass", 4, None, id="the text of the option"),
        pytest.param("I will SELL 2 WINE", 5, None, id="the text of an option with a number in it"),
        pytest.param("The number is 3, since 1.5 wizards are left on average", 3, None, id="a fraction is no option"),
    ],
)
def test_the_number_is_found(said: str, option: int, reason: str | None) -> None:
    found, why = read_answer(said, OPTIONS)
    assert found == option
    assert reason is None or why == reason


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        pytest.param("6", "there is no option 6, only 0 to 5", id="above the last"),
        pytest.param("-1", "cannot find the number", id="below the first"),
        pytest.param("9999999999", "cannot find the number", id="far too many digits"),
        pytest.param("Between 2 and 3 I cannot decide", "cannot find the number of one option", id="two numbers"),
        pytest.param("I would rather not play", "cannot find the number of one option", id="no number"),
        pytest.param("<think>It is 3", "and no answer", id="cut off while it thought"),
        pytest.param("", "and no answer", id="nothing"),
    ],
)
def test_what_can_not_be_meant_is_refused(said: str, wrong: str) -> None:
    with pytest.raises(ChatError, match=wrong) as refused:
        read_answer(said, OPTIONS)
    assert refused.value.said == said


@given(st.text(), st.lists(st.text(max_size=5), min_size=1, max_size=5))
def test_whatever_is_said_it_is_an_option_or_refused(said: str, options: list[str]) -> None:
    try:
        option, _ = read_answer(said, options)
    except ChatError:
        return
    assert 0 <= option < len(options)
