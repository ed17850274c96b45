# Learns each game in Python, draws its curve, and plays matches of what was learned: needs the Python package and matplotlib.
# learn GAME BOT NEXT: measured by a bot while it learns, and in the end by it and the next one
learn() {
  weights=$(mktemp -d)/weights.npz
  python3 scripts/python/learn.py --game "$1" --against "$2" --rounds 20 --every 2 --games 300 --seed 1 --out "$weights" --curve "results/learning/$1"
  for rival in "$2" "$3"; do
    "$GOLDRUSH" match --game "$1" --games 400 --seed 1001 --a "exec:python3 scripts/python/learn.py --serve $weights" --b "$rival"
  done
}
learn carcassonne greedy heuristic
learn gold-rush greedy heuristic
learn knizia-gold memory perfect
