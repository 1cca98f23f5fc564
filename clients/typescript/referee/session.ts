import { create } from "@bufbuild/protobuf";
import {
  type Choice,
  ChoiceSchema,
  type Goodbye,
  type Hello,
  HelloSchema,
  type MatchEnded,
  type MatchStarted,
  type PlayRequest,
  PlayRequestSchema,
  type PlayResponse,
  type Strike,
  type Turn as TurnMessage,
} from "#gen/referee/v1/play_service_pb";
import type { Bot, BotFactory, Options } from "./bot.js";
import { Match, Turn } from "./turn.js";

const PROTOCOL_VERSION = 1;
const utf8 = new TextEncoder();

/** Sends a session's requests: without a connection they are lost. */
export type Say = (request: PlayRequest) => void;

export function log(words: string): void {
  console.error(`referee: ${words}`);
}

/** One match of this bot, with its last answer in case the Turn comes again. */
class Seat {
  /** The number of the newest Turn. */
  asked = 0;
  answer: Choice | undefined;
  /** The queue of the bot's tasks, done one after the other. */
  private doing: Promise<void> = Promise.resolve();

  constructor(
    readonly match: Match,
    readonly bot: Bot,
  ) {}

  /** Adds a task for the bot, and logs what goes wrong in it. */
  enqueue(what: string, act: () => void | Promise<void>): Promise<void> {
    this.doing = this.doing.then(act).catch((problem: unknown) => {
      const words = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
      log(`match ${this.match.id}, ${what}: ${words}`);
    });
    return this.doing;
  }
}

/** Plays any number of matches, over any number of consecutive connections. */
export class Session {
  readonly hello: Hello;
  /** The Goodbye with which the referee closed the last connection. */
  goodbye: Goodbye | undefined;
  say: Say = () => {};
  private readonly seats = new Map<string, Seat>();
  private readonly ends = new Set<Promise<void>>();

  constructor(
    private readonly newBot: BotFactory,
    token: string,
    options: Options,
  ) {
    this.hello = create(HelloSchema, {
      token,
      software: options.name ?? "",
      protocolVersion: PROTOCOL_VERSION,
      wantsText: options.wantsText ?? false,
      wantsEvents: options.wantsEvents ?? true,
      wantsCards: options.wantsCards ?? false,
      maxMatches: options.maxMatches ?? 0,
    });
  }

  /** Handles a message of the referee. It ignores messages that it does not know. */
  receive({ response }: PlayResponse): void {
    switch (response.case) {
      case "turn":
        this.takeTurn(response.value);
        break;
      case "matchStarted":
        this.start(response.value);
        break;
      case "matchEnded":
        this.end(response.value);
        break;
      case "strike":
        warn(response.value);
        break;
      case "welcome":
        this.hello.resumeToken = response.value.resumeToken;
        break;
      case "goodbye":
        this.goodbye = response.value;
        break;
    }
  }

  /** Resolves when every bot knows the end of its match. */
  async endsAreTold(): Promise<void> {
    await Promise.all(this.ends);
  }

  /** Makes the bot for a match, unless the match only continues after a lost connection. */
  private start(started: MatchStarted): void {
    if (started.resumed && this.seats.has(started.matchId)) {
      return;
    }
    const seat = new Seat(new Match(started), this.newBot());
    this.seats.set(started.matchId, seat);
    if (seat.bot.start !== undefined) {
      void seat.enqueue("start", () => seat.bot.start?.(seat.match));
    }
  }

  private takeTurn(message: TurnMessage): void {
    const seat = this.seats.get(message.matchId);
    if (seat === undefined) {
      log(`the referee asks about match ${message.matchId}, which it never started`);
    } else if (seat.asked !== message.turn) {
      seat.asked = message.turn;
      const turn = new Turn(seat.match, message);
      void seat.enqueue(`turn ${turn.number}`, () => this.think(seat, turn));
    } else if (seat.answer?.turn === message.turn) {
      this.say(asRequest(seat.answer));
    } // else the bot is already thinking, and will answer
  }

  /** Asks the bot, unless a newer Turn came while it was still thinking about an older one. */
  private async think(seat: Seat, turn: Turn): Promise<void> {
    if (seat.asked !== turn.number) {
      return;
    }
    let option = turn.defaultOption;
    try {
      option = checked(await seat.bot.choose(turn), turn);
    } catch (problem) {
      const words = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
      log(`match ${turn.match.id}, turn ${turn.number}: the default option is played: ${words}`);
    }
    seat.answer = create(ChoiceSchema, {
      matchId: turn.match.id,
      turn: turn.number,
      answer: { case: "option", value: option },
      note: utf8.encode(turn.note),
    });
    this.say(asRequest(seat.answer));
  }

  private end(ended: MatchEnded): void {
    const seat = this.seats.get(ended.matchId);
    if (seat === undefined) {
      return; // it may come twice
    }
    this.seats.delete(ended.matchId);
    seat.asked = 0;
    if (seat.bot.end !== undefined) {
      const told = seat.enqueue("end", () => seat.bot.end?.(ended));
      this.ends.add(told);
      void told.then(() => this.ends.delete(told));
    }
  }
}

function checked(option: number, turn: Turn): number {
  if (!Number.isInteger(option) || option < 0 || option >= turn.optionCount) {
    throw new RangeError(`chose option ${option}, but there are ${turn.optionCount}, numbered from 0`);
  }
  return option;
}

function asRequest(choice: Choice): PlayRequest {
  return create(PlayRequestSchema, { request: { case: "choice", value: choice } });
}

function warn(strike: Strike): void {
  const left = strike.strikesLeft === undefined ? "" : `, strikes left: ${strike.strikesLeft}`;
  const cost = strike.counted ? "counted" : "not counted";
  log(`strike in match ${strike.matchId}, turn ${strike.turn}: ${strike.why} (${cost}${left})`);
}
