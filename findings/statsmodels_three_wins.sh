#!/usr/bin/env bash
# statsmodels 0.15.0 (PyPI): three wins of three games show that a bot always wins, says its interval.
# Guess: the simultaneous 95% intervals of three bots' chances leave room for a loss if one bot won all of three games, by any method.
# Seen: multinomial_proportions_confint(method="sison-glaz") gives the winner an interval from 1 to 1, and the two others one from 0 to
#   0.56 each: together they say that the three chances add up to 1 only if the two others are 0. After one game it is from 1 to 1, too.
#   method="goodman" gives 0.34 to 1. Nothing warns, though the manual advises seven bots or more.
# A user of goldrush meets this with the wins of the bots of three- to five-player games in short matches. goldrush's own intervals of win
#   shares never have width 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile statsmodels==0.15.0 scipy==1.17.1 pandas==3.1.1
cd "$folder"

venv/bin/python -W error - << 'END'
from statsmodels.stats.proportion import multinomial_proportions_confint

def intervals(wins, method):
    seen = multinomial_proportions_confint(wins, method=method).round(2).tolist()
    print(f"wins {wins}, {method}: {seen}")
    return seen

assert intervals([3, 0, 0], "sison-glaz") == [[1, 1], [0, 0.56], [0, 0.56]]
assert intervals([1, 0, 0], "sison-glaz")[0] == [1, 1]
assert intervals([3, 0, 0], "goodman") == [[0.34, 1], [0, 0.66], [0, 0.66]]
END
