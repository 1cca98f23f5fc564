/** Plays Angirg Mariem Keepers by a simple rule, and the default option in any other game. */
import { run } from "#referee";
import { KeepersBot } from "../keepers/rule";

void run(() => new KeepersBot(), { name: "keepers", wantsEvents: false });
