"""The trials: what a bot must stand, one function each. A trial raises the first `Fault` that it finds.

The first sentence of each docstring is what the report says about the trial.
"""

from __future__ import annotations

from collections.abc import Callable

from referee_client.position import unpack
from referee_client.v1 import play_service_pb2 as wire

from referee.checking.connections import (
    goodbye,
    goodbye_for_now,
    lost_connection,
    missed_end,
    refusal,
    sigterm,
    taken_over,
)
from referee.checking.stage import Fault
from referee.checking.trial import QUIET, Trial, check_choice, expect_silence
from referee.counts import counted

MOST_OPTIONS = 255
ABSENT_IS_0 = (
    "the default option and the seat are 0 here, and protobuf does not send a 0: read a number that is absent as 0 "
    "(@grpc/proto-loader leaves it undefined unless `defaults: true` is set)"
)
# Field 1000, a string: what a later version of the protocol might add.
UNKNOWN_FIELD = b"\xc2\x3e\x05later"


def whole_match(trial: Trial) -> None:
    """Plays a whole match. Every Turn has one answer, and nothing follows the end."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    talk.say(board.started())
    while not board.over:
        trial.play_turns(talk, board, 1)
    talk.say(board.ended())
    expect_silence(talk, "after the match was over")
    if board.number and len(board.defaults) >= board.number:
        raise Fault(
            f"made none of its {counted(board.number, 'decision')}, as it says: {board.defaults[-1]}",
            "what its notes say after `default: ` is why it took the default",
        )


def slow_turns(trial: Trial) -> None:
    """Waits while the referee is slow. Opponents may think for a long time."""
    talk, hello = trial.connect()
    expect_silence(talk, "before any match began")
    board = trial.board(hello)
    talk.say(board.started())
    expect_silence(talk, "before it was asked")
    for _ in range(3):
        trial.play_turns(talk, board, 1)
        expect_silence(talk, "before it was asked again")


def repeated_turn(trial: Trial) -> None:
    """Gets the same Turn twice. It may keep silent or answer the same again, but nothing else."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    talk.say(board.started())
    trial.play_turns(talk, board, 1)
    talk.say(board.turn())
    first = trial.hear_choice(talk, board)
    talk.say(board.turn(again=True))
    again = talk.hear(QUIET)
    if again is not None and check_choice(again, board, board.option_count) != first:
        raise Fault(
            f"answered the same Turn first with option {first}, then with {again.choice.option}",
            "a Turn comes again after a lost connection: remember your last answer in each match and repeat it",
        )
    board.answer(first)
    if again is None and not board.over:  # on a busy machine it comes later
        repeated = board.number
        talk.say(board.turn())
        board.answer(trial.hear_choice(talk, board, late=repeated))
    trial.play_turns(talk, board, 3)


def late_answer(trial: Trial) -> None:
    """Is told that it was too late. It goes on with the next Turn."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    talk.say(board.started(), board.turn())
    late = board.number
    board.answer(0)
    talk.say(_strike(board.match_id, late, "too late; the default was played"), _strike("", 0, "a word for the log"))
    talk.say(board.turn())
    answer = talk.hear(trial.decision)
    if answer is not None and answer.choice.turn == late:  # it was on its way already
        answer = talk.hear(trial.decision)
    if answer is None:
        raise Fault("fell silent after a Strike", "a Strike needs no answer: go on with the next Turn")
    board.answer(check_choice(answer, board, board.option_count))
    trial.play_turns(talk, board, 3)


def many_options(trial: Trial) -> None:
    """Is asked with 255 options, the most that there can be."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    response = board.turn()
    position = unpack(response.turn.position)
    listed = list(position.options)
    while len(position.options) < MOST_OPTIONS:
        position.options.extend(listed[: MOST_OPTIONS - len(position.options)])
    response.turn.option_count = MOST_OPTIONS
    response.turn.position.value = position.SerializeToString()
    texts = list(response.turn.option_texts)
    while texts and len(response.turn.option_texts) < MOST_OPTIONS:
        response.turn.option_texts.extend(texts[: MOST_OPTIONS - len(response.turn.option_texts)])
    talk.say(board.started(), response)
    board.answer(trial.hear_choice(talk, board, MOST_OPTIONS) % len(listed))
    trial.play_turns(talk, board, 3)


