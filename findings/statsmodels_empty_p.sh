#!/usr/bin/env bash
# statsmodels 0.15.0 (PyPI): an empty p value changes or empties the corrected ones.
# Guess: multipletests leaves out an empty (NaN) p value, or refuses it, in all of its methods alike.
# Seen: Holm's method counts it as a test, so all other p values come out larger than without it: 0.02 of three becomes 0.06 instead of
#   0.04 and is no longer significant. The method of Benjamini and Hochberg makes all of them NaN, and still marks two of the
#   three as significant. Neither warns. R's p.adjust leaves empty ones out.
# A user of goldrush who corrects the column `p` of effects.csv meets this: it is empty where an effect rests on fewer than two blocks.
#   The column `p_holm` is already corrected.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile statsmodels==0.15.0 scipy==1.17.1 pandas==3.1.1
cd "$folder"

venv/bin/python -W error - << 'END'
from math import nan
import numpy as np
from statsmodels.stats.multitest import multipletests

def correct(p, method):
    significant, corrected, _, _ = multipletests(p, method=method)
    print(f"{method} of {p}: {[round(float(value), 3) for value in corrected]}, significant: {significant.tolist()}")
    return corrected, significant.tolist()

corrected, significant = correct([0.001, 0.02, 0.04], "holm")
assert np.allclose(corrected, [0.003, 0.04, 0.04]) and significant == [True, True, True]
corrected, significant = correct([0.001, 0.02, nan, 0.04], "holm")
assert np.allclose(corrected, [0.004, 0.06, nan, 0.08], equal_nan=True) and significant == [True, False, False, False]
corrected, significant = correct([0.001, 0.02, nan, 0.04], "fdr_bh")
assert np.isnan(corrected).all() and significant == [True, True, False, False]
END
