#!/usr/bin/env python3
"""Holds printed intervals of win shares against the true shares, and writes the table of results/coverage.

Usage: scripts/coverage.py grid [--matches 20000]                     made-up matches whose true share is known
       scripts/coverage.py pairs [--seeds 1000] [--goldrush FILE…]    matches of bots, with one or more binaries to compare

`grid` runs the example `coverage` and writes grid.csv. `pairs` plays every match with so many seeds and reads the intervals off
the terminal as a person would; the true share is the mean of all its seeds. It writes pairs.csv. Both print the worst cells, and end with exit code 1 if a cell of the binary at hand is significantly below 93 %.
"""
import argparse, csv, math, os, re, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
target = os.environ.get("CARGO_TARGET_DIR", os.path.join(root, "target"))
results = os.path.join(root, "results", "coverage")
parser = argparse.ArgumentParser(usage=__doc__)
parser.add_argument("what", choices=["grid", "pairs"])
parser.add_argument("--matches", type=int, default=20000)
parser.add_argument("--seeds", type=int, default=1000)
parser.add_argument("--goldrush", nargs="+", default=[os.path.join(target, "release", "goldrush")])
options = parser.parse_args()

# Game, A, B, players, games.
PAIRS = [
    ("carcassonne", "greedy", "random", 2, 100),
    ("knizia-gold", "perfect", "random", 2, 30),
    ("knizia-gold", "perfect", "random", 2, 100),
    ("knizia-gold", "perfect", "random", 2, 400),
    ("knizia-gold", "perfect", "random", 4, 100),
    ("knizia-gold", "memory:p=0.6", "memory:p=0.5", 2, 100),
    ("knizia-gold", "memory:p=0.6", "memory:p=0.5", 5, 100),
    ("gold-rush", "heuristic", "greedy", 2, 60),
    ("gold-rush", "heuristic", "greedy", 2, 100),
    ("gold-rush", "greedy", "random", 5, 100),
]


def significantly_below(covered, tried, level):
    """Whether so few would be covered less than once in a hundred times, if the interval covered at this level."""
    return covered < tried * level - 2.326 * math.sqrt(tried * level * (1 - level))


def write(name, rows):
    os.makedirs(results, exist_ok=True)
    with open(os.path.join(results, name), "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def grid():
    command = ["cargo", "run", "--release", "--quiet", "-p", "goldrush", "--example", "coverage", "--", str(options.matches)]
    text = subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout
    rows = list(csv.DictReader(text.splitlines()))
    write("grid.csv", rows)
    worst = {}
    for method in ["share_interval", "student", "hall"]:
        low = min(rows, key=lambda row: float(row[method]))
        bad = [row for row in rows if significantly_below(float(row[method]) * options.matches, options.matches, 0.93)]
        print(f"{method}: worst {low[method]} ({low['players']} players, {low['games']} games, true share {low['share']}); "
              f"{len(bad)} of {len(rows)} situations below 93 %")
        worst[method] = bad
    return not worst["share_interval"]


NUMBER = r"([+-]?[0-9.]+)"
INTERVAL = re.compile(rf"^ *(A|seat 0)\b.*?  +{NUMBER} ?(?:±{NUMBER}|\({NUMBER} to {NUMBER}\))?")


def play(goldrush, pair, seed):
    """The printed share of A and of seat 0 with the ends of their intervals."""
    game, a, b, players, games = pair
    command = [goldrush, "match", "--game", game, "--a", a, "--b", b, "--players", str(players), "--games", str(games)]
    command += ["--seed", str(seed), "--threads", "1"]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    found = {}
    for line in text.split("points from")[0].splitlines():
        if match := INTERVAL.match(line):
            who, mean, half, low, high = match.groups()
            mean = float(mean)
            low, high = (float(low), float(high)) if low else (mean - float(half), mean + float(half))
            found[who] = (mean, low, high)
    return found


def pairs():
    rows, fine = [], True
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for pair in PAIRS:
            played = [list(pool.map(lambda seed: play(goldrush, pair, seed), range(1, options.seeds + 1))) for goldrush in options.goldrush]
            for who in ["A", "seat 0"]:
                shares = [run[who][0] for run in played[0]]
                true = sum(shares) / len(shares)
                row = dict(zip(["game", "a", "b", "players", "games"], pair), whose=who, seeds=len(shares), true_share=f"{true:.5f}")
                for at, runs in enumerate(played):
                    covered = sum(low <= true <= high for _, low, high in (run[who] for run in runs))
                    width = sum(high - low for _, low, high in (run[who] for run in runs)) / len(runs)
                    name = "" if len(played) == 1 else f"_{at + 1}"
                    row["covered" + name], row["mean_width" + name] = f"{covered / len(runs):.3f}", f"{width:.4f}"
                    if at == 0 and significantly_below(covered, len(runs), 0.93):
                        fine = False
                print(row, flush=True)
                rows.append(row)
    write("pairs.csv", rows)
    return fine


sys.exit(0 if (grid() if options.what == "grid" else pairs()) else 1)
