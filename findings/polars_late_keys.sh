#!/usr/bin/env bash
# Polars 2.1.0 (PyPI) drops keys of JSON lines, and numbers in lists, that first occur after line 100.
# Guess: a key or a number that the reader did not expect raises an error, as text in a column of numbers of a CSV file does.
# Seen: read_ndjson looks at 100 lines. A key that comes later is missing from the table; a list that had only nulls before reads a
#   number as null. Neither says a word. infer_schema_length=None reads all of it.
# A user of goldrush meets this in records.jsonl: `faults`, `opening`, `names`, `values` and `remarks` are left out where there is
#   nothing to say, so the only fault of a run in game 150 is not in the table.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile polars==2.1.0
cd "$folder"

venv/bin/python - << 'END'
import json
import polars as pl

with open("records.jsonl", "w") as file:
    for block in range(200):
        record = {"block": block, "values": [None, None]}
        if block == 150:
            record |= {"values": [None, 1.5], "faults": [{"seat": 1, "kind": "timeout"}]}
        file.write(json.dumps(record) + "\n")

def game(**options):
    return pl.read_ndjson("records.jsonl", **options).row(150, named=True)

print("without options:", game())
print("all lines looked at:", game(infer_schema_length=None))
assert game() == {"block": 150, "values": [None, None]}
assert pl.scan_ndjson("records.jsonl").collect().row(150, named=True) == game()
assert game(infer_schema_length=None) == {"block": 150, "values": [None, 1.5], "faults": [{"seat": 1, "kind": "timeout"}]}
END
