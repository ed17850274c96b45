#!/usr/bin/env node
// A bot for all games of goldrush in JavaScript: takes what scores most. In Gold Rush it mines if it can, and camps where most tokens lie.
//
//     goldrush match --a exec:"node scripts/bots/miner.js" --b random --games 100
//
// The protocol is described in sim-cli/PROTOCOL.md. Needs Node.js and no packages.
"use strict";

const games = ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"];
const ready = { t: "ready", name: "miner.js", version: "2", proto: 2, games, send: ["features", "scores"] };
let seat = 0;

// Tokens that lie on the mountain of a segment.
function tokens(features, { x, y, segment }) {
  const here = (at) => at.x === x && at.y === y && at.segment === segment;
  return features.find((feature) => feature.segments.some(here))?.gold ?? 0;
}

function value(move, features) {
  if (move.kind === "mine") return 1000;
  const others = move.scores.filter((_, other) => other !== seat);
  // A tent scores nothing yet; it waits for tokens.
  return move.scores[seat] - Math.max(...others) + (move.kind === "tent" ? tokens(features, move) / 2 : 0);
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  let message = null;
  try { message = JSON.parse(line); } catch { /* not for us */ }
  if (message?.t === "game") seat = message.seat;
  if (message?.t === "hello") console.log(JSON.stringify(ready));
  if (message?.t !== "decide") return;
  const values = message.moves.map((move) => value(move, message.features));
  console.log(JSON.stringify({ t: "move", n: message.n, id: values.indexOf(Math.max(...values)) }));
});
