#!/usr/bin/env bash
# Measures the cost of games and playouts, for one program or for two side by side.
#   scripts/cost.sh PROGRAM [PROGRAM] [GAME…]
# A PROGRAM is an executable, or a commit to build. For each game (default: all) with 2 and 5 players, it prints instructions
# (callgrind) and, where the system has hardware counters, cycles and mispredicted branches (perf): of a random game of the
# engine and of agents, of a greedy and a heuristic game, and of a playout of `rollout` and of `best`. Two programs take turns,
# and the last columns are the second divided by the first. Needs valgrind; about an hour for all games.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { sed -n '2,3p' "$0" >&2; exit 2; }
target=${CARGO_TARGET_DIR:-target}

# Prints the path of the executable; builds a commit in its own folder.
program() {
  if [ -x "$1" ] && [ ! -d "$1" ]; then realpath "$1"; return; fi
  local commit folder
  commit=$(git rev-parse --verify --quiet "$1^{commit}") || { echo "$1 is neither an executable nor a commit" >&2; exit 2; }
  folder=$(realpath "$target")/cost/$commit
  if [ ! -x "$folder/release/goldrush" ]; then
    rm -rf "$folder.source"
    git worktree prune
    git worktree add --quiet --detach "$folder.source" "$commit"
    CARGO_TARGET_DIR=$folder cargo build --quiet --release --manifest-path "$folder.source/Cargo.toml" >&2
    git worktree remove --force "$folder.source"
  fi
  echo "$folder/release/goldrush"
}
found=$(program "$1")
programs=("$found")
shift
if [ $# -gt 0 ] && { [ -x "$1" ] || git rev-parse --verify --quiet "$1^{commit}" > /dev/null; }; then
  found=$(program "$1")
  programs+=("$found")
  shift
fi
games=("$@")
[ ${#games[@]} -gt 0 ] || games=(gold-rush carcassonne carcassonne+gold-mines knizia-gold)

counters=instructions:u,cycles:u,branch-misses:u
has_counters=$(perf stat -x, -e cycles:u true 2>&1 | grep -qv 'not \(supported\|counted\)' && echo yes || echo no)

# Counts one run of `bench`: instructions, cycles, mispredictions; the last two are empty without hardware counters.
count() {
  local instructions cycles='' misses=''
  instructions=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 > /dev/null |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p') || { echo "failed: $*" >&2; exit 1; }
  if [ "$has_counters" = yes ]; then
    # The least of three runs, because other processes only add.
    read -r cycles misses < <(for _ in 1 2 3; do
      perf stat -x, -e $counters "$@" 2>&1 > /dev/null | awk -F, '/cycles/ { c = $1 } /branch-misses/ { print c, $1 }'
    done | sort -n | head -1)
  fi
  echo "$instructions $cycles $misses"
}

# Prints the cost of one unit, from the difference between a run and one twice as long.
row() {
  local game=$1 players=$2 what=$3 games=$4 units=$5 line='' once twice
  local who=(--agents "$what")
  [ "$what" = playouts ] && who=(--playouts)
  for program in "${programs[@]}"; do
    bench=("$program" lab bench --game "$game" "${who[@]}" --players "$players" --threads 1 --games)
    once=$(count "${bench[@]}" "$games")
    twice=$(count "${bench[@]}" $((2 * games)))
    line+=" $(echo "$once $twice" |
      awk -v units="$units" '{ half = NF / 2; for (i = 1; i <= half; i++) printf "%.0f ", ($(i + half) - $i) / units }')"
  done
  echo "$game $players $what $line" | awk '{
    printf "%-23s %d  %-38s", $1, $2, $3
    kinds = (NF - 3) / '"${#programs[@]}"'
    for (i = 4; i <= NF; i++) printf " %11d", $i
    if ('"${#programs[@]}"' == 2) for (i = 4; i < 4 + kinds; i++) printf "  %6.3f", $(i + kinds) / $i
    print ""
  }'
}

if [ "$has_counters" = no ]; then echo "No hardware counters on this system: instructions only."; fi
columns=$([ "$has_counters" = yes ] && echo 'instructions cycles mispredictions' || echo instructions)
printf '%-23s %s  %-38s %s\n' game P 'game or playout of' "$columns${programs[1]:+, then the second program, then second / first}"
for game in "${games[@]}"; do
  for players in 2 5; do
    # Random and greedy games are short, so more of them are played.
    row "$game" $players playouts 1000 1000
    row "$game" $players random 500 500
    if [ "$game" = knizia-gold ]; then continue; fi
    row "$game" $players greedy 30 30
    row "$game" $players heuristic 10 10
    # Turns in a game, all but one or two of which use all their playouts.
    turns=71; [ "$game" != carcassonne+gold-mines ] || turns=83
    row "$game" $players rollout:playouts=100,depth=6 1 $((100 * turns))
    row "$game" $players rollout:playouts=200,candidates=60,depth=10 1 $((200 * turns))
  done
done
