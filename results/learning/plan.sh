# Learns each game in Python and draws its curve: needs the Python package and matplotlib.
learn() {
  python3 scripts/python/learn.py --game "$1" --against "$2" --rounds 20 --every 2 --games 300 --seed 1 --out "$(mktemp -d)/weights.npz" \
    --curve "results/learning/$1"
}
learn carcassonne greedy
learn gold-rush greedy
learn knizia-gold memory
