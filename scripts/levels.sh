#!/usr/bin/env bash
# Plays every level for people against the one below, as results/bots/levels.txt lists them, and fails if a two-player step is not
# one that people can climb: 60% to 75% of the games. level0 has only to beat random, and level1 to beat level0.
# Usage: scripts/levels.sh TABLE.csv [GAME]      all games if none is named; more than an hour on two cores
set -euo pipefail
cd "$(dirname "$0")/.."
table=${1:?usage: scripts/levels.sh TABLE.csv [GAME]} game=${2:-}
list=$(mktemp)
trap 'rm -f "$list"' EXIT
grep -v '^#' results/bots/levels.txt | grep -- "--game $game${game:+ }" > "$list"
scripts/matches.sh "$list" "$table" > /dev/null
python3 - "$table" <<'PYTHON'
import csv, sys

wrong = 0
for row in csv.DictReader(open(sys.argv[1], newline="")):
    share, low, high = (100 * float(row[name]) for name in ["win_share", "win_share_low", "win_share_high"])
    from_the_bottom = row["b"] in ("random", "level0")
    is_step = low > 50 if from_the_bottom else 60 <= share <= 75
    wanted = "does not beat it" if from_the_bottom else "not a step of 60% to 75%"
    said = "" if row["players"] != "2" or is_step else f"  {wanted}"
    wrong += said != ""
    print(f"{row['game']:<23}{row['players']} players  {row['a']:>8} beats {row['b']:<8} {share:5.1f}% ({low:.1f} to {high:.1f}){said}")
sys.exit(wrong > 0)
PYTHON
