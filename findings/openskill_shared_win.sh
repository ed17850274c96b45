#!/usr/bin/env bash
# openskill 6.2.0 (PyPI), PlackettLuce: players who share a win may gain less than the player behind them.
# Guess: two players who share the first place get the same rating, between what the first and the second place get without a tie.
# Seen: of three equal players, two who share the win get what a sole second place gets. Of four, they get no more than the third; of five,
#   less than the third, and three who share the win less than the fourth. A shared last place is worth the mean of the places shared.
# A user of goldrush who rates games of several players by `rank` in seats.csv, where ties have the same rank, gets standings in which
#   bots that share wins fall behind bots that they never finished behind.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile openskill==6.2.0
cd "$folder"

venv/bin/python - << 'END'
from openskill.models import PlackettLuce

def rate(*ranks):
    """Returns the means after one game of players with these ranks, who were equal before, at 25."""
    model = PlackettLuce()
    means = [round(team[0].mu, 2) for team in model.rate([[model.rating()] for _ in ranks], ranks=list(ranks))]
    print(f"ranks {ranks}: {means}")
    return means

assert rate(1, 2, 3) == [27.87, 25.72, 21.41]
assert rate(1, 1, 3) == [25.72, 25.72, 23.57]
assert rate(1, 2, 2) == [27.87, 23.57, 23.57]
shared, _, third, _ = rate(1, 1, 3, 4)
assert shared == third
shared, _, third, _, _ = rate(1, 1, 3, 4, 5)
assert shared < third
shared, _, _, fourth, _ = rate(1, 1, 1, 4, 5)
assert shared < fourth
END
