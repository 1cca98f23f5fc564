"""What every trial needs: a connected bot, a match to play with it, and checks of its messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee_client.v1 import play_service_pb2 as wire

from referee.checking.stage import TOKEN, Fault, Stage, Talk
from referee.checking.trial_match import TrialMatch
from referee.counts import counted
from referee.kernel.defaulting import LONGEST_REASON, SAYS_DEFAULT
from referee.kernel.game import find_game
from referee.server.match import messages
from referee.version import referee_version

QUIET = 0.3
"""For how many seconds a bot that was not asked is watched: it must not send anything."""

RESUME_TOKEN = "the resume token of this check"  # noqa: S105 - it opens nothing


@dataclass(frozen=True)
class Trial:
    """The tools of a trial.

    Attributes:
        stage: The server.
        game: The game to play.
        startup: Seconds that the bot has to connect.
        decision: Seconds that the bot has for a decision.
        send_sigterm: Sends SIGTERM to the bot process.
    """

    stage: Stage
    game: str
    startup: float
    decision: float
    send_sigterm: Callable[[], None]

    def connect(self, resume_token: str = "") -> tuple[Talk, wire.Hello]:
        """Wait for the bot, check its Hello, and welcome it."""
        talk = self.stage.next_talk(self.startup)
        if talk is None:
            raise self._missing(again=bool(resume_token))
        request = talk.hear(self.startup)
        if request is None or not request.HasField("hello"):
            raise Fault("did not say Hello", "send a Hello as the first request of every stream")
        check_hello(request.hello, resume_token)
        welcome = wire.Welcome(
            resume_token=RESUME_TOKEN,
            bot="bot",
            max_request_bytes=65536,
            max_unasked_requests=64,
            max_matches=16,
            referee_version=referee_version(),
            features=[word for word in messages.FEATURES if word != "updates"],  # it has no rivals to watch
        )
        talk.say(wire.PlayResponse(welcome=welcome))
        return talk, request.hello

    def _missing(self, *, again: bool) -> Fault:
        hint = "open PlayService.Play at the address in REFEREE_ADDRESS (here a unix socket)"
        if again:
            hint += ", and again after a lost connection"
        if self.stage.given_up:
            return Fault(f"ended instead of connecting{' again' if again else ''}", hint)
        return Fault(f"did not connect within {counted(self.startup, 'second')}", hint)

    def board(self, hello: wire.Hello, match_id: str = "m1") -> TrialMatch:
        """A match with the fewest seats that the game allows."""
        return TrialMatch(self.game, match_id, find_game(self.game).seats[0], hello=hello, decision=self.decision)

    def hear_choice(self, talk: Talk, board: TrialMatch, count: int | None = None, *, late: int | None = None) -> int:
        """Wait for the answer to the open Turn, and check it. An answer to the turn `late` may arrive before it."""
        request = talk.hear(self.decision)
        if request is not None and late is not None and request.choice.turn == late:
            request = talk.hear(self.decision)
        if talk.ended:
            raise Fault("ended the stream during a Turn", "keep the stream open until the referee says Goodbye")
        if request is None:
            waited = counted(self.decision, "second")
            raise Fault(
                f"did not answer turn {board.number} of match {board.match_id} within {waited}",
                "answer every Turn with one Choice; --decision allows more time here",
            )
        return check_choice(request, board, board.option_count if count is None else count)

    def play_turns(self, talk: Talk, board: TrialMatch, turns: int) -> None:
        """Play up to `turns` turns, or until the match is over."""
        for _ in range(turns):
            if board.over:
                return
            talk.say(board.turn())
            board.answer(self.hear_choice(talk, board))


def check_hello(hello: wire.Hello, resume_token: str) -> None:
    """Raise a `Fault` for a Hello that a referee would refuse."""
    if hello.token != TOKEN:
        raise Fault("sent a wrong token", "put the value of REFEREE_TOKEN into Hello.token")
    if hello.protocol_version != 1:
        raise Fault(f"speaks version {hello.protocol_version} of the protocol", "set Hello.protocol_version to 1")
    if resume_token and hello.resume_token != resume_token:
        raise Fault(
            "reconnected without its resume token",
            "keep Welcome.resume_token and send it as Hello.resume_token after a lost connection",
        )


def check_choice(request: wire.PlayRequest, board: TrialMatch, count: int) -> int:
    """The chosen option. Raises a `Fault` if the request does not answer the open Turn."""
    kind = request.WhichOneof("request")
    if kind != "choice":
        raise Fault(f"answered a Turn with {kind or 'an empty request'}", "answer a Turn with a Choice")
    choice = request.choice
    if choice.match_id != board.match_id:
        raise Fault(
            f"answered match {choice.match_id!r}, but match {board.match_id!r} asked", "copy match_id from the Turn"
        )
    if choice.turn != board.number:
        raise Fault(f"answered turn {choice.turn}, but turn {board.number} is open", "copy turn from the Turn")
    if choice.option >= count:
        raise Fault(f"chose option {choice.option} of {count}", "an option is an index from 0 to Turn.option_count - 1")
    if not choice.HasField("option"):
        raise Fault("sent a Choice without an option", "set Choice.option, even if it is 0")
    if len(choice.note) > 1024:
        raise Fault("wrote a note of more than 1024 bytes", "keep Choice.note short")
    note = choice.note.decode(errors="replace")
    if note.startswith(SAYS_DEFAULT):
        board.defaults.append(note.removeprefix(SAYS_DEFAULT)[:LONGEST_REASON])
    return choice.option


def expect_silence(talk: Talk, after: str) -> None:
    """Raise a `Fault` if the bot sends a message without being asked."""
    request = talk.hear(QUIET)
    if request is not None:
        kind = request.WhichOneof("request") or "an empty request"
        raise Fault(f"sent {kind} {after}", "send nothing but one Choice for each Turn")
