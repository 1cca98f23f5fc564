import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { anyUnpack, type Duration } from "@bufbuild/protobuf/wkt";
import type { MatchStarted, Turn as TurnMessage } from "#gen/referee/v1/play_service_pb";

/** The facts about a match that its bots receive at the start. */
export class Match {
  readonly id: string;
  /** The id of the game, e.g. "keepers". */
  readonly game: string;
  /** The seat that this bot plays, from 0. */
  readonly seat: number;
  /** The bots' names in seat order. */
  readonly bots: readonly string[];
  /** Every option of the game with its value, as text. */
  readonly options: Readonly<Record<string, string>>;
  /** The card set as JSON; empty unless the bot wants cards, or if the referee is too old to send it. */
  readonly cardSet: string;

  /** `started` is the whole message: time control, versions, whether an earlier process played a part of the match. */
  constructor(readonly started: MatchStarted) {
    this.id = started.matchId;
    this.game = started.gameId;
    this.seat = started.seat;
    this.bots = started.seats.map((seat) => seat.bot);
    this.options = started.options;
    this.cardSet = started.cardSet;
  }
}

/** A decision that the bot is asked for. */
export class Turn {
  /** The bot may set this note; it is stored in the record with the choice: at most 1024 bytes of UTF-8. */
  note = "";
  /** Unique in the match for this bot. */
  readonly number: number;
  /** The seat that is asked, from 0. */
  readonly seat: number;
  readonly optionCount: number;
  /** The index that is played for the bot if it does not answer in time. */
  readonly defaultOption: number;
  /** Milliseconds that were left for this decision when it arrived. */
  readonly decisionLeft: number;
  /** Milliseconds that were left in the bank. */
  readonly bankLeft: number;
  /** When both are used up, by `performance.now()`. */
  readonly deadline: number;
  /** The position as text; empty unless the bot wants text. */
  readonly text: string;
  /** The options as text, in order; empty unless the bot wants text. */
  readonly optionTexts: readonly string[];

  constructor(
    readonly match: Match,
    private readonly message: TurnMessage,
  ) {
    this.number = message.turn;
    this.seat = message.seat;
    this.optionCount = message.optionCount;
    this.defaultOption = message.defaultOption;
    this.decisionLeft = milliseconds(message.decisionLeft);
    this.bankLeft = milliseconds(message.bankLeft);
    this.deadline = performance.now() + this.decisionLeft + this.bankLeft;
    this.text = message.text;
    this.optionTexts = message.optionTexts;
  }

  /** Reads the game's own Position message: `const { view, options, events } = turn.unpack(PositionSchema)`. */
  unpack<Schema extends DescMessage>(schema: Schema): MessageShape<Schema> {
    const packed = this.message.position;
    const position = packed === undefined ? undefined : anyUnpack(packed, schema);
    if (position === undefined) {
      throw new Error(`the position has the type ${packed?.typeUrl ?? "(none)"}, not ${schema.typeName}`);
    }
    return position;
  }
}

function milliseconds(duration: Duration | undefined): number {
  return duration === undefined ? 0 : Number(duration.seconds) * 1000 + duration.nanos / 1e6;
}
