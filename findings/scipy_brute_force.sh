#!/usr/bin/env bash
# scipy 1.17.1 (PyPI): a search over the grid 2, 3, … 8 returns a number of 30 digits.
# Guess: brute tries the points of the grid, and returns the best, or at most a point between its neighbors.
# Seen: after the grid, a simplex search runs without the limits, by default. Of a function that grows it returns
#   5.07e29; of one with its best at 9, it returns 9; of one with its best at 4.4, 4.4. With finish=None it
#   returns a point of the grid.
# A user of goldrush who tunes a whole number of a bot, such as depth or playouts, with the win rate as the function, gets a setting that
#   no bot takes, found by following noise; `goldrush lab tune` keeps to the range given.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile scipy==1.17.1 numpy==2.4.6
cd "$folder"

venv/bin/python - << 'END'
from scipy.optimize import brute

grid = (slice(2, 9),)
functions = {
    "better the larger": (lambda x: -x[0], 8),
    "best at 9": (lambda x: (x[0] - 9) ** 2, 8),
    "best at 4.4": (lambda x: abs(x[0] - 4.4), 4),
}
found = {}
for name, (function, best) in functions.items():
    found[name] = float(brute(function, grid)[0])
    print(f"{name}: {found[name]}, on the grid: {brute(function, grid, finish=None)}")
    assert brute(function, grid, finish=None) == best
assert found["better the larger"] > 1e29 and round(found["best at 9"], 3) == 9 and round(found["best at 4.4"], 3) == 4.4
END
