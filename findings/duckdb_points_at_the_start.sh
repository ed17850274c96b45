#!/usr/bin/env bash
# DuckDB 2.0.1 (PyPI) reads points by seat, such as 0/3/5, as a point in time.
# Guess: a column of texts with slashes stays text, above all if the year or the month would be 0.
# Seen: three numbers with slashes become a TIMESTAMP, 0/3/5 one in the year 1 before Christ, which Python cannot hold and gets as text.
#   13/4/5 becomes a DATE, two or four numbers stay text. The letters are gone: 0/3/5 and 00/03/05 are the same.
#   Other signs between the numbers are dates or times, too: spaces, hyphens, colons. 0+3+5 stays text.
# A user of goldrush meets this with tables of their own that have points by seat. `komi` in goldrush's tables is written with letters,
#   such as A1+B3+C5, and stays text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile duckdb==2.0.1
cd "$folder"

venv/bin/python - << 'END'
import duckdb

def read(komi, options=""):
    with open("arms.csv", "w") as file:
        file.write(f"arm,komi\n0,{komi}\n1,{komi}\n")
    table = duckdb.sql(f"SELECT komi, komi::VARCHAR FROM read_csv('arms.csv'{options})")
    return str(table.types[0]), table.fetchall()[0][1]

expected = {
    "4": ("BIGINT", "4"),
    "0/3": ("VARCHAR", "0/3"),
    "0/3/5": ("TIMESTAMP", "0001-03-05 (BC) 00:00:00"),
    "3/4/5": ("TIMESTAMP", "0003-04-05 00:00:00"),
    "13/4/5": ("DATE", "2013-04-05"),
    "0/3/5/6": ("VARCHAR", "0/3/5/6"),
    "3 4 5": ("TIMESTAMP", "0003-04-05 00:00:00"),
    "3:4:5": ("TIME", "03:04:05"),
    "0+3+5": ("VARCHAR", "0+3+5"),
    "A1+B3+C5": ("VARCHAR", "A1+B3+C5"),
    "later4": ("VARCHAR", "later4"),
}
for komi, seen in expected.items():
    print(komi, "->", *read(komi))
    assert read(komi) == seen, komi
# What helps: name the type.
assert read("0/3/5", ", types={'komi': 'VARCHAR'}") == ("VARCHAR", "0/3/5")
END
