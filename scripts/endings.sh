#!/usr/bin/env bash
# Measures how much the bots lose in last turns that can be solved, and writes a table.
# Usage: scripts/endings.sh TABLE.csv [GOLDRUSH]
set -euo pipefail
table=${1:?usage: scripts/endings.sh TABLE.csv [GOLDRUSH]} goldrush=${2:-${CARGO_TARGET_DIR:-target}/release/goldrush}
agents=(level1 level2 level3 level4 level5 level6 level7 level8 level9 level10 level11 best)
echo game,players,bot,left,turns,best,lost > "$table"
# endings GAME PLAYERS GAMES
endings() {
  "$goldrush" lab endings --game "$1" --players "$2" --games "$3" "${agents[@]/#/--agent=}" < /dev/null |
    sed -nE "s/^ +([a-z0-9]+) +([0-9]) +([0-9]+) +([0-9.]+) +(.*[^ ]) *$/$1,$2,\1,\2,\3,\4,\5/p" | sed -E 's/ ± ?0\.00$//' >> "$table"
}
endings gold-rush 2 150
for players in 3 4 5; do endings gold-rush $players 60; done
endings carcassonne 2 60
