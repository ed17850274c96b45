#!/usr/bin/env python3
"""Read the tables of a run with DuckDB, Polars and pandas, without options, and ask each the same questions.

Usage: scripts/read_results.py DIR        DIR is the folder of a run; pip install duckdb polars pandas

Prints the win share and score of each agent, with a 95% interval of the score from block means, as each library finds them. Fails if
they disagree. A library that is not installed is skipped.
"""

import sys
from pathlib import Path


def table(folder, name):
    """Path of a table, compressed or not."""
    path = Path(folder) / f"{name}.csv"
    return str(path if path.exists() or name == "arms" else path.with_name(path.name + ".gz"))


def with_duckdb(games, seats, arms):
    import duckdb

    join_arms = f"join '{arms}' using (arm)" if arms else ""
    return duckdb.sql(f"""
        with results as (
                 select agent, win_share, score, block
                 from '{seats}' join '{games}' using (run, game, block, arm, seating) {join_arms}
             ),
             blocks as (select agent, block, avg(score) as score from results group by agent, block),
             spread as (select agent, 1.96 * stddev_samp(score) / sqrt(count(*)) as half_width from blocks group by agent)
        select agent, avg(win_share), avg(results.score), any_value(half_width), count(*)
        from results join spread using (agent) group by agent order by agent
    """).fetchall()


def with_polars(games, seats, arms):
    import polars as pl

    results = pl.read_csv(seats).join(pl.read_csv(games), on=["run", "game", "block", "arm", "seating"])
    if arms:
        results = results.join(pl.read_csv(arms), on="arm")
    blocks = results.group_by("agent", "block").agg(pl.col("score").mean())
    spread = blocks.group_by("agent").agg((1.96 * pl.col("score").std() / pl.len().sqrt()).alias("half_width"))
    means = results.group_by("agent").agg(pl.col("win_share").mean(), pl.col("score").mean(), pl.len())
    return means.join(spread, on="agent").sort("agent").select("agent", "win_share", "score", "half_width", "len").rows()


def with_pandas(games, seats, arms):
    import pandas as pd

    results = pd.read_csv(seats).merge(pd.read_csv(games), on=["run", "game", "block", "arm", "seating"])
    if arms:
        results = results.merge(pd.read_csv(arms), on="arm")
    blocks = results.groupby(["agent", "block"])["score"].mean().groupby("agent")
    half_width = 1.96 * blocks.std() / blocks.size() ** 0.5
    means = results.groupby("agent").agg(win_share=("win_share", "mean"), score=("score", "mean"), results=("score", "size"))
    means.insert(2, "half_width", half_width)
    return list(means.reset_index().itertuples(index=False, name=None))


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: read_results.py DIR")
    games, seats, arms = (table(sys.argv[1], name) for name in ("games", "seats", "arms"))
    # Only runs with several arms have that table.
    arms = arms if Path(arms).exists() else None
    found = {}
    for read in (with_duckdb, with_polars, with_pandas):
        name = read.__name__.removeprefix("with_")
        try:
            found[name] = read(games, seats, arms)
        except ImportError:
            print(f"{name} is not installed; skipped")
    for name, rows in found.items():
        print(name)
        for agent, win_share, score, half_width, results in rows:
            print(f"  {agent}: win share {win_share:.4f}, score {score:.2f} ± {half_width:.2f}, {results} results")
    rounded = {name: [(row[0], *(round(float(x), 6) for x in row[1:])) for row in rows] for name, rows in found.items()}
    if len({repr(rows) for rows in rounded.values()}) > 1:
        sys.exit(f"the libraries disagree: {rounded}")


if __name__ == "__main__":
    main()
