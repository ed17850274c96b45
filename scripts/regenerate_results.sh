#!/usr/bin/env bash
# Plays studies of results/ again from their plans and writes their summaries and reports. A study is a folder with a plan.toml,
# whose first line names the command. The matches of results/bots are lists for scripts/matches.sh instead.
# Usage: scripts/regenerate_results.sh [STUDY…]     STUDY is a folder in results/, such as tents or ladder/2 (default: all)
set -euo pipefail
cd "$(dirname "$0")/.."
goldrush=${GOLDRUSH:-${CARGO_TARGET_DIR:-target}/release/goldrush}
[ -x "$goldrush" ] || cargo build --release
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for study in "${@:-.}"; do
  find "results/$study" -name plan.toml | sort | while read -r plan; do
    folder=$(dirname "$plan")
    command=$(sed -n '1s/^# goldrush //p' "$plan")
    echo "== $folder: goldrush $command --plan $plan"
    rm -rf "$work/run" "$folder"/{report.html,report.md,figures}
    "$goldrush" "$command" --plan "$plan" --out "$work/run" < /dev/null
    "$goldrush" report "$work/run" --out "$folder"
    cp "$work/run/run.toml" "$folder"
    gzip -9n < "$work/run/summary.json" > "$folder/summary.json.gz"
  done
done
