#!/usr/bin/env bash
# openskill 6.2.0 (PyPI), ThurstoneMostellerFull: one game in which five players tie is the end of all learning.
# Guess: a tie of equal players leaves their ratings and makes them a little surer, a fifth of the uncertainty or so.
# Seen: the uncertainty of two goes from 8.33 to 7.20, of three to 5.86, of four to 4.09, and of five to 0.083, as after thousands of games.
#   The winner of the next game gains a two-thousandth of what it would gain without the tie. No error, no warning.
# A user of goldrush meets this with five players: one game in which all have the same points (0, for bots that fail early; or the card
#   game, where `tie_break` may be equal, too) fixes all five ratings.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile openskill==6.2.0
cd "$folder"

venv/bin/python - << 'END'
from openskill.models import ThurstoneMostellerFull

model = ThurstoneMostellerFull()
seen = {}
for players in range(2, 6):
    teams = model.rate([[model.rating()] for _ in range(players)], ranks=[1] * players)
    seen[players] = {round(team[0].sigma, 2) for team in teams}
    print(players, "players tie: uncertainty from 8.33 to", *seen[players])
assert seen == {2: {7.2}, 3: {5.86}, 4: {4.09}, 5: {0.08}}

gains = {}
for before, players in {"after the tie": teams, "without the tie": [[model.rating()] for _ in range(5)]}.items():
    gains[before] = model.rate(players, ranks=[1, 2, 3, 4, 5])[0][0].mu - 25
    print(f"{before}, the winner of the next game gains {gains[before]:.3f}")
assert gains["without the tie"] > 1000 * gains["after the tie"] > 0
END
