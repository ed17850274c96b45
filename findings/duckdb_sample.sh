#!/usr/bin/env bash
# DuckDB 2.0.1 (PyPI): a sample of 10% of 2,000 games is none of them, or all.
# Guess: USING SAMPLE 10% takes each row with a chance of 10%, so about 200 of 2,000.
# Seen: it takes chunks of 2,048 neighboring rows, each with a chance of 10%. Of 2,000 rows it takes 0 in most tries and 2,000 in some; of
#   50,000 rows thousands more or less from try to try. A number of rows, or "10% (bernoulli)", samples row by row.
# A user of goldrush who looks at a sample of games.csv gets an empty table without a word; in larger tables, runs of neighboring games,
#   which are the same deals and, in studies and tournaments, whole stretches of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile duckdb==2.0.1
cd "$folder"

venv/bin/python - << 'END'
import duckdb

with open("games.csv", "w") as file:
    file.write("game,turns\n")
    file.writelines(f"{game},71\n" for game in range(2000))

def sizes(sample):
    return [len(duckdb.sql(f"FROM 'games.csv' USING SAMPLE {sample}").fetchall()) for _ in range(200)]

seen = sizes("10%")
print("10%: none in", seen.count(0), "of 200 tries, all 2,000 in", seen.count(2000))
assert set(seen) == {0, 2000} and seen.count(0) > 140
by_row = sizes("10% (bernoulli)")
print("10% (bernoulli):", min(by_row), "to", max(by_row))
assert 120 < min(by_row) <= max(by_row) < 280
assert set(sizes("200")) == {200}
END
