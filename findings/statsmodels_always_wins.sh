#!/usr/bin/env bash
# statsmodels 0.15.0 (PyPI): a bot that always wins makes no difference, says its p value.
# Guess: GLM with wins and losses gives 20 of 20 wins a smaller p value than 19 of 20, or warns that the wins separate the bots.
# Seen: beside a bot with 10 of 20 wins, p falls to 0.008 for 19 of 20 wins, and is 0.999 for 20 of 20, with a coefficient of 23.6. The
#   fit reports that it converged, and nothing warns, although the package has a warning for separated data, which one group alone gets.
# A user of goldrush who models wins by bot, with game or seat beside it, reads from the p value that the strongest bot makes no
#   difference. goldrush's intervals of win shares keep their meaning at 0 and 1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile statsmodels==0.15.0 scipy==1.17.1 pandas==3.1.1
cd "$folder"

venv/bin/python -W error - << 'END'
import numpy as np
import statsmodels.api as sm

def p(wins):
    """Returns the p value of a bot with this many wins of 20 beside one with 10 of 20."""
    won = np.array([1] * wins + [0] * (20 - wins) + [1] * 10 + [0] * 10)
    bot = np.array([1] * 20 + [0] * 20)
    fit = sm.GLM(won, sm.add_constant(bot), family=sm.families.Binomial()).fit()
    assert fit.converged
    print(f"{wins} of 20 wins: coefficient {fit.params[1]:.2f}, p = {fit.pvalues[1]:.4f}")
    return fit.pvalues[1]

some, many, nearly, always = p(13), p(18), p(19), p(20)
assert some > many > nearly and nearly < 0.01 and always > 0.99
END
