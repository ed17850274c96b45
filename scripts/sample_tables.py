#!/usr/bin/env python3
"""Sample the studies of results/ that are tables, not runs: for check_results.py.

Usage: scripts/sample_tables.py PROGRAM DIVISOR ARGUMENT…      runs PROGRAM with --games divided, and on other deals

The plan.sh of such a study, or scripts/matches.sh for its lists of matches, runs in a copy of results/ with this in place of the program.
"""
import collections, csv, glob, os, shlex, shutil, stat, subprocess, sys, tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

# Columns that say what a row is about.
KEYS = ("game", "bot", "players", "tiles", "measure", "a", "b", "draw", "source", "part", "what", "at")
# The fewest games of a sample.
LEAST = 8


def sampled(arguments, divisor):
    """Arguments of a command for a part of its games, with other deals than those that were published."""
    arguments = list(arguments)
    if "--games" in arguments:
        at = arguments.index("--games") + 1
        games = int(arguments[at])
        arguments[at] = str(min(games, max(LEAST, games // divisor)))
    if "--seed" in arguments:
        at = arguments.index("--seed") + 1
        arguments[at] = str(int(arguments[at]) + 1)
    return arguments


def numbers(path):
    """Every mean of a table: what it is about, mean, half width of its interval, what its last digit is worth, and the number of games
    if the table says it."""
    seen = collections.Counter()
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            names = list(row)
            key = tuple(f"{name} {row[name]}" for name in KEYS if name in row)
            # The same match may have been played more than once, on other deals or tiles.
            seen[key] += 1
            if seen[key] > 1:
                key += (f"row {seen[key]} of these",)
            low_and_high = [(name, f"{name}_low", f"{name}_high") for name in names if f"{name}_low" in row]
            if "low" in row:
                low_and_high.append((names[names.index("low") - 1], "low", "high"))
            for name, low, high in low_and_high:
                if row[name] and row[low] and row[high]:
                    mean = float(row[name])
                    half = max(float(row[high]) - mean, mean - float(row[low]))
                    yield (*key, name), mean, half, last_digit(row[name]), row.get("games")
            if "half_width" in row and "measure" in row:
                yield key, float(row["mean"]), float(row["half_width"]), last_digit(row["mean"]), row.get("games")


def last_digit(text):
    return 10.0 ** -len(text.partition(".")[2])


def play(study, program, divisor):
    """Plays a part of the games of a study; returns pairs of the published numbers of a table and those of the sample."""
    with tempfile.TemporaryDirectory() as work:
        for folder in ("scripts", "results", "ai/data"):
            shutil.copytree(f"{ROOT}/{folder}", f"{work}/{folder}")
        divided = f"{work}/goldrush"
        with open(divided, "w") as file:
            file.write(f'#!/bin/sh\nexec {shlex.join([sys.executable, os.path.abspath(__file__), program, str(divisor)])} "$@"\n')
        os.chmod(divided, os.stat(divided).st_mode | stat.S_IXUSR)
        folder = f"results/{study}"
        lists = [name for name in sorted(glob.glob(f"{folder}/*.txt", root_dir=work)) if os.path.exists(f"{work}/{name[:-4]}.csv")]
        tables = [f"{name[:-4]}.csv" for name in lists] or sorted(glob.glob(f"{folder}/*.csv", root_dir=work))
        for table in tables:
            os.remove(f"{work}/{table}")
        commands = [["scripts/matches.sh", name, table, divided] for name, table in zip(lists, tables)] or [["bash", "-euo", "pipefail", f"{folder}/plan.sh"]]
        for command in commands:
            done = subprocess.run(command, cwd=work, env=os.environ | {"GOLDRUSH": divided}, stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"results/{study}: {done.stderr.strip()}")
        return [(list(numbers(f"{ROOT}/{table}")), list(numbers(f"{work}/{table}"))) for table in tables]


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    program, divisor, *arguments = sys.argv[1:]
    os.execv(program, [program, *sampled(arguments, int(divisor))])
