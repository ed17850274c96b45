#!/usr/bin/env bash
# Plays studies of results/ again from their plans. The folder of a run has a plan.toml, whose first line names the command: writes
# run.toml with its tiles, the summary, and the pictures that are kept in the repository. Any other study has a plan.sh that writes its files.
# Usage: scripts/regenerate_results.sh [STUDY…]     STUDY is a folder in results/, such as tents or ladder/2 (default: all)
set -euo pipefail
cd "$(dirname "$0")/.."
GOLDRUSH=$(realpath -m "${GOLDRUSH:-${CARGO_TARGET_DIR:-target}/release/goldrush}")
export GOLDRUSH
[ -x "$GOLDRUSH" ] || cargo build --release
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for study in "${@:-.}"; do
  find "results/$study" -name plan.toml -o -name plan.sh | sort | while read -r plan; do
    folder=$(dirname "$plan")
    echo "== $plan"
    if [ "${plan##*.}" = sh ]; then
      bash -euo pipefail "$plan" < /dev/null
      continue
    fi
    rm -rf "$work"/run*
    read -ra command <<< "$(sed -n '1s/^# goldrush //p' "$plan")"
    "$GOLDRUSH" "${command[@]}" --plan "$plan" --out "$work/run" < /dev/null
    "$GOLDRUSH" report "$work/run"
    scripts/keep_run.py "$work/run" "$folder"
    scripts/check_results.py --goldrush "$GOLDRUSH" --record "${folder#results/}"
    for picture in "$folder"/figures/*.svg; do
      if [ -f "$picture" ]; then cp "$work/run/figures/$(basename "$picture")" "$picture"; fi
    done
  done
  times > "$work/times"
  sed -n '2s/^/   CPU of all studies so far, own and system: /p' "$work/times"
done
"$GOLDRUSH" lab results
scripts/index.py
