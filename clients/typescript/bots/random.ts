/** Plays any game: one option is as good as another. */
import { run, type Turn } from "#referee";

class RandomBot {
  choose(turn: Turn): number {
    return Math.floor(Math.random() * turn.optionCount);
  }
}

void run(() => new RandomBot(), { name: "random", wantsEvents: false });
