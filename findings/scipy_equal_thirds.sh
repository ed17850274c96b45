#!/usr/bin/env bash
# scipy 1.17.1 (PyPI): a t test finds that a third differs from a third.
# Guess: ten values that all equal the value tested give no p value (NaN) or 1. So do values that are all 1/3, tested against 1/3.
# Seen: ten times 0.1 against 0.1 gives NaN, but ten times 1/3 against 1/3 gives p = 0.015, because the mean is off in the last bit, and so
#   is the spread. Thirty times 0.333333, as tables write a third, gives p below 1e-200. A RuntimeWarning mentions a loss of precision.
#   R's t.test refuses both as constant.
# A user of goldrush meets this when testing win shares against a fair share: a bot against itself gets exactly its fair share of every
#   deal, so the means of blocks of three-player games are all 1/3, or 0.333333 from seats.csv.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile scipy==1.17.1 numpy==2.4.6
cd "$folder"

venv/bin/python -W ignore - << 'END'
from math import isnan
from scipy.stats import ttest_1samp

def p(values, fair):
    result = ttest_1samp(values, fair).pvalue
    print(f"{len(values)} times {values[0]} against {fair}: p = {result:.3g}")
    return result

assert isnan(p([0.1] * 10, 0.1))
assert 0.014 < p([1 / 3] * 10, 1 / 3) < 0.016
assert p([0.333333] * 30, 1 / 3) < 1e-200
END
