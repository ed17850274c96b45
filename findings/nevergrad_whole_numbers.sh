#!/usr/bin/env bash
# nevergrad 1.0.12 (PyPI): the ends of a range of whole numbers are tried half as often.
# Guess: a Scalar from 2 to 8 with integer casting gives RandomSearch each of the seven numbers equally often.
# Seen: of 1,400 samples 218 to 251 are each of 3 to 7, but 2 comes 127 times and 8 comes 112 times: numbers are drawn between 2 and 8 and
#   then rounded. A design that spreads points evenly, such as ScrHammersleySearch, does the same. Choice(range(2, 9)) is even.
# A user of goldrush who tunes a whole number of a bot, such as depth or playouts, with few games tries the smallest and the largest value
#   half as often as the others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile nevergrad==1.0.12 numpy==2.4.6
cd "$folder"

venv/bin/python -W ignore - << 'END'
import nevergrad as ng
import numpy as np

def tried(name, number, search=ng.optimizers.RandomSearch):
    """Returns how often the search tries 2, 3, … 8."""
    number.random_state = np.random.RandomState(1)
    optimizer = search(number, budget=1400)
    values = []
    for _ in range(1400):
        candidate = optimizer.ask()
        values.append(int(candidate.value))
        optimizer.tell(candidate, 0.0)
    counts = np.bincount(values, minlength=9)
    assert counts[:2].sum() == 0 and len(counts) == 9
    print(f"{name}: {counts[2:]}")
    return counts[2:]

def whole():
    return ng.p.Scalar(lower=2, upper=8).set_integer_casting()

for counts in tried("random", whole()), tried("spread evenly", whole(), ng.optimizers.ScrHammersleySearch):
    assert counts[1:-1].min() > 200 and max(counts[0], counts[-1]) < 150
assert tried("choice", ng.p.Choice(range(2, 9))).min() > 160
END
