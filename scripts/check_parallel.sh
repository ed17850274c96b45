#!/usr/bin/env bash
# A run in parts under GNU parallel, of which one is killed and sent again, is the same as one run, byte for byte.
# Usage: scripts/check_parallel.sh GOLDRUSH
set -euo pipefail
GOLDRUSH=$(realpath "$1")
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
parts=$folder/parts
run=(simulate --agents random --players 3 --games 160000 --records every=1000 --compress)
"$GOLDRUSH" "${run[@]}" --out "$folder/whole" > /dev/null

# Number 3 is killed when some of it is written.
part() {
  # shellcheck disable=SC2086
  "$GOLDRUSH" $options --threads 1 --shard "$1/8" --out "$parts" > /dev/null &
  if [ "$1" = 3 ]; then
    until find "$parts/shard-00003-of-00008.partial" -name seats.csv -size +100k | grep -q .; do sleep 0.02; done
    kill -KILL $!
  fi 2> /dev/null
  wait $!
}
export -f part
export GOLDRUSH parts options="${run[*]}" SHELL=$BASH
echo "8 parts, of which number 3 is killed"
seq 0 7 | parallel part 2> /dev/null || true
if missing=$("$GOLDRUSH" merge "$parts" --out "$folder/merged"); then exit 1; fi
echo "missing: $missing"
[ "$missing" = 3 ]

echo "sent again"
./parallel.sh 8 "$parts" "$folder/merged" "${run[@]}" | grep -E "^part|put together"
diff -r --exclude=machine.json --exclude=times.jsonl "$folder/whole" "$folder/merged"
echo "the same bytes"
