#!/usr/bin/env bash
# Fits the chances of winning for every game and number of players, and measures how reliable they are.
# Usage: scripts/value.sh [GOLDRUSH]      writes ai/data/value.csv, which is compiled into the program, and results/chance (minutes)
set -euo pipefail
cd "$(dirname "$0")/.."
goldrush=${1:-${CARGO_TARGET_DIR:-target}/release/goldrush}
rm -f ai/data/value.csv results/chance/reliability.csv
for game in gold-rush carcassonne carcassonne+gold-mines knizia-gold; do
  for players in 2 3 4 5; do
    echo "== $game, $players players"
    picture=()
    if [ "$players" = 2 ]; then picture=(--svg "results/chance/$game.svg"); fi
    "$goldrush" lab value --game "$game" --players "$players" --games 10000 --seed 61 \
      --weights ai/data/value.csv --curve results/chance/reliability.csv "${picture[@]}"
  done
done
