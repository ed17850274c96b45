#!/usr/bin/env bash
# Measures how much the bots lose in last turns that can be solved, and writes two tables: of all bots, and of some where three tiles are
# left, which takes half an hour of CPU.
# Usage: scripts/endings.sh TABLE.csv DEEP.csv [GOLDRUSH]
set -euo pipefail
usage="usage: scripts/endings.sh TABLE.csv DEEP.csv [GOLDRUSH]"
table=${1:?$usage} deep=${2:?$usage} goldrush=${3:-${CARGO_TARGET_DIR:-target}/release/goldrush}
# endings TABLE GAME PLAYERS GAMES OPTION…
endings() {
  "$goldrush" lab endings --game "$2" --players "$3" --games "$4" "${@:5}" < /dev/null |
    sed -nE "s/^ +([a-z0-9]+) +([0-9]) +([0-9]+) +([0-9.]+)% +(.*[^ ]) *$/$2,$3,\1,\2,\3,\4,\5/p" | sed -E 's/ ± ?0\.00$//' >> "$1"
}
for file in "$table" "$deep"; do echo game,players,bot,left,turns,best,lost > "$file"; done
all=(--agent={level{1..11},best})
endings "$table" gold-rush 2 150 "${all[@]}"
for players in 3 4 5; do endings "$table" gold-rush $players 60 "${all[@]}"; done
endings "$table" carcassonne 2 60 "${all[@]}"
endings "$deep" carcassonne 2 24 --ends 300000000 --agent={level1,level4,level7,level10,heuristic,best}
