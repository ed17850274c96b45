#!/usr/bin/env bash
# Measures decisions a second between goldrush and a bot that does nothing but answer, both on one core.
# Usage: scripts/bot_speed.sh GOLDRUSH [GAMES]
set -euo pipefail
goldrush=$1 games=${2:-500}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cat > "$folder/first.pl" << 'BOT'
$| = 1;
while (<STDIN>) {
  if (/"t":"decide"/) { print qq({"t":"move","id":0}\n) }
  elsif (/"t":"hello"/) { print qq({"t":"ready","name":"first","send":[]}\n) }
}
BOT
pin=(); if command -v taskset > /dev/null; then pin=(taskset -c 0); fi
"${pin[@]}" "$goldrush" match --a "exec:perl $folder/first.pl" --b random --games "$games" --threads 1 \
  | tee "$folder/out" | awk '$1 == "A" && $2 == "first" { ms = $3 } END { printf "%.0f decisions/s\n", 2000 / ms }'
