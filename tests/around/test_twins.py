"""Twins of whole matches that differ only in hidden things: everyone receives the same bytes.

The rules' own twins (`tests/games/battery`) compare what a seat sees at a moment. These compare everything that leaves
the referee from Welcome to Goodbye, to everyone connected, over real gRPC.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from functools import cache
from itertools import zip_longest
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from referee_client.v1 import play_service_pb2 as play

from referee import hosting
from referee.errors import NoOtherWorld
from referee.kernel.chance import SALT_BYTES, commitment, seed_from
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.match import Match, start
from referee.kernel.record import Record, SeatEnd
from referee.kernel.seats import Seat
from referee.kernel.secret import Secret
from referee.server.bots.sandbox import find_sandbox, is_forgetful
from tests.around.listening import Heard, choice, listen, veiled
from tests.support.tournaments import a_plan
from tournament.engines.engine import Setting
from tournament.engines.local import open_local_engine
from tournament.plan.draw import job_of
from tournament.schedule.slots import Slot

TIME = TimeControl(decision_ms=60_000, bank_ms=60_000, startup_ms=60_000)
GAMES = {
    "keepers": (("a", "b"), {"max_rounds": 2}),
    "inns": (("a", "b", "c"), {}),
    "lootroll": (("a", "b"), {}),
    "inventory": (("a", "b"), {}),
    "brick": (("a", "b"), {}),
}
BESIDE = MatchJob(
    match_id="0" * 24,
    game_id="keepers",
    bots=("x", "y"),
    seed=seed_from(1),
    salt=bytes(SALT_BYTES),
    options={"max_rounds": 2},
    time_control=TIME,
)


def a_job(game: str, secret: Secret, slot: Slot) -> MatchJob:
    """The match of a slot as a tournament would play it."""
    bots, options = GAMES[game]
    plan = a_plan(" ".join(f"{bot}=first" for bot in "abc"), seats=len(bots))
    plan = msgspec.structs.replace(
        plan, tournament=msgspec.structs.replace(plan.tournament, game=game), options=options
    )
    return msgspec.structs.replace(job_of(slot, plan, secret), time_control=TIME)


def a_slot(game: str, deal: int = 1, table: int = 1, rotation: int = 0, number: int = 0) -> Slot:
    """A slot in which the same bots sit in the same seats, whatever it is."""
    block = f"d{deal:03}-t{table:03}"
    return Slot(
        number=number,
        match=f"{block}-r{rotation}",
        block=block,
        table=table,
        deal=deal,
        rotation=rotation,
        bots=GAMES[game][0],
    )


needs_sandbox = pytest.mark.skipif(not is_forgetful(find_sandbox()), reason="there is no sandbox that forgets")
ONE, OTHER = Secret.from_number(1), Secret(bytes(range(32)))


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], dict[str, Heard]]:
    """What is heard of a game's first match, which has many twins and is listened to once."""
    return cache(lambda game: listen(tmp_path_factory.mktemp(game), a_job(game, ONE, a_slot(game)), BESIDE))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "twin",
    [
        pytest.param({"rotation": 1}, id="another rotation"),
        pytest.param({"deal": 217, "table": 35, "number": 1900}, id="another deal and table"),
        pytest.param({"deal": 1000, "secret": OTHER}, id="another tournament"),
    ],
)
def test_matches_with_the_same_cards_can_not_be_told_apart(
    tmp_path: Path, first: Callable[[str], dict[str, Heard]], game: str, twin: dict[str, int | Secret]
) -> None:
    """Only deal, table, rotation, number and secret differ: nobody hears of them, nor that the cards are equal."""
    job = a_job(game, ONE, a_slot(game))
    secret = twin.get("secret", ONE)
    assert isinstance(secret, Secret)
    numbers = {name: value for name, value in twin.items() if isinstance(value, int)}
    other = msgspec.structs.replace(a_job(game, secret, a_slot(game, **numbers)), seed=job.seed)
    heard, heard_of_other = first(game), listen(tmp_path, other, BESIDE)
    assert heard.keys() == heard_of_other.keys() >= {"a", "b", "x", "y", "spectator", "organiser", "snoop"}
    for who in heard:
        compare(who, heard[who].lines, heard_of_other[who].lines)
        assert len(heard[who].lines) >= 7
    check_what_is_opaque(job, heard)
    check_what_is_opaque(other, heard_of_other)
    assert job.match_id != other.match_id
    assert committed(job) != committed(other), "or it would tell that the cards are equal"


