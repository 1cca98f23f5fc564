import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { Colour, CountsSchema } from "#gen/referee/games/keepers/v1/keepers_pb";
import { play, settingsFrom } from "#referee";
import { gain } from "../keepers/rule";
import { backOff } from "../referee/run";

test("the waits grow and end", () => {
  assert.deepEqual([...backOff(0)], []);
  assert.deepEqual([...backOff(200)], [50, 100, 50]);
  assert.deepEqual([...backOff(6150)], [50, 100, 200, 400, 800, 1600, 2000, 1000]);
  assert.equal(
    [...backOff()].reduce((sum, wait) => sum + wait),
    30_000,
  );
});

test("the environment says where the referee is", () => {
  const everything = { REFEREE_ADDRESS: "example:1", REFEREE_TOKEN: "t", REFEREE_CA: "ca.pem" };
  assert.deepEqual(settingsFrom(everything), { address: "example:1", token: "t", ca: "ca.pem" });
  assert.deepEqual(settingsFrom({ REFEREE_ADDRESS: "a", REFEREE_CA: "" }), { address: "a", token: "" });
  assert.throws(() => settingsFrom({}), /REFEREE_ADDRESS/);
});

test("a missing file of authorities is said", async () => {
  const settings = { address: "example:1", token: "", ca: "/nowhere/ca.pem" };
  await assert.rejects(
    play(() => ({ choose: () => 0 }), {}, settings, new AbortController().signal),
    /REFEREE_CA: .*\/nowhere\/ca.pem/,
  );
});

test("the bot for Keepers counts whom a quest prepares", () => {
  const unprepared = create(CountsSchema, { warrior: 1, rogue: 2 });
  assert.equal(gain(unprepared, []), 0);
  assert.equal(gain(unprepared, [Colour.WARRIOR, Colour.ROGUE]), 2);
  assert.equal(gain(unprepared, [Colour.WARRIOR, Colour.WARRIOR, Colour.ROGUE]), 2);
  assert.equal(gain(unprepared, [Colour.WIZARD]), 0);
});
