#!/usr/bin/env bash
# Compares the engine with an independent referee: perft counts of new deals, and records of new games with 2 to 5
# players, under the printed rules and the variants.
# Usage: scripts/check_referee.sh GOLDRUSH REFEREE.py [SEED]
set -euo pipefail
goldrush=$1 referee=$2 seed=${3:-$(date +%s)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "referee check, seed $seed"

# Perft: six deals of two or three kinds of tiles, possibly with more copies than the box has.
kinds=$(python3 "$referee" kinds | awk '{print $1}')
for i in 1 2 3 4 5 6; do
  players=$((2 + (seed + i) % 4)) depth=$((i > 4 ? 3 : 2))
  deal=$(python3 -c "import random, sys; r = random.Random($seed * 10 + $i); print(*r.choices(sys.argv[1:], k=$depth))" $kinds)
  ours=$("$goldrush" lab perft --players "$players" --depth "$depth" --deal "$deal")
  theirs=$(python3 "$referee" perft "$players" "$depth" "$deal")
  echo "perft $players players, depth $depth, $deal: $ours"
  [ "$ours" = "$theirs" ] || { echo "the referee counts $theirs"; exit 1; }
done

# Records.
check() {
  "$goldrush" simulate "$@" --seed "$seed" --records all --out "$folder/run" > "$folder/log"
  echo -n "simulate $*: "
  python3 "$referee" verify "$folder/run/records.jsonl"
  rm -rf "$folder/run"
}
for players in 2 3 4 5; do
  check --agents random --players "$players" --games 10
  check --agents greedy --players "$players" --games 6
done
check --agents greedy,random --games 10
check --agents random --games 8 --no-farmers --tents 0 --locomotives never
check --agents random,greedy,random --games 6 --tents 2 --locomotives at-least-one
check --agents random --players 4 --games 8 --tents 3 --cowboys 7 --take-back
check --agents greedy --players 3 --games 5 --tents 2 --take-back --cowboys 1
check --agents random --games 8 --tokens 1=20,5=3 --mining-interval 3
