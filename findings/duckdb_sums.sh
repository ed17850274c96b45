#!/usr/bin/env bash
# DuckDB 2.0.1 with Polars 2.1.0 (PyPI): a mean from a sum loses what is behind the point.
# Guess: the sum of a column of whole numbers comes to Polars as whole numbers, and divided by a count gives a fraction.
# Seen: DuckDB adds up in 128 bits, and Polars gets a Decimal with 38 digits and none behind the point. Divided by a count it stays one:
#   171 points in 2 seats are 86 a seat. Nothing warns. The mean of the column in DuckDB is right.
# A user of goldrush who adds up scores per bot in DuckDB and divides by the number of seats in Polars gets rounded means.
#   CAST(sum(score) AS BIGINT) helps.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile duckdb==2.0.1 polars==2.1.0 pyarrow==26.0.1
cd "$folder"

venv/bin/python - << 'END'
import duckdb
import polars as pl

with open("seats.csv", "w") as file:
    file.write("agent,score\ngreedy,80\ngreedy,91\nlevel4,100\n")
means = {}
for points in "sum(score)", "CAST(sum(score) AS BIGINT)":
    columns = f"agent, {points} AS points, count(*) AS seats, avg(score) AS mean"
    table = duckdb.sql(f"SELECT {columns} FROM 'seats.csv' GROUP BY agent ORDER BY agent").pl()
    means[points] = [float(mean) for mean in table["points"] / table["seats"]]
    print(points, "is", table.schema["points"], "- points / seats:", means[points], "- DuckDB's mean:", table["mean"].to_list())
    assert table["mean"].to_list() == [85.5, 100.0]
    assert (table.schema["points"] == pl.Decimal(38, 0)) == (points == "sum(score)")
assert means == {"sum(score)": [86.0, 100.0], "CAST(sum(score) AS BIGINT)": [85.5, 100.0]}
END
