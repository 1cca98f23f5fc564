"""What a bot in any language receives, and how its answers reach the referee."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from referee_client.games.keepers.v1 import keepers_pb2 as keepers
from referee_client.v1 import play_service_pb2 as wire

from tests.clients import messages
from tests.clients.processes import run_bot
from tests.clients.scripted_referee import Ear, scripted_referee
from tests.languages.asking import DEFAULT, Script, ask, chosen, script, unreadable, worthwhile_quest
from tests.languages.languages import Language

pytestmark = pytest.mark.clients

TOO_LARGE_FOR_MOST = 5 * 1024 * 1024
"""By default, gRPC takes no messages above 4 MiB."""


def play(language: Language, folder: Path, speak: Script, bot: str = "scripted") -> str:
    """Plays one connection with a bot, which ends well, and returns what it wrote to stderr."""
    with scripted_referee(folder, script(speak)) as (_, address):
        code, output, errors = run_bot(language.command(bot), address)
    assert (code, output) == (0, ""), errors
    return errors


def test_it_introduces_itself(language: Language, tmp_path: Path) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        assert ear.hello == wire.Hello(
            token="secret",
            software=f"scripted {language.name}",
            protocol_version=1,
            wants_text=True,
            wants_events=True,
            wants_cards=True,
            max_matches=3,
        )
        yield from ()

    assert play(language, tmp_path, speak) == ""


@pytest.mark.parametrize("option", [0, 1, 2])
def test_it_answers_with_the_option_that_was_chosen(language: Language, tmp_path: Path, option: int) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        yield ask(f"choose {option}", number=7)
        heard = ear.hear()
        assert heard == chosen(option, number=7)
        assert heard.choice.HasField("option")

    assert play(language, tmp_path, speak) == ""


def test_it_knows_match_and_turn(language: Language, tmp_path: Path) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        question = ask("tell")
        position = keepers.Position()
        question.turn.position.Unpack(position)
        position.events.extend([keepers.Event()] * 4)
        question.turn.position.Pack(position)
        yield question
        choice = ear.hear().choice
        game, seat, seats, rounds, count, default, decision, bank, texts, options, events = choice.note.decode().split()
        assert (game, seat, seats, rounds) == ("keepers", "1", "2", "30")
        assert (count, default, texts, options, events) == ("3", str(DEFAULT), "one|two|three", "3", "4")
        assert 0 < int(decision) <= 2500
        assert 55_000 < int(bank) <= 60_000

    assert play(language, tmp_path, speak) == ""


def test_it_knows_the_cards_of_each_match(language: Language, tmp_path: Path) -> None:
    cards = '{"card":[{"id":"würfel","price":3}]}'

    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        yield from [messages.match_started("m2", cards=cards), ask("cards", match_id="m2")]
        assert ear.hear() == chosen(0, match_id="m2", note=cards.encode())
        yield ask("cards")
        assert ear.hear() == chosen(0)

    assert play(language, tmp_path, speak) == ""


def test_it_leaves_notes(language: Language, tmp_path: Path) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        yield ask("note 1 gut gewählt ✓", number=1)
        assert ear.hear() == chosen(1, note="gut gewählt ✓".encode())
        yield ask("choose 0", number=2)
        assert ear.hear() == chosen(0, number=2)  # a note belongs to one answer

    assert play(language, tmp_path, speak) == ""


def test_each_match_has_a_bot_of_its_own(language: Language, tmp_path: Path) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        yield messages.match_started("m2")
        for count in range(3):
            for match_id in ("m1", "m2"):
                yield ask("count", number=count + 1, match_id=match_id)
                assert ear.hear() == chosen(count, count + 1, match_id)
        yield from [messages.match_ended("m2"), messages.match_started("m2"), ask("count", 1, "m2")]
        assert ear.hear() == chosen(0, 1, "m2")

    assert play(language, tmp_path, speak) == ""


def test_thinking_about_one_match_does_not_stop_another(language: Language, tmp_path: Path) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        yield from [messages.match_started("m2"), ask("wait 3000 1"), ask("choose 2", match_id="m2")]
        assert ear.hear() == chosen(2, match_id="m2")
        yield ask("choose 0", 2, "m2")
        assert ear.hear() == chosen(0, 2, "m2")
        assert ear.hear() == chosen(1)

    assert play(language, tmp_path, speak) == ""


def test_a_turn_that_comes_again_gets_the_same_answer(language: Language, tmp_path: Path) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        for number, times in [(1, 1), (2, 3), (3, 2)]:
            for _ in range(times):
                yield ask("count", number)
                assert ear.hear() == chosen(number - 1, number)

    assert play(language, tmp_path, speak) == ""


@pytest.mark.parametrize("text", [pytest.param("fail", id="it fails"), pytest.param("choose 3", id="no such option")])
def test_a_bad_choice_is_logged_and_the_default_is_played(language: Language, tmp_path: Path, text: str) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        yield ask(text)
        assert ear.hear().choice == wire.Choice(match_id="m1", turn=1, option=DEFAULT)
        yield ask("choose 1", number=2)
        assert ear.hear() == chosen(1, number=2)

    logged = play(language, tmp_path, speak)
    assert "m1" in logged
    assert ("told to fail" if text == "fail" else "3") in logged


@pytest.mark.parametrize("bot", ["scripted", "keepers"])
def test_a_position_that_can_not_be_read_costs_no_more_than_the_turn(
    language: Language, tmp_path: Path, bot: str
) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        yield unreadable(text="tell")
        assert ear.hear().choice.option == DEFAULT
        yield worthwhile_quest(2, space=2)
        assert ear.hear().choice.turn == 2

    assert play(language, tmp_path, speak, bot) != ""


def test_it_passes_over_what_it_does_not_know(language: Language, tmp_path: Path) -> None:
    later = b"\xc2\x3e\x05later"  # field 1000, a string

    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        unknown = wire.PlayResponse()
        unknown.MergeFromString(later)
        question = ask("choose 1")
        question.turn.MergeFromString(later)
        yield from [wire.PlayResponse(), unknown, question]
        assert ear.hear() == chosen(1)
        yield from [messages.match_ended("never heard of"), messages.match_ended("m1"), messages.match_ended("m1")]
        yield from [messages.match_started("m2"), ask("choose 0", match_id="m2")]
        assert ear.hear() == chosen(0, match_id="m2")
        yield messages.match_ended("m2", voided=True)

    play(language, tmp_path, speak)


def test_a_strike_is_logged_and_the_match_goes_on(language: Language, tmp_path: Path) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        yield from [messages.strike("too slow for this world"), ask("choose 1")]
        assert ear.hear() == chosen(1)

    assert "too slow for this world" in play(language, tmp_path, speak)


def test_it_reads_large_messages(language: Language, tmp_path: Path) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        yield ask("choose 1 " + "x" * TOO_LARGE_FOR_MOST)
        assert ear.hear() == chosen(1)

    assert play(language, tmp_path, speak) == ""


def test_the_keepers_bot_takes_the_quest_that_prepares_somebody(language: Language, tmp_path: Path) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        for number, space in enumerate([2, 3, 1], 1):
            yield worthwhile_quest(number, space=space)
            choice = ear.hear().choice
            assert (choice.turn, choice.option) == (number, space - 1)
        yield from [messages.match_started("m2", game="another"), messages.turn("m2")]
        assert ear.hear().choice.match_id == "m2"

    assert play(language, tmp_path, speak, "keepers") == ""


def test_the_echo_bot_plays_the_default_and_wants_nothing_more(language: Language, tmp_path: Path) -> None:
    def speak(ear: Ear) -> Iterator[wire.PlayResponse]:
        assert ear.hello == wire.Hello(token="secret", protocol_version=1)
        for number in (1, 2):
            yield ask("choose 1", number)
            assert ear.hear() == chosen(DEFAULT, number)

    assert play(language, tmp_path, speak, "echo") == ""