@pytest.mark.parametrize("game", GAMES)
def test_other_cards_change_nothing_but_what_the_rules_show(
    tmp_path: Path, first: Callable[[str], dict[str, Heard]], game: str
) -> None:
    """Another secret and so other cards. What the rules show is taken out, after it was found to be just that."""
    jobs = [a_job(game, secret, a_slot(game, deal=deal)) for secret, deal in ((ONE, 1), (OTHER, 9))]
    every = [first(game), listen(tmp_path, jobs[1], BESIDE)]
    for job, heard in zip(jobs, every, strict=True):
        told = rules_alone(job)
        for seat, bot in enumerate(job.bots):
            assert sights(heard[bot]) == told[seat]
    for bot in jobs[0].bots:
        one, other = (without_the_game(heard[bot]) for heard in every)
        assert one["before"] == other["before"], "Welcome and MatchStarted"
        assert one["after"] == other["after"], "MatchEnded and Goodbye"
        short = min(len(one["turns"]), len(other["turns"]))
        assert short > 0
        assert one["turns"][:short] == other["turns"][:short]
    for who in BESIDE.bots:
        compare(who, every[0][who].lines, every[1][who].lines)
    compare("snoop", every[0]["snoop"].lines, every[1]["snoop"].lines)
    for who in ("spectator", "organiser"):
        before = [[line for line in heard[who].lines if line[0] != "step"][:7] for heard in every]
        compare(who, *before)


class OtherWorld(MatchJob, frozen=True):
    """A job whose match is dealt again for all but one seat, as the rules' own twins are."""

    seat: int
    world: int

    def start(self) -> Match:
        dealt = start(self.game_id, seats=len(self.bots), seed=self.seed, options=self.options, cards=self.cards)
        return dealt.redeal(Seat(self.seat), self.world)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), world=st.integers(0, 10**6), data=st.data())
def test_other_hands_of_the_others_are_told_to_nobody(
    tmp_path: Path, game: str, seed: int, world: int, data: st.DataObject
) -> None:
    """As long as the rules show a seat the same in two worlds, every byte of its stream is the same."""
    job = msgspec.structs.replace(a_job(game, ONE, a_slot(game)), seed=seed_from(seed))
    seat = data.draw(st.sampled_from(sorted(job.start().asked)))
    twin = OtherWorld(**{name: getattr(job, name) for name in job.__struct_fields__}, seat=seat, world=world)
    try:
        twin.start()
    except NoOtherWorld:
        reject()  # and not a success: there have to be some with another world
    bot = job.bots[seat]
    one, other = (listen(tmp_path, one, BESIDE, watched=False)[bot] for one in (job, twin))
    shown, shown_other = ([message.turn.position.value for message in turns(heard)] for heard in (one, other))
    same = next((i for i, pair in enumerate(zip_longest(shown, shown_other)) if pair[0] != pair[1]), len(shown))
    assert same > 0, "the first question is the same in both worlds"
    compare(bot, *(up_to_turn(heard, same) for heard in (one, other)))


def compare(who: str, one: list[tuple[str, bytes]], other: list[tuple[str, bytes]]) -> None:
    """Fails with the first difference."""
    for number, (line, line_of_other) in enumerate(zip_longest(one, other)):
        assert line == line_of_other, f"{who} can tell them apart by message {number}"


def check_what_is_opaque(job: MatchJob, heard: dict[str, Heard]) -> None:
    """What the comparison leaves out is what was derived from the secret, and nothing else."""
    for bot in job.bots:
        parts = [getattr(message, str(message.WhichOneof("response"))) for message in heard[bot].messages]
        assert {part.match_id for part in parts if hasattr(part, "match_id")} == {job.match_id}
        assert [part.seed_commitment for part in parts if hasattr(part, "seed_commitment")] == [committed(job)]


def committed(job: MatchJob) -> bytes:
    return commitment(job.seed, job.salt)


def turns(heard: Heard) -> list[play.PlayResponse]:
    return [message for message in heard.messages if message.HasField("turn")]


