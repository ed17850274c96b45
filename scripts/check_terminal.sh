#!/usr/bin/env bash
# Plays in a real terminal (tmux), by keys alone: from `goldrush` to the first tile; a whole game of each kind, killed and
# resumed at ten moments; text-only terminals; and terminals that are closed, after which no process may be left and the
# game must be saved.
# Usage: scripts/check_terminal.sh GOLDRUSH      GAMES=carcassonne,knizia-gold … plays whole games of these alone
set -euo pipefail
goldrush=$(realpath "$1")
GAMES=${GAMES:-gold-rush,carcassonne,carcassonne+gold-mines,knizia-gold}
folder=$(mktemp -d)
cd "$folder"
export XDG_DATA_HOME=$folder/data
# The same moments in every run.
RANDOM=7
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
# Closes the terminal; its process must end.
close_terminal() {
  terminal kill-server 2> /dev/null || true
  [ ! -s pid ] || wait_until_gone "$(cat pid)"
}
# Starts a command in a new terminal, 80 by 24 unless set; writes its process id to the file pid.
open_terminal() {
  close_terminal
  # The last server may not have ended yet.
  until terminal new-session -d -x "${columns:-80}" -y "${rows:-24}" "echo \$\$ > pid; $*" 2> /dev/null; do sleep 0.1; done
}
# Waits for a text on the screen, half a minute unless given in seconds.
wait_for() {
  for _ in $(seq "${2:-30}0"); do
    if screen 2> /dev/null | grep -q "$1"; then return; fi
    sleep 0.1
  done
  fail "the screen never shows: $1"
}
# Makes one decision: the next place or choice, and Enter.
decide() {
  terminal send-keys Tab
  terminal send-keys Enter
  sleep 0.1
}
# Counts the saved moves of a game.
kept() { { grep -oE '"scored"|"flipped"' "$1" || true; } | wc -l; }
wait_until_gone() {
  for _ in $(seq 100); do
    if ! kill -0 "$1" 2> /dev/null; then return; fi
    sleep 0.1
  done
  kill -9 "$1"
  fail "the process did not end when the terminal was closed"
}

open_terminal "exec '$goldrush'"
wait_for 'Watch two bots'
wait_for 'goldrush play'
terminal send-keys Enter
wait_for 'Begin deals a game'
terminal send-keys Escape
wait_for 'Watch two bots'
terminal send-keys Enter
wait_for 'Begin deals a game'
terminal send-keys Enter
wait_for 'your turn: lay the tile'
terminal send-keys Enter
wait_for 'Cowboy, tent, mine or'
[ -n "$(ls data/goldrush)" ] || fail "the game is not saved in the user's folder"
echo "from goldrush alone to the first tile: three keys"

# Plays a game in a window, killing and resuming it.
whole() {
  local game=$1 kills=0 left=0 before now
  rm -f game.json
  open_terminal "exec '$goldrush' play --game '$game' --seed 2 --opponents level2 --no-lessons --pace 0 --save game.json"
  wait_for ' turn '
  for _ in $(seq 900); do
    if screen | grep -qE 'The result|the game is over'; then break; fi
    if [ "$kills" -lt 10 ] && [ "$left" -le 0 ]; then
      before=$(kept game.json)
      kill -9 "$(cat pid)"
      open_terminal "exec '$goldrush' play --resume game.json --pace 0"
      wait_for ' turn '
      now=$(kept game.json)
      [ "$now" -ge "$before" ] || fail "$game: $before moves were saved before it was killed, $now after"
      kills=$((kills + 1))
      left=$((1 + RANDOM % 7))
    fi
    decide
    left=$((left - 1))
  done
  # A late key may have closed it.
  sleep 0.5
  screen | grep -q 'The result' || terminal send-keys f
  wait_for 'The result'
  # The whole board fits a larger screen, once it is drawn again; on the smallest it depends on the game.
  terminal send-keys x
  terminal send-keys 0
  if [ "$rows" -gt 24 ]; then
    for _ in $(seq 50); do
      if ! screen | grep -q 'does not fit'; then break; fi
      sleep 0.1
    done
    if screen | grep -q 'does not fit'; then fail "$game: the board does not fit $columns by $rows characters"; fi
  fi
  terminal send-keys r
  wait_for 'turn [12] '
  [ "$kills" = 10 ] || fail "$game ended after it was killed only $kills times"
  "$goldrush" replay game.json > /dev/null
  echo "$game at ${columns}x$rows: a whole game, killed and resumed $kills times; its record follows the rules; played again by one key"
}
for game in ${GAMES//,/ }; do
  case $game in
    carcassonne) columns=100 rows=30 ;;
    carcassonne+gold-mines) columns=200 rows=60 ;;
    *) columns=80 rows=24 ;;
  esac
  whole "$game"
