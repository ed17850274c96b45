#!/usr/bin/env bash
# savvi 0.3.1 (PyPI): twenty wins of twenty do not show that a bot is better than another, says a test that may be looked at any time.
# Guess: a sequential test of a fair coin rejects at 5% after about ten wins in a row, some more than the six of a fixed number of games.
# Seen: Multinomial with the settings it comes with gives p = 0.20 after 20 wins of 20, and rejects after 29. Its parameter k, 100 unless
#   given, expects the bots to be nearly equal; with k=1 seven wins in a row are enough. Of three bots, one that wins 20 of 20 has p = 0.048.
#   p values above 1 occur. A tie as half a win for both raises an error.
# A user of goldrush who stops a match early with it plays several times as many games as needed if one bot is clearly better. The
#   sequential test of `goldrush match --sprt` is told the difference to look for, and counts ties.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile savvi==0.3.1 numpy==2.4.6 scipy==1.17.1 matplotlib==3.11.2 cvxpy==1.9.3
cd "$folder"

venv/bin/python - << 'END'
import numpy as np
from savvi.multinomial import Multinomial

def p_after(wins, **options):
    """Returns the p value after the bots' wins."""
    test = Multinomial(0.05, np.full(len(wins), 1 / len(wins)), **options)
    test.update(np.array(wins))
    return float(test.calculate_p_value())

def wins_in_a_row(**options):
    """Returns how many wins in a row one of two bots needs."""
    return next(wins for wins in range(1, 100) if p_after([wins, 0], **options) < 0.05)

print(f"20 wins of 20: p = {p_after([20, 0]):.3f}; of three bots: p = {p_after([20, 0, 0]):.3f}; 500 of 1,000: p = {p_after([500, 500]):.1f}")
assert round(p_after([20, 0]), 3) == 0.202 and round(p_after([20, 0, 0]), 3) == 0.048 and p_after([500, 500]) > 1
needed = [wins_in_a_row(), wins_in_a_row(k=10), wins_in_a_row(k=1)]
print("wins in a row to reject, as it comes, with k=10, with k=1:", *needed)
assert needed == [29, 12, 7]
try:
    p_after([0.5, 0.5])
except TypeError as refused:
    print("a tie as half a win for both:", refused)
else:
    raise AssertionError("a tie was counted")
END
