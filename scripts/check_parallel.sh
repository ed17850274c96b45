#!/usr/bin/env bash
# A run in parts under GNU parallel, of which one is killed and sent again, is the same as one run, byte for byte.
# Usage: scripts/check_parallel.sh GOLDRUSH
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export GOLDRUSH=$1
export parts=$folder/parts
run=(simulate --agents random --players 3 --games 160000 --records every=1000 --compress)
"$GOLDRUSH" "${run[@]}" --out "$folder/whole" > /dev/null

echo "8 parts, of which number 3 is killed"
export game="${run[*]}"
seq 0 7 | parallel '$([ {} = 3 ] && echo timeout --signal=KILL 0.3) "$GOLDRUSH" $game --threads 1 --shard {}/8 --out "$parts" > /dev/null' || true
[ "$(wc -c < "$parts/shard-00003-of-00008.partial/seats.csv")" -gt 1000 ]
if missing=$("$GOLDRUSH" merge "$parts" --out "$folder/merged"); then exit 1; fi
[ "$missing" = 3 ]

echo "sent again"
./parallel.sh 8 "$parts" "$folder/merged" "${run[@]}" | grep -E "^part|put together"
diff -r --exclude=machine.json "$folder/whole" "$folder/merged"
echo "the same bytes"
