/** Plays any game by choosing options at random. */
import { run, type Turn } from "#referee";

class RandomBot {
  choose(turn: Turn): number {
    return Math.floor(Math.random() * turn.optionCount);
  }
}

void run(() => new RandomBot(), { name: "random", wantsEvents: false });
