import { Colour, type Counts, type Option, PositionSchema, type View } from "#gen/referee/games/keepers/v1/keepers_pb";
import type { Turn } from "#referee";

/** Takes the quest that prepares the most adventurers, bids one card of its focus, and sabotages if it can. */
export class KeepersBot {
  choose(turn: Turn): number {
    if (turn.match.game !== "keepers") {
      return turn.defaultOption;
    }
    const { view, options } = turn.unpack(PositionSchema);
    const worths = options.map((option) => worthOf(option, view));
    return worths.indexOf(Math.max(...worths)); // among equals the first: to pass, or to lay no more
  }
}

function worthOf({ option }: Option, view: View | undefined): number {
  switch (option.case) {
    case "quest":
      return gain(view?.seats[view.seat ?? 0]?.unprepared, view?.spaces[option.value.space - 1]?.quest ?? []);
    case "add": {
      const focus = view?.auction?.focus;
      return option.value.colour === focus && countOf(view?.bidPile, focus) === 0 ? 1 : 0;
    }
    case "sabotage":
      return 1;
    default: // pass, done
      return 0;
  }
}

/** Counts the adventurers that a quest pile would prepare. */
export function gain(unprepared: Counts | undefined, quest: readonly Colour[]): number {
  const colours = [...new Set(quest)];
  const asked = (colour: Colour) => quest.filter((one) => one === colour).length;
  return colours.reduce((sum, colour) => sum + Math.min(asked(colour), countOf(unprepared, colour)), 0);
}

function countOf(counts: Counts | undefined, colour: Colour): number {
  switch (colour) {
    case Colour.WARRIOR:
      return counts?.warrior ?? 0;
    case Colour.WIZARD:
      return counts?.wizard ?? 0;
    case Colour.ROGUE:
      return counts?.rogue ?? 0;
    case Colour.RANGER:
      return counts?.ranger ?? 0;
    default:
      return 0;
  }
}
