#!/usr/bin/env bash
# Counts the instructions of a game under callgrind, as the difference between two lengths of `goldrush lab bench`.
# AGENTS may be `playouts`: random games of the engine alone.
# Usage: scripts/instructions.sh AGENTS [PLAYERS] [GAMES] [GAME]      needs valgrind; GOLDRUSH=… is the program, else the release build
set -euo pipefail
agents=$1 players=${2:-2} games=${3:-1000} game=${4:-gold-rush}
if [ "$agents" = playouts ]; then who=(--playouts); else who=(--agents "$agents"); fi
count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "${GOLDRUSH:-${CARGO_TARGET_DIR:-target}/release/goldrush}" \
    lab bench --game "$game" "${who[@]}" --players "$players" --threads 1 --games "$1" 2>&1 >/dev/null |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
short=$(count "$games") long=$(count $((2 * games)))
echo "$game, $agents, $players players: $(((long - short) / games)) instructions a game"
