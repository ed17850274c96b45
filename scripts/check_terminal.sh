#!/usr/bin/env bash
# Plays `goldrush play` in a real terminal (tmux): a whole game at 80 by 24, killed and resumed on the way; then closes
# the terminal, with the signal and without, and checks that no process is left and the game is kept.
# Usage: scripts/check_terminal.sh GOLDRUSH
set -euo pipefail
goldrush=$(realpath "$1")
folder=$(mktemp -d)
cd "$folder"
terminal() { tmux -L "goldrush-check-$$" -f /dev/null "$@"; }
finish() {
  terminal kill-server 2> /dev/null || true
  kill -9 "$(cat pid)" 2> /dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
screen() { terminal capture-pane -p; }
fail() {
  echo "$1" >&2
  screen >&2 || true
  exit 1
}
# Closes the terminal; the process in it has to end.
close_terminal() {
  terminal kill-server 2> /dev/null || true
  [ ! -s pid ] || wait_until_gone "$(cat pid)"
}
# Begins a command in a fresh terminal; its process id goes to the file pid.
open_terminal() {
  close_terminal
  terminal new-session -d -x 80 -y 24 "echo \$\$ > pid; $*"
  wait_for 'Gold Rush'
}
wait_for() {
  for _ in $(seq 200); do
    if screen 2> /dev/null | grep -q "$1"; then return; fi
    sleep 0.1
  done
  fail "the screen never shows: $1"
}
# One decision: the next cell or choice, and Enter.
decide() {
  terminal send-keys Tab
  terminal send-keys Enter
  sleep 0.1
}
turns() { grep -o '"scored"' "$1" | wc -l; }
wait_until_gone() {
  for _ in $(seq 100); do
    if ! kill -0 "$1" 2> /dev/null; then return; fi
    sleep 0.1
  done
  kill -9 "$1"
  fail "the terminal was closed, but the process did not end"
}

open_terminal "exec '$goldrush' play --seed 1 --opponents level2 --no-lessons --save game.json"
for _ in $(seq 10); do decide; done
kill -9 "$(cat pid)"
[ "$(turns game.json)" -ge 4 ] || fail "nothing was kept when the process was killed"
open_terminal "exec '$goldrush' play --resume game.json"
for _ in $(seq 400); do
  if screen | grep -q 'The result'; then break; fi
  decide
done
wait_for 'The moves that mattered'
"$goldrush" replay game.json > /dev/null
echo "a whole game: played, killed, resumed, and its record is by the rules"

for signal in '' "trap '' HUP; "; do
  rm -f left.json
  open_terminal "${signal}exec '$goldrush' play --seed 2 --opponents level2 --save left.json"
  decide
  decide
  close_terminal
  [ -s left.json ] || fail "the game was not kept when the terminal was closed"
done
echo "a closed terminal: the game is kept and no process is left"
