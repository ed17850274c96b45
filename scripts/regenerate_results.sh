#!/usr/bin/env bash
# Plays the studies of results/ again and puts their plans and summaries in place.
# Usage: scripts/regenerate_results.sh        takes about ten minutes on two cores
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
study=results/first-games
for players in 2 3 4 5; do
  "${CARGO_TARGET_DIR:-target}/release/goldrush" simulate --agents greedy --players "$players" --games 100000 --seed 1 --out "$folder/$players"
  cp "$folder/$players/run.toml" "$study/run-$players.toml"
  cp "$folder/$players/summary.json" "$study/summary-$players.json"
done
