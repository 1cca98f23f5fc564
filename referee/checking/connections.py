"""The trials about connections: how a bot reconnects, and how it exits."""

from __future__ import annotations

import grpc
from referee_client.v1 import play_service_pb2 as wire

from referee.checking.stage import Fault
from referee.checking.trial import QUIET, RESUME_TOKEN, Trial

TRIES = 1.0
"""If a refused bot tries again, it does so within this number of seconds."""


def lost_connection(trial: Trial) -> None:
    """Drop the connection during a Turn. The bot must reconnect and repeat its answer."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    talk.say(board.started())
    trial.play_turns(talk, board, 2)
    talk.say(board.turn())
    lost = trial.hear_choice(talk, board)  # this answer gets lost
    trial.stage.close()
    trial.stage.open_again()
    talk, hello = trial.connect(RESUME_TOKEN)
    talk.say(board.started(resumed=True), board.turn(again=True))
    option = trial.hear_choice(talk, board)
    if option != lost:
        raise Fault(
            f"answered a Turn first with option {lost}, but with {option} when it was repeated on the next connection",
            "remember your last answer in each match even if the connection is lost, and repeat it",
        )
    board.answer(option)
    trial.play_turns(talk, board, 3)


def missed_end(trial: Trial) -> None:
    """End a match while the bot is disconnected. The bot receives the end twice, and must play the next match."""
    talk, hello = trial.connect()
    missed = trial.board(hello)
    talk.say(missed.started())
    trial.play_turns(talk, missed, 2)
    trial.stage.close()
    trial.stage.open_again()
    talk, hello = trial.connect(RESUME_TOKEN)
    board = trial.board(hello, "m2")
    talk.say(missed.ended(), missed.ended(), board.started())
    trial.play_turns(talk, board, 3)


def taken_over(trial: Trial) -> None:
    """Resume a match that an earlier process of the bot began. The bot must continue from what the view shows."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    for _ in range(3):
        board.turn()
        board.answer(0)
    talk.say(board.started(resumed=True))
    trial.play_turns(talk, board, 3)


def goodbye_for_now(trial: Trial) -> None:
    """Say goodbye, but allow reconnecting. The bot must reconnect and continue."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    talk.say(board.started())
    trial.play_turns(talk, board, 1)
    talk.say(_goodbye("the referee restarts", may_reconnect=True))
    talk.hang_up()
    talk, hello = trial.connect(RESUME_TOKEN)
    talk.say(board.started(resumed=True))
    trial.play_turns(talk, board, 3)


def goodbye(trial: Trial) -> None:
    """Say goodbye for good. The bot must exit by itself."""
    talk, _ = trial.connect()
    talk.say(_goodbye("there are no more matches", may_reconnect=False))
    talk.hang_up()
    if trial.stage.next_talk(QUIET) is not None:
        raise Fault("reconnected after a final Goodbye", "reconnect only if Goodbye.may_reconnect is true")


def refusal(trial: Trial) -> None:
    """Refuse the bot. It must exit by itself, without trying again."""
    talk, _ = trial.connect()
    talk.refuse(grpc.StatusCode.UNAUTHENTICATED, "no bot has this token")
    if trial.stage.next_talk(max(QUIET, TRIES)) is not None:
        raise Fault(
            "reconnected after UNAUTHENTICATED",
            "reconnect only after the statuses in section 7 of `referee manual wire`; after others print why and exit",
        )


def sigterm(trial: Trial) -> None:
    """Send SIGTERM to the bot. It must send Leave and exit with code 0."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    talk.say(board.started())
    trial.play_turns(talk, board, 2)
    trial.send_sigterm()
    request = talk.hear(trial.decision)
    if request is None or not request.HasField("leave"):
        raise Fault(
            "did not send Leave when it got SIGTERM",
            "on SIGTERM send Leave, close the stream and exit; a shell script must start its program with exec",
        )
    talk.hang_up()


def _goodbye(why: str, *, may_reconnect: bool) -> wire.PlayResponse:
    return wire.PlayResponse(goodbye=wire.Goodbye(why=why, may_reconnect=may_reconnect))
