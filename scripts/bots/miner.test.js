// Tests of miner.js: they start it as goldrush does. node --test runs them.
"use strict";

const assert = require("node:assert");
const { spawnSync } = require("node:child_process");
const path = require("node:path");
const test = require("node:test");

const BOT = path.join(__dirname, "miner.js");
const GAME = { t: "game", game: "gold-rush", seat: 0, players: 2, seed: 7 };

// The message that asks for one of these moves.
function decision(features, ...moves) {
  return { t: "decide", n: 0, phase: "act", count: moves.length, features, moves: moves.map((move, id) => ({ id, ...move })) };
}

// Sends messages, or other lines, to the bot; returns its answers.
function answers(...messages) {
  const lines = messages.map((message) => (typeof message === "string" ? message : JSON.stringify(message)) + "\n");
  const ran = spawnSync(process.execPath, [BOT], { input: lines.join(""), encoding: "utf8", timeout: 60000 });
  assert.strictEqual(ran.status, 0, ran.stderr);
  return ran.stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

test("introduces itself", () => {
  const [ready] = answers({ t: "hello", proto: 2 });
  assert.strictEqual(ready.t, "ready");
  assert.ok(ready.games.includes("knizia-gold"));
});

test("takes the move with the best lead", () => {
  const asked = decision([], { kind: "none", scores: [3, 5] }, { kind: "none", scores: [6, 5] });
  assert.deepStrictEqual(answers(GAME, asked), [{ t: "move", n: 0, id: 1 }]);
});

test("takes the card with the best expected lead", () => {
  const asked = decision(undefined, { kind: "flip", at: "a1", scores: [0.5, 0.25] }, { kind: "flip", at: "b1", scores: [2, 0] });
  assert.strictEqual(answers(GAME, asked)[0].id, 1);
});

test("mines if it can", () => {
  const asked = decision([], { kind: "none", scores: [60, 5] }, { kind: "mine", scores: [6, 5] });
  assert.strictEqual(answers(GAME, asked)[0].id, 1);
});

test("camps where most tokens lie", () => {
  const features = [{ gold: 3, segments: [{ x: 0, y: 0, segment: "mountain" }] }];
  const tent = { kind: "tent", scores: [0, 0], x: 0, y: 0, segment: "mountain" };
  assert.strictEqual(answers(GAME, decision(features, { kind: "none", scores: [1, 0] }, tent))[0].id, 1);
});

test("ignores what it does not know", () => {
  assert.deepStrictEqual(answers("]no JSON", "[1]", "3", { t: "news" }), []);
});
