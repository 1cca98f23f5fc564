import type { MatchEnded } from "#gen/referee/v1/play_service_pb";
import type { Match, Turn } from "./turn.js";

/** Plays one match: what it stores belongs to that match. */
export interface Bot {
  /**
   * Returns the index of an option, or a promise of it. If it throws, that is logged, and the default option is played.
   *
   * Other matches continue while it waits for something. A long computation without waiting stops them all: let a
   * worker do it.
   */
  choose(turn: Turn): number | Promise<number>;
  /** Called once, before the first turn. */
  start?(match: Match): void | Promise<void>;
  /** Called once, after the last turn. */
  end?(ended: MatchEnded): void | Promise<void>;
}

/** Makes the bot for one match. */
export type BotFactory = () => Bot;

/** What a bot wants from the referee. */
export interface Options {
  /** The bot's own name and version, for logs. */
  name?: string;
  /** Whether to fill `turn.text` and `turn.optionTexts`. Default: no. */
  wantsText?: boolean;
  /** Whether positions contain events. Default: yes. */
  wantsEvents?: boolean;
  /** Whether to fill `turn.match.cardSet`. Default: no. */
  wantsCards?: boolean;
  /** How many matches the bot can play at once; 0 for no limit. */
  maxMatches?: number;
}
