#!/usr/bin/env bash
# Plays a list of matches, one line of `goldrush match` options each, and appends a row for each to a table.
# Usage: scripts/matches.sh LIST TABLE.csv [GOLDRUSH]      skips lines that begin with #
set -euo pipefail
list=$1 table=$2 goldrush=${3:-${CARGO_TARGET_DIR:-target}/release/goldrush}
grep -v '^ *\(#\|$\)' "$list" | while read -r options; do
  echo "== goldrush match $options"
  # Options are words without spaces.
  # shellcheck disable=SC2086
  "$goldrush" match $options --append "$table" < /dev/null
done
