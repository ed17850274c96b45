#!/usr/bin/env bash
# chdb 4.4.0 (PyPI, ClickHouse 26.9): of two functions for medians, neither gives the median of 20,000 games.
# Guess: median(score) is the middle score, or the mean of the two in the middle, of any number of rows; medianExact is the same.
# Seen: up to about 8,000 rows, median is right. Of more it looks at a sample: of the points 0 to 19,999 the median was 10,053.5, off
#   by 54. medianExact looks at all, but gives the upper one of two in the middle: 3 of 1, 2, 3 and 4. quantileExactInclusive(0.5) is
#   right. Nothing warns.
# A user of goldrush meets this with medians of scores and leads, which are about a point off, and differ from those of other readers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile chdb==4.4.0
cd "$folder"

venv/bin/python - << 'END'
from statistics import median
import chdb

def medians(points):
    """Returns the median, and what three functions give."""
    with open("seats.csv", "w") as file:
        file.write("score\n" + "".join(f"{score}\n" for score in points))
    query = "SELECT median(score), medianExact(score), quantileExactInclusive(0.5)(score) FROM file('seats.csv')"
    found = [float(value) for value in str(chdb.query(query, "CSV")).split(",")]
    print(f"{len(points)} rows: {median(points)}; median, medianExact, quantileExactInclusive: {found}")
    return median(points), *found

assert medians([1, 2, 3, 4]) == (2.5, 2.5, 3, 2.5)
truth, sampled, exact, inclusive = medians(range(5001))
assert truth == sampled == exact == inclusive == 2500
truth, sampled, exact, inclusive = medians(range(20000))
assert truth == inclusive == 9999.5 and exact == 10000 and abs(sampled - truth) > 5
END
