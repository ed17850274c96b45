#!/usr/bin/env bash
# Writes the pages of studies for publishing: a copy of results/ with every report (report.html, report.md, effects.csv, figures and a
# game to step through) and an index.html that links to them. Everything comes from the summaries and plans; nothing is played.
# Usage: scripts/build_pages.sh FOLDER [STUDY…]     STUDY is a folder in results/, such as tents or ladder/2 (default: all)
set -euo pipefail
folder=$(realpath -m "${1:?usage: scripts/build_pages.sh FOLDER [STUDY…]}")
shift
cd "$(dirname "$0")/.."
goldrush=${GOLDRUSH:-${CARGO_TARGET_DIR:-target}/release/goldrush}
[ -x "$goldrush" ] || cargo build --release
mkdir -p "$folder"
cp -R results/. "$folder"
for study in "${@:-.}"; do
  find "results/$study" -name summary.json.gz -printf '%h\n' | sort | while read -r run; do
    "$goldrush" report "$run" --out "$folder/${run#results/}" < /dev/null | tail -n 1
  done
done
scripts/index.py --pages "$folder"
