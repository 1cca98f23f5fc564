/** Your first bot: change `choose`. */
import { run, type Turn } from "#referee";

/** Plays one match: what you store on `this` belongs to that match. */
class MyBot {
  /** Returns the index of an option. `turn.unpack(PositionSchema)` gives view, options and events of the game. */
  choose(turn: Turn): number {
    return Math.floor(Math.random() * turn.optionCount);
  }
}

void run(() => new MyBot(), { name: "my bot" });
