#!/usr/bin/env bash
# Runs each fuzz target for some seconds. Usage: scripts/fuzz.sh SECONDS [TARGET...]      (default: all targets)
# Prints the number of inputs tried, and fails if one is a finding, which is then in sim-cli/fuzz/artifacts. Inputs with new
# coverage stay in the target folder for the next run.
set -euo pipefail
cd "$(dirname "$0")/../sim-cli/fuzz"
seconds=${1:?usage: scripts/fuzz.sh SECONDS [TARGET...]}
shift
[ $# -gt 0 ] || set -- $(basename -s .rs fuzz_targets/*)
target=$(realpath -m "${CARGO_TARGET_DIR:-../../target}")/fuzz
# With a named host, build scripts are built without these flags.
host=$(rustc -vV | sed -n 's/^host: //p')
# The flags of cargo-fuzz without a sanitizer: edges, counters and comparisons.
llvm=(-sanitizer-coverage-level=4 -sanitizer-coverage-inline-8bit-counters -sanitizer-coverage-pc-table
  -sanitizer-coverage-trace-compares)
CARGO_TARGET_DIR=$target RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module ${llvm[*]/#/-Cllvm-args=}" \
  cargo build --release --quiet --bins --target "$host"

fuzz() {
  local corpus=$2/corpus/$1 log=$2/$1.log
  mkdir -p "$corpus" artifacts
  if "$2/$4/release/$1" -max_total_time="$3" -timeout=20 -rss_limit_mb=2048 -max_len=40000 -artifact_prefix="artifacts/$1-" \
    "$corpus" "corpus/$1" > "$log" 2>&1; then
    echo "$1: $(grep -o 'Done [0-9]* runs' "$log")"
  else
    echo "$1: a finding; the end of $log:" >&2
    tail -n 20 "$log" >&2
    return 1
  fi
}
export -f fuzz
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'fuzz "$@"' fuzz {} "$target" "$seconds" "$host"
