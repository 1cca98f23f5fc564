import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { type PlayRequest, type PlayResponse, PlayResponseSchema } from "#gen/referee/v1/play_service_pb";
import type { Bot, Turn } from "#referee";
import { Session } from "../referee/session";

/** A session in which match m1 has begun, and what it says. */
function playing(bot: Bot): { session: Session; said: PlayRequest[] } {
  const said: PlayRequest[] = [];
  const session = new Session(() => bot, "secret", { name: "test" });
  session.say = (request) => said.push(request);
  session.receive(started());
  return { session, said };
}

function started(resumed = false): PlayResponse {
  const value = { matchId: "m1", gameId: "keepers", seat: 1, resumed };
  return create(PlayResponseSchema, { response: { case: "matchStarted", value } });
}

function asked(turn: number, matchId = "m1"): PlayResponse {
  const value = { matchId, turn, optionCount: 3, defaultOption: 2, decisionLeft: { seconds: 2n, nanos: 500_000_000 } };
  return create(PlayResponseSchema, { response: { case: "turn", value } });
}

function answers(said: PlayRequest[]): [number, number | undefined][] {
  return said.map(({ request }) => {
    assert(request.case === "choice");
    return [request.value.turn, request.value.answer.value];
  });
}

/** Lets everything happen that waits for nothing. */
const settle = () => sleep(0);

const choosing = (choose: Bot["choose"]): Bot => ({ choose });

function counting(): Bot {
  let count = 0;
  return choosing(() => count++);
}

const bad: Record<string, Bot["choose"]> = {
  "it throws": () => {
    throw new Error("no idea");
  },
  "it rejects": () => Promise.reject(new Error("no idea")),
  "too large": () => 3,
  negative: () => -1,
  "no whole number": () => 0.5,
  "no number": () => Number("x"),
};
for (const [name, choose] of Object.entries(bad)) {
  test(`a bad choice gets the default: ${name}`, async () => {
    const { session, said } = playing(choosing(choose));
    session.receive(asked(1));
    await settle();
    assert.deepEqual(answers(said), [[1, 2]]);
  });
}

test("a turn that comes again is not thought about again", async () => {
  const { session, said } = playing(counting());
  for (const turn of [1, 1, 2, 2, 2, 3]) {
    session.receive(asked(turn));
    await settle();
  }
  assert.deepEqual(answers(said), [
    [1, 0],
    [1, 0],
    [2, 1],
    [2, 1],
    [2, 1],
    [3, 2],
  ]);
});

test("a bot that is behind is asked the newest turn alone", async () => {
  const turns: number[] = [];
  const thoughts: ((option: number) => void)[] = [];
  const { session, said } = playing(
    choosing(({ number }: Turn) => {
      turns.push(number);
      return new Promise((resolve) => thoughts.push(resolve));
    }),
  );
  for (const turn of [1, 1, 2, 3]) {
    session.receive(asked(turn));
    await settle();
  }
  assert.deepEqual(turns, [1]);
  thoughts.shift()?.(0);
  await settle();
  thoughts.shift()?.(1);
  await settle();
  assert.deepEqual(turns, [1, 3]);
  assert.deepEqual(answers(said), [
    [1, 0],
    [3, 1],
  ]);
});

test("an answer without a connection is given on the next one", async () => {
  const { session, said } = playing(counting());
  const { say } = session;
  session.say = () => {};
  session.receive(asked(1));
  await settle();
  session.say = say;
  session.receive(started(true));
  session.receive(asked(1));
  await settle();
  assert.deepEqual(answers(said), [[1, 0]]);
});

test("what is not known is passed over", async () => {
  const { session, said } = playing(counting());
  session.receive(create(PlayResponseSchema));
  session.receive(asked(1, "another"));
  await settle();
  assert.deepEqual(said, []);
});

test("a turn has its times", async () => {
  const { session } = playing(
    choosing((turn) => {
      assert.equal(turn.decisionLeft, 2500);
      assert.equal(turn.bankLeft, 0);
      assert(turn.deadline > performance.now());
      assert(turn.deadline <= performance.now() + 2500);
      return 0;
    }),
  );
  session.receive(asked(1));
  await settle();
});

test("start and end are called once", async () => {
  const told: string[] = [];
  const { session } = playing({
    choose: () => 0,
    start: (match) => void told.push(match.id),
    end: (ended) => void told.push(ended.reason),
  });
  const ended = create(PlayResponseSchema, {
    response: { case: "matchEnded", value: { matchId: "m1", reason: "emptied" } },
  });
  session.receive(ended);
  session.receive(ended);
  await session.endsAreTold();
  assert.deepEqual(told, ["m1", "emptied"]);
});