def sights(heard: Heard) -> list[bytes]:
    """What the seat saw after each step: with its Turns, between them, and at the end."""
    seen = [getattr(message, str(message.WhichOneof("response"))) for message in heard.messages]
    return [message.position.value for message in seen if hasattr(message, "position")]


def up_to_turn(heard: Heard, count: int) -> list[tuple[str, bytes]]:
    """The lines up to the Turn of that number, without what is sent after it."""
    numbers = [number for number, (kind, _) in enumerate(heard.lines) if kind == "turn"]
    return heard.lines[: numbers[count - 1] + 1]


def without_the_game(heard: Heard) -> dict[str, list[bytes]]:
    """The stream without what the rules decide: positions, texts, options, who is asked; places and scores."""
    parts: dict[str, list[bytes]] = {"before": [], "turns": [], "after": []}
    for message in map(veiled, heard.messages):
        if message.HasField("update"):
            assert message.update.text
            continue  # it is only what the rules show after a step
        part = "turns" if message.HasField("turn") else "after" if parts["turns"] else "before"
        if message.HasField("turn"):
            assert message.turn.option_count == len(message.turn.option_texts)
            assert message.turn.text
            for name in ("position", "text", "option_texts", "option_count", "default_option"):
                message.turn.ClearField(name)
        elif message.HasField("match_ended"):
            for result in message.match_ended.results:
                result.ClearField("place")
                result.ClearField("score")
            for name in ("reason", "position", "text"):
                message.match_ended.ClearField(name)
        parts[part].append(message.SerializeToString(deterministic=True))
    return parts


def rules_alone(job: MatchJob) -> list[list[bytes]]:
    """What the rules show to each seat after each step, with the events since its last turn, without a referee."""
    match = job.start()
    told: list[list[bytes]] = [[] for _ in job.bots]
    since = [0 for _ in job.bots]
    turns = [0 for _ in job.bots]
    while True:
        for seat in map(Seat, range(len(job.bots))):
            told[seat].append(match.position_bytes(seat, since[seat]))
        if not match.asked:
            return told
        answers = {}
        for seat, options in match.asked.items():
            since[seat] = match.event_count
            turns[seat] += 1
            answers[seat] = choice(turns[seat], len(options))
        match.answer(answers)


@pytest.mark.parametrize("sandbox", [pytest.param("require", marks=needs_sandbox), "off"])
@pytest.mark.parametrize("processes", ["kept", "fresh"])
def test_a_bot_in_its_process_can_not_tell_its_matches_apart(tmp_path: Path, processes: str, sandbox: str) -> None:
    """Four matches with the same cards: the bot's surroundings, and what it receives, are the same each time."""
    (tmp_path / "mine").mkdir()
    script = shutil.copy(Path(__file__).with_name("seeing_bot.py"), tmp_path / "mine")
    command = json.dumps([sys.executable, str(script)])
    extra = f"[[bots]]\nname = 'a'\ncommand = {command}\n[[bots]]\nname = 'b'\ncommand = {command}\n"
    plan = a_plan("", extra=extra, in_process=False, processes=processes, sandbox=sandbox)
    slots = [a_slot("keepers", **numbers) for numbers in ({}, {"rotation": 1}, {"deal": 2}, {"table": 30})]
    jobs = [msgspec.structs.replace(a_job("keepers", ONE, slot), seed=seed_from(5)) for slot in slots]

    async def play_all() -> list[list[str]]:
        async with open_local_engine(Setting(plan=plan, capacity=1), lambda _: None) as engine:
            return [notes_of(await engine.submit(job)) for job in jobs]

    first, *others = hosting.run(play_all)
    assert "environment" in first[0]
    assert "match_started" in first[0]
    if processes == "kept":  # only in its first match has it just come
        first, *others = ([json.dumps(without_arrival(note)) for note in notes] for notes in (first, *others))
    for notes in others:
        assert notes == first


def notes_of(record: Record) -> list[str]:
    assert record.end is not None
    assert record.end.ends == [SeatEnd.PLAYED, SeatEnd.PLAYED]
    return [answer.note for step in record.steps for answer in step.answers]


def without_arrival(note: str) -> dict[str, str]:
    """A note without what a bot sees when it connects, and what it receives at the end of the previous match."""
    seen = json.loads(note).items()
    return {name: digest for name, digest in seen if name.startswith(("match_started", "turn"))}
