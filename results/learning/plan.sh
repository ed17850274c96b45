# Learns each game in Python and draws its curve: needs the Python package and matplotlib.
for game in carcassonne gold-rush knizia-gold; do
  python3 scripts/python/learn.py --game $game --rounds 20 --every 2 --games 300 --seed 1 --out "$(mktemp -d)/weights.npz" \
    --curve "results/learning/$game"
done
