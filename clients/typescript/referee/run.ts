import { setTimeout as sleep } from "node:timers/promises";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Client, type ClientDuplexStream, type StatusObject, status } from "@grpc/grpc-js";
import {
  type PlayRequest,
  PlayRequestSchema,
  type PlayResponse,
  PlayResponseSchema,
} from "#gen/referee/v1/play_service_pb";
import type { BotFactory, Options } from "./bot.js";
import { log, Session } from "./session.js";
import { openChannel, RefereeError, type Settings, settingsFrom } from "./settings.js";

const PATIENCE = 30_000;
const TIME_TO_LEAVE = 1_000;

// ALREADY_EXISTS: the referee may not have noticed yet that this bot's last connection is lost.
const WORTH_TRYING_AGAIN = new Set([
  status.OK,
  status.CANCELLED,
  status.UNKNOWN,
  status.ALREADY_EXISTS,
  status.INTERNAL,
  status.UNAVAILABLE,
]);

type Stream = ClientDuplexStream<PlayRequest, PlayResponse>;

/**
 * Plays every match that the referee has for this bot, and ends the process when it says goodbye, or on SIGTERM.
 *
 * The settings come from the environment: REFEREE_ADDRESS, REFEREE_TOKEN and REFEREE_CA. If the referee cannot be
 * reached, or refuses the bot, the log says why, and the exit code is 1.
 */
export async function run(newBot: BotFactory, options: Options = {}): Promise<never> {
  const stop = new AbortController();
  process.once("SIGTERM", () => stop.abort());
  process.once("SIGINT", () => stop.abort());
  try {
    await play(newBot, options, settingsFrom(process.env), stop.signal);
  } catch (problem) {
    log(problem instanceof RefereeError ? problem.message : String(problem instanceof Error ? problem.stack : problem));
    process.exit(1);
  }
  process.exit(0);
}

/** Connects, and reconnects, until the referee says a final goodbye or `stop` is raised. */
export async function play(newBot: BotFactory, options: Options, settings: Settings, stop: AbortSignal): Promise<void> {
  const client = openChannel(settings);
  const session = new Session(newBot, settings.token, options);
  let waits = backOff();
  try {
    while (!stop.aborted) {
      const { welcomed, ended } = await playOneConnection(client, session, stop);
      if (stop.aborted) {
        return;
      }
      if (session.goodbye !== undefined && !session.goodbye.mayReconnect) {
        await Promise.race([session.endsAreTold(), sleep(TIME_TO_LEAVE)]);
        return;
      }
      const how = `${status[ended.code]}: ${ended.details}`;
      if (!WORTH_TRYING_AGAIN.has(ended.code)) {
        throw new RefereeError(`the referee ended the stream with ${how}`);
      }
      if (welcomed) {
        waits = backOff();
      }
      const wait = waits.next();
      if (wait.done) {
        throw new RefereeError(
          `no connection to ${settings.address} for ${PATIENCE / 1000} seconds; last error: ${how}`,
        );
      }
      await sleep(wait.value, undefined, { signal: stop }).catch(() => {});
    }
  } finally {
    client.close();
  }
}

/** The milliseconds to wait before each further attempt: more each time, 30 seconds in total. */
export function* backOff(patience = PATIENCE): Generator<number, void> {
  for (let wait = 50; patience > 0; wait = Math.min(2 * wait, 2_000)) {
    yield Math.min(wait, patience);
    patience -= wait;
  }
}

/** Plays until the stream ends, and returns whether there was a Welcome, and how it ended. */
function playOneConnection(
  client: Client,
  session: Session,
  stop: AbortSignal,
): Promise<{ welcomed: boolean; ended: StatusObject }> {
  session.goodbye = undefined;
  const stream = openStream(client);
  let welcomed = false;
  const leave = () => {
    session.say(create(PlayRequestSchema, { request: { case: "leave", value: {} } }));
    session.say = () => {};
    stream.end();
    setTimeout(() => stream.cancel(), TIME_TO_LEAVE);
  };
  stop.addEventListener("abort", leave, { once: true });
  stream.on("data", (response: PlayResponse) => {
    welcomed ||= response.response.case === "welcome";
    session.receive(response);
    if (session.goodbye !== undefined) {
      stream.cancel();
    }
  });
  stream.on("error", () => {}); // the status says the same
  session.say = (request) => stream.write(request);
  session.say(create(PlayRequestSchema, { request: { case: "hello", value: session.hello } }));
  return new Promise((resolve) => {
    stream.on("status", (ended: StatusObject) => {
      stop.removeEventListener("abort", leave);
      session.say = () => {};
      resolve({ welcomed, ended });
    });
  });
}

function openStream(client: Client): Stream {
  return client.makeBidiStreamRequest<PlayRequest, PlayResponse>(
    "/referee.v1.PlayService/Play",
    (request) => Buffer.from(toBinary(PlayRequestSchema, request)),
    (bytes) => fromBinary(PlayResponseSchema, bytes),
  );
}
