#!/usr/bin/env bash
# scipy 1.17.1 (PyPI): the exact Wilcoxon test of differences with zeros is not exact, by a factor of fifteen.
# Guess: wilcoxon with zero_method="pratt" and method="exact" gives the share of all choices of signs that are as extreme, or is refused.
# Seen: ten zeros and ten differences, nine of them positive, give p = 0.177. Trying all 1,024 choices of signs gives 0.012, and
#   method="auto", an approximation, 0.0095. The "exact" one looks up the sum of ranks as if none of the twenty were zero. Nothing
#   warns; the manual says that exact p values need data without zeros and ties.
# A user of goldrush meets this when comparing two bots or rules deal by deal: win shares of the same deal are often the same, so that half
#   of the differences are zero, and "exact" looks like the careful choice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile scipy==1.17.1 numpy==2.4.6
cd "$folder"

venv/bin/python -W error - << 'END'
from itertools import product
import numpy as np
from scipy.stats import rankdata, wilcoxon

differences = np.array([0] * 10 + [1, 1, 1, 1, 2, 3, -1, 4, 5, 2])
ranks = rankdata(abs(differences))[differences != 0]    # Pratt: zeros are ranked, then left out
negative = ranks[differences[differences != 0] < 0].sum()
sums = np.array([ranks[list(signs)].sum() for signs in product([False, True], repeat=len(ranks))])
truth = np.mean(np.minimum(sums, ranks.sum() - sums) <= negative)

seen = {method: wilcoxon(differences, zero_method="pratt", method=method).pvalue for method in ("exact", "auto")}
print(f"all signs tried: {truth:.4f}, exact: {seen['exact']:.4f}, auto: {seen['auto']:.4f}")
assert round(truth, 4) == 0.0117 and round(seen["exact"], 4) == 0.1769 and round(seen["auto"], 4) == 0.0095
END
