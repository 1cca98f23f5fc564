/** Runs a bot: `run(() => new MyBot(), { name: "my bot" })`. */
export type { Bot, BotFactory, Options } from "./bot.js";
export { play, run } from "./run.js";
export { RefereeError, type Settings, settingsFrom } from "./settings.js";
export { Match, Turn } from "./turn.js";
