#!/usr/bin/env node
// A bot for goldrush in JavaScript: mines if it can, otherwise plays the move that scores most at once.
//
//     goldrush match --a exec:"node scripts/bots/miner.js" --b random --games 100
//
// The protocol is described in sim-cli/PROTOCOL.md. Needs Node.js and no packages.
"use strict";

// All chance comes from the seed of the game, so a game can be repeated (mulberry32).
function generator(seed) {
  let state = seed % 2 ** 32;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

let seat = 0;
let random = generator(0);

function choose(moves) {
  const worth = (move) => {
    if (move.kind === "mine") return 1000;
    const [own, others] = [move.scores[seat], move.scores.filter((_, other) => other !== seat)];
    // A tent that waits for tokens has a little value.
    return own - Math.max(...others) + (move.kind === "tent" ? 0.5 : 0);
  };
  const values = moves.map(worth);
  const best = Math.max(...values);
  const equals = moves.filter((_, at) => values[at] === best);
  return equals[Math.floor(random() * equals.length)].id;
}

function answer(line) {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return null; // not for us
  }
  switch (message?.t) {
    case "hello":
      return { t: "ready", name: "miner.js", version: "1", proto: 1, games: ["gold-rush"], send: ["scores"] };
    case "game":
      [seat, random] = [message.seat, generator(message.seed)];
      return null;
    case "decide":
      return { t: "move", n: message.n, id: choose(message.moves) };
    default:
      return null;
  }
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = answer(line);
    if (message) process.stdout.write(JSON.stringify(message) + "\n");
  });
