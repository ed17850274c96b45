#!/usr/bin/env bash
# pandas 3.1.1 (PyPI) turns texts of JSON lines into numbers.
# Guess: a JSON text in quotes stays text; unlike a CSV file, JSON says what is a number.
# Seen: read_json makes a column numbers if all its texts look like numbers. 0000000000000012 becomes 12, and a hash with one e between
#   digits becomes infinity. A single text with another letter keeps the whole column as it is. dtype=False, or another engine, leaves
#   texts alone.
# A user of goldrush meets this in records.jsonl: `catalogue_hash` is 16 hexadecimal digits, the same in all lines of a run. About one
#   set of tiles in 770 has a hash of digits with at most one e in it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile pandas==3.1.1
cd "$folder"

venv/bin/python - << 'END'
import json
import math
import pandas as pd

def read(text, **options):
    with open("records.jsonl", "w") as file:
        for _ in range(2):
            file.write(json.dumps({"catalogue_hash": text}) + "\n")
    return pd.read_json("records.jsonl", lines=True, **options).catalogue_hash[0]

for text, number in {"0000000000000012": 12, "0123456789012345": 123456789012345, "12345e1234567890": math.inf}.items():
    print(repr(text), "->", repr(read(text)), "- with dtype=False:", repr(read(text, dtype=False)))
    assert read(text) == number and read(text, dtype=False) == text
assert read("12345a1234567890") == "12345a1234567890"
END
