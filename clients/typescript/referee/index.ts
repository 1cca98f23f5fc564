/** All that a bot needs beside its own idea: `run(() => new MyBot(), { name: "my bot" })`. */
export type { Bot, BotFactory, Options } from "./bot";
export { play, run } from "./run";
export { RefereeError, type Settings, settingsFrom } from "./settings";
export { Match, Turn } from "./turn";