done
columns=80 rows=24

# A finished game is stepped through, and played on from a mistake; its file stays as it was.
{ yes 1 || true; } | "$goldrush" play --plain --seed 7 --opponents level3 --save finished.json > /dev/null
cp finished.json kept.json
open_terminal "exec '$goldrush' play --resume finished.json --pace 0"
# Mistakes are looked for meanwhile.
wait_for 'Turn [0-9]*, You: ' 180
terminal send-keys m
wait_for 'stepping through the game'
terminal send-keys b
wait_for 'played again'
terminal send-keys Enter
sleep 0.5
terminal send-keys Enter
wait_for '^ Turn [0-9]*, You: '
# The bots wait until it has been read.
wait_for 'your answer'
terminal send-keys Escape
wait_for 'your turn: lay the tile'
terminal send-keys a
wait_for 'seat A: '
terminal send-keys u
terminal send-keys g
wait_for 'stepping through the game'
terminal send-keys q
wait_until_gone "$(cat pid)"
cmp finished.json kept.json || fail "playing on has changed the file"
open_terminal "exec '$goldrush' board finished.json --turn 10 --pace 0"
wait_for 'turn 11 of 71'
decide
terminal send-keys g
wait_for 'stepping through the game'
terminal send-keys q
wait_until_gone "$(cat pid)"
echo "a finished game: stepped through, played on from a mistake, put on the board, and unchanged"

# Puzzles: first one from the finished game, then one from a game of bots.
mkdir -p data/goldrush && cp finished.json data/goldrush/
open_terminal "exec '$goldrush' train --pace 0"
wait_for 'Puzzle 1: in your game' 300
terminal send-keys Enter
sleep 0.5
terminal send-keys Enter
wait_for 'olved'
terminal send-keys n
wait_for 'Puzzle 2: find the best' 400
terminal send-keys q
wait_until_gone "$(cat pid)"
echo "puzzles: one from a game played here, one from a game of bots"

# No flipped card remains in the terminal after the game.
rm -f cards.json
open_terminal "'$goldrush' play --game knizia-gold --seed 3 --opponents level1 --pace 0 --save cards.json; exec sleep 60"
wait_for 'Flip which card'
for _ in $(seq 6); do decide; done
terminal send-keys q
wait_for 'Resume it with'
if terminal capture-pane -p -S - | grep -qE 'Flip|gold worth|digger'; then fail "cards are left in the terminal"; fi
kill -9 "$(cat pid)"
echo "a card game leaves no cards in the terminal"

for variable in TERM=dumb LC_ALL=C; do
  rm -f text.json
  open_terminal "exec env $variable '$goldrush' play --seed 2 --opponents level1 --save text.json"
  wait_for 'Where does it go?'
  if [ "$variable" = LC_ALL=C ]; then
    terminal send-keys m Enter
    wait_for '> m'
    sleep 0.5
    if screen | LC_ALL=C grep -q '[^ -~]'; then fail "characters that the terminal does not know"; fi
  fi
  kill -9 "$(cat pid)"
done
echo "text-only terminals get text"

for signal in '' "trap '' HUP; "; do
  rm -f left.json
  open_terminal "${signal}exec '$goldrush' play --seed 2 --opponents level2 --pace 0 --save left.json"
  wait_for 'Gold Rush'
  decide
  decide
  close_terminal
  [ -s left.json ] || fail "the game was not saved when the terminal was closed"
done
echo "a closed terminal: the game is saved and no process is left"
