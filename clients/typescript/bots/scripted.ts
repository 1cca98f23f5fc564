/** Follows instructions in the text of a Turn, to test the library from inside (tests/languages lists them). */
import { setTimeout as sleep } from "node:timers/promises";
import { PositionSchema } from "#gen/referee/games/keepers/v1/keepers_pb";
import { run, type Turn } from "#referee";

class ScriptedBot {
  private asked = 0;

  async choose(turn: Turn): Promise<number> {
    const before = this.asked++;
    const [command, first, ...more] = turn.text.split(" ");
    switch (command) {
      case "choose":
        return Number(first);
      case "note":
        turn.note = more.join(" ");
        return Number(first);
      case "count":
        return before;
      case "wait":
        await sleep(Number(first));
        return Number(more[0]);
      case "fail":
        throw new Error("told to fail");
      case "cards":
        turn.note = turn.match.cardSet;
        return 0;
      case "tell":
        turn.note = tell(turn);
        return 0;
      default:
        return turn.defaultOption;
    }
  }
}

function tell(turn: Turn): string {
  const { match } = turn;
  const { options, events } = turn.unpack(PositionSchema);
  return [
    match.game,
    match.seat,
    match.bots.length,
    match.options.max_rounds,
    turn.optionCount,
    turn.defaultOption,
    turn.decisionLeft,
    turn.bankLeft,
    turn.optionTexts.join("|"),
    options.length,
    events.length,
  ].join(" ");
}

void run(() => new ScriptedBot(), {
  name: "scripted TypeScript",
  wantsText: true,
  wantsCards: true,
  maxMatches: 3,
});
