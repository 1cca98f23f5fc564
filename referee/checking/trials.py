"""The trials that a bot must pass, one function each. A trial raises the first `Fault` that it finds.

In the report, a trial is described by the first sentence of its docstring.
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
    "the default option and the seat are 0 here, and protobuf does not send a 0: read an absent number as 0 "
    "(@grpc/proto-loader leaves it undefined unless `defaults: true` is set)"
)
# Field 1000, a string: what a later version of the protocol might add.
UNKNOWN_FIELD = b"\xc2\x3e\x05later"


def whole_match(trial: Trial) -> None:
    """Play a whole match. The bot must answer every Turn once, and send nothing after the end."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    talk.say(board.started())
    while not board.over:
        trial.play_turns(talk, board, 1)
    talk.say(board.ended())
    expect_silence(talk, "after the match was over")
    if board.number and len(board.defaults) >= board.number:
        raise Fault(
            f"made none of its {counted(board.number, 'decision')}; its note says: {board.defaults[-1]}",
            "the text after `default: ` in its notes is why it chose the default",
        )


def slow_turns(trial: Trial) -> None:
    """Let the bot wait for its turns. Opponents may think for a long time."""
    talk, hello = trial.connect()
    expect_silence(talk, "before a match began")
    board = trial.board(hello)
    talk.say(board.started())
    expect_silence(talk, "before it was asked")
    for _ in range(3):
        trial.play_turns(talk, board, 1)
        expect_silence(talk, "before it was asked again")


def repeated_turn(trial: Trial) -> None:
    """Send the same Turn twice. The bot may ignore the repeated Turn or repeat its answer, but do nothing else."""
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
            "a Turn is repeated after a lost connection: remember your last answer in each match and repeat it",
        )
    board.answer(first)
    if again is None and not board.over:  # on a busy machine the answer comes later
        repeated = board.number
        talk.say(board.turn())
        board.answer(trial.hear_choice(talk, board, late=repeated))
    trial.play_turns(talk, board, 3)


def late_answer(trial: Trial) -> None:
    """Report an answer as too late. The bot must continue with the next Turn."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    talk.say(board.started(), board.turn())
    late = board.number
    board.answer(0)
    talk.say(_strike(board.match_id, late, "too late; the default was played"), _strike("", 0, "a word for the log"))
    talk.say(board.turn())
    answer = talk.hear(trial.decision)
    if answer is not None and answer.choice.turn == late:  # this answer was already on its way
        answer = talk.hear(trial.decision)
    if answer is None:
        raise Fault("fell silent after a Strike", "a Strike needs no answer: continue with the next Turn")
    board.answer(check_choice(answer, board, board.option_count))
    trial.play_turns(talk, board, 3)


def many_options(trial: Trial) -> None:
    """Offer 255 options, the maximum."""
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
    """Offer only one option. The bot must still answer, because others must not learn that it had no choice."""
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
    """Play several matches at once. Their turns come in any order."""
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
                    "keep a separate state for each match_id, or set Hello.max_matches to 1",
                )
            board = waiting.pop(request.choice.match_id, None)
            if board is None:
                raise Fault(
                    f"answered match {request.choice.match_id!r}, which had not asked", "copy match_id from the Turn"
                )
            board.answer(check_choice(request, board, board.option_count))


def unknown_fields(trial: Trial) -> None:
    """Send fields, messages and kinds of options and events that the bot does not know. A later referee may do so."""
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
    """Offer only options of an unknown kind. The default is option 0, which is an absent number on the wire."""
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
    """Void a match during a Turn. The bot must play the next match as usual."""
    talk, hello = trial.connect()
    lost = trial.board(hello)
    talk.say(lost.started(), lost.turn(), lost.ended())
    talk.over = lost.match_id
    board = trial.board(hello, "m2")
    talk.say(board.started(), board.turn())
    answer = talk.hear(trial.decision)
    if answer is None:
        raise Fault("sent nothing more after a match was voided", "MatchEnded without results ends only that match")
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
"""The trials that depend on the messages of a game."""


def _strike(match_id: str, turn: int, why: str) -> wire.PlayResponse:
    strike = wire.Strike(match_id=match_id, turn=turn, cause=wire.Strike.CAUSE_TIMEOUT, why=why, strikes_left=2)
    return wire.PlayResponse(strike=strike)
