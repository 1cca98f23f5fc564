"""The trials of connections: how a bot comes back, and how it ends."""

from __future__ import annotations

import grpc
from referee_client.v1 import play_service_pb2 as wire

from referee.checking.stage import Fault
from referee.checking.trial import QUIET, RESUME_TOKEN, Trial

TRIES = 1.0
"""Seconds in which a bot that was refused would have tried again."""


def lost_connection(trial: Trial) -> None:
    """Loses the connection in the middle of a Turn. It comes back and answers the same."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    talk.say(board.started())
    trial.play_turns(talk, board, 2)
    talk.say(board.turn())
    lost = trial.hear_choice(talk, board)  # and this answer gets lost
    trial.stage.close()
    trial.stage.open_again()
    talk, hello = trial.connect(RESUME_TOKEN)
    talk.say(board.started(resumed=True), board.turn(again=True))
    option = trial.hear_choice(talk, board)
    if option != lost:
        raise Fault(
            f"answered a Turn first with option {lost}, and with {option} when it came again on the next connection",
            "remember your last answer in each match beyond the connection, and repeat it",
        )
    board.answer(option)
    trial.play_turns(talk, board, 3)


def missed_end(trial: Trial) -> None:
    """Is away when a match ends. It is told when it is back, and again, and plays the next match."""
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
    """Comes into a match that an earlier process has begun. It plays on from what the view shows."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    for _ in range(3):
        board.turn()
        board.answer(0)
    talk.say(board.started(resumed=True))
    trial.play_turns(talk, board, 3)


def goodbye_for_now(trial: Trial) -> None:
    """Is told goodbye, but not for good. It comes back and plays on."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    talk.say(board.started())
    trial.play_turns(talk, board, 1)
    talk.say(_goodbye("the referee starts again", may_reconnect=True))
    talk.hang_up()
    talk, hello = trial.connect(RESUME_TOKEN)
    talk.say(board.started(resumed=True))
    trial.play_turns(talk, board, 3)


def goodbye(trial: Trial) -> None:
    """Is told goodbye. It ends by itself."""
    talk, _ = trial.connect()
    talk.say(_goodbye("there are no more matches", may_reconnect=False))
    talk.hang_up()
    if trial.stage.next_talk(QUIET) is not None:
        raise Fault("came back after a Goodbye for good", "connect again only if Goodbye.may_reconnect is true")


def refusal(trial: Trial) -> None:
    """Is refused. It ends by itself, and does not try again."""
    talk, _ = trial.connect()
    talk.refuse(grpc.StatusCode.UNAUTHENTICATED, "the token is of no bot here")
    if trial.stage.next_talk(max(QUIET, TRIES)) is not None:
        raise Fault(
            "came back after UNAUTHENTICATED",
            "connect again only after the statuses of section 7 of clients/README.md; after any other say why, and end",
        )


def sigterm(trial: Trial) -> None:
    """Gets SIGTERM. It says Leave and ends with exit code 0."""
    talk, hello = trial.connect()
    board = trial.board(hello)
    talk.say(board.started())
    trial.play_turns(talk, board, 2)
    trial.send_sigterm()
    request = talk.hear(trial.decision)
    if request is None or not request.HasField("leave"):
        raise Fault(
            "did not say Leave when it got SIGTERM",
            "on SIGTERM send Leave, close the stream and exit; a shell script starts its program with exec",
        )
    talk.hang_up()


def _goodbye(why: str, *, may_reconnect: bool) -> wire.PlayResponse:
    return wire.PlayResponse(goodbye=wire.Goodbye(why=why, may_reconnect=may_reconnect))
