#!/usr/bin/env bash
# trueskill 0.4.5 (PyPI): with a chance of draws of 0, each draw makes the two players less sure.
# Guess: a draw that cannot happen is refused with an error, or rated as a draw that hardly ever happens.
# Seen: nothing is refused. Draws of two equal players leave the means and raise the uncertainty, from 8.33 to 9.59 after one draw and to
#   15.8 after six, even with tau=0, which lets nothing drift. With a chance of 0.001 the uncertainty falls, as it should.
# A user of goldrush whose bots tie in few games, or in none of those seen so far, sets draw_probability=0; every shared win then undoes
#   what was learned.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile trueskill==0.4.5
cd "$folder"

venv/bin/python - << 'END'
import trueskill

def draws(chance):
    """Returns the uncertainty of two equal players after each of six draws."""
    rules = trueskill.TrueSkill(draw_probability=chance, tau=0)
    players = rules.create_rating(), rules.create_rating()
    uncertainty = []
    for _ in range(6):
        players = rules.rate_1vs1(*players, drawn=True)
        assert players[0] == players[1] and round(players[0].mu, 6) == 25
        uncertainty.append(round(players[0].sigma, 2))
    print(f"chance of draws {chance}: 8.33, then {uncertainty}")
    return uncertainty

never, rarely = draws(0), draws(0.001)
assert never == sorted(never) and never[0] == 9.59 and never[5] == 15.79
assert rarely == sorted(rarely, reverse=True) and rarely[0] < 8.33
END
