"""However a referee loses connections and repeats itself, a bot decides each turn once and never changes an answer."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from referee_client import Session, Turn
from referee_client.v1 import play_service_pb2 as wire

from tests.clients import messages

MATCHES = ("m1", "m2", "m3")
steps = st.lists(st.tuples(st.sampled_from(MATCHES), st.sampled_from(["next", "again", "lost"])), max_size=60)


class Counting:
    """Chooses another option each time it is asked."""

    asked = 0

    def choose(self, turn: Turn) -> int:
        Counting.asked += 1
        return Counting.asked % turn.option_count


@given(steps)
def test_a_turn_is_decided_once_and_answered_the_same(script: list[tuple[str, str]]) -> None:
    session = Session(Counting)
    asked_before = Counting.asked
    numbers = dict.fromkeys(MATCHES, 0)
    answers: dict[tuple[str, int], wire.PlayRequest] = {}
    for match_id in MATCHES:
        session.receive(messages.match_started(match_id))
    for match_id, what in script:
        if what == "lost":
            session.hello()
            session.receive(messages.welcome())
            for running in MATCHES:
                session.receive(messages.match_started(running, resumed=True))
        if what == "next" or not numbers[match_id]:
            numbers[match_id] += 1
        (answer,) = session.receive(messages.turn(match_id, numbers[match_id], spaces=255))
        assert (answer.choice.match_id, answer.choice.turn) == (match_id, numbers[match_id])
        assert answers.setdefault((match_id, numbers[match_id]), answer) == answer
    assert Counting.asked - asked_before == len(answers)
