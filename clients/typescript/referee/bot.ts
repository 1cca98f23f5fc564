import type { MatchEnded } from "#gen/referee/v1/play_service_pb";
import type { Match, Turn } from "./turn";

/** Plays one match: what it keeps is of that match. */
export interface Bot {
  /**
   * Returns the index of an option, or promises it. If it throws, that is logged, and the default option is played.
   *
   * Other matches go on while it waits for something. What computes for long without waiting stops them all: let a
   * worker do that.
   */
  choose(turn: Turn): number | Promise<number>;
  /** Is called once, before the first turn. */
  start?(match: Match): void | Promise<void>;
  /** Is called once, after the last turn. */
  end?(ended: MatchEnded): void | Promise<void>;
}

/** Makes the bot of one match. */
export type BotFactory = () => Bot;

/** What the referee shall do for a bot. */
export interface Options {
  /** The bot's own name and version, for logs. */
  name?: string;
  /** Whether `turn.text` and `turn.optionTexts` are to be filled; they are not, if this is left out. */
  wantsText?: boolean;
  /** Whether positions are to hold events; they do, if this is left out. */
  wantsEvents?: boolean;
  /** Whether `turn.match.cardSet` is to be filled; it is not, if this is left out. */
  wantsCards?: boolean;
  /** How many matches the bot can play at once; 0 for no limit. */
  maxMatches?: number;
}