def one_option(trial: Trial) -> None:
    """Is asked with one option only. It answers all the same, for who is asked must tell the others nothing."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    response = board.turn()
    position = unpack(response.turn.position)
    del position.options[1:]
    del response.turn.option_texts[1:]
    response.turn.option_count, response.turn.default_option = 1, 0
    response.turn.position.value = position.SerializeToString()
    talk.say(board.started(), response)
    board.answer(trial.hear_choice(talk, board, 1))
    trial.play_turns(talk, board, 3)


def several_matches(trial: Trial) -> None:
    """Plays several matches at once. Their turns come in any order."""
    talk, hello = trial.connect()
    boards = {f"m{number}": trial.board(hello, f"m{number}") for number in range(1, min(hello.max_matches or 3, 3) + 1)}
    talk.say(*(board.started() for board in boards.values()))
    for _ in range(4):
        waiting = {board.match_id: board for board in reversed(boards.values()) if not board.over}
        talk.say(*(board.turn() for board in waiting.values()))
        while waiting:
            request = talk.hear(trial.decision)
            if request is None:
                raise Fault(
                    f"did not answer match {', '.join(waiting)} while others were running",
                    "keep the state of each match apart by match_id, or say Hello.max_matches = 1",
                )
            board = waiting.pop(request.choice.match_id, None)
            if board is None:
                raise Fault(
                    f"answered match {request.choice.match_id!r}, which did not ask", "copy match_id from the Turn"
                )
            board.answer(check_choice(request, board, board.option_count))


def unknown_fields(trial: Trial) -> None:
    """Meets fields, messages and kinds of options and events that it does not know. A later referee may send them."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    response = board.turn()
    position = unpack(response.turn.position)
    position.options.add()
    position.events.add()
    for message in (position, position.view, position.options[-1], position.events[-1], response.turn, response):
        message.MergeFromString(UNKNOWN_FIELD)
    response.turn.position.value = position.SerializeToString()
    response.turn.option_count += 1
    if response.turn.option_texts:
        response.turn.option_texts.append("something new")
    started = board.started()
    started.match_started.MergeFromString(UNKNOWN_FIELD)
    started.match_started.options["a new option"] = "7"
    nothing_known = wire.PlayResponse()
    nothing_known.MergeFromString(UNKNOWN_FIELD)
    talk.say(nothing_known, started, nothing_known, response)
    option = trial.hear_choice(talk, board, response.turn.option_count)
    board.answer(option % board.option_count)
    trial.play_turns(talk, board, 3)


def default_of_zero(trial: Trial) -> None:
    """Is asked with options of an unknown kind only. The default is option 0, which is an absent number on the wire."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    talk.say(board.started())
    for _ in range(2):
        response = board.turn()
        position = unpack(response.turn.position)
        for option in position.options:
            option.Clear()
            option.MergeFromString(UNKNOWN_FIELD)
        response.turn.position.value = position.SerializeToString()
        response.turn.default_option = 0
        response.turn.option_texts[:] = ["something new"] * len(response.turn.option_texts)
        talk.say(response)
        try:
            board.answer(trial.hear_choice(talk, board))
        except Fault as fault:
            raise Fault(fault.what, fault.hint, ABSENT_IS_0) from None


def void_match(trial: Trial) -> None:
    """Loses a match in the middle of a Turn. The next match is played as if nothing had been."""
    talk, hello = trial.connect()
    lost = trial.board(hello)
    talk.say(lost.started(), lost.turn(), lost.ended())
    talk.over = lost.match_id
    board = trial.board(hello, "m2")
    talk.say(board.started(), board.turn())
    answer = talk.hear(trial.decision)
    if answer is None:
        raise Fault("fell silent after a match was voided", "MatchEnded without results ends that match alone")
    board.answer(check_choice(answer, board, board.option_count))
    trial.play_turns(talk, board, 3)


TRIALS: list[Callable[[Trial], None]] = [
    whole_match,
    slow_turns,
    repeated_turn,
    late_answer,
    many_options,
    one_option,
    several_matches,
    unknown_fields,
    default_of_zero,
    void_match,
    lost_connection,
    missed_end,
    taken_over,
    goodbye_for_now,
    goodbye,
    refusal,
    sigterm,
]

IN_EVERY_GAME: list[Callable[[Trial], None]] = [whole_match, many_options, unknown_fields]
"""Those that have to do with the messages of a game."""


def _strike(match_id: str, turn: int, why: str) -> wire.PlayResponse:
    strike = wire.Strike(match_id=match_id, turn=turn, cause=wire.Strike.CAUSE_TIMEOUT, why=why, strikes_left=2)
    return wire.PlayResponse(strike=strike)
