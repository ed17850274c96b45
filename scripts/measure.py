#!/usr/bin/env python3
"""Measures agents and writes the numbers into ai/data/measured.csv, from which `goldrush agents` and the documents have them.

Usage: scripts/measure.py [--cost] [--strength] [--busy] [--goldrush FILE] [GAME/AGENT…]

--cost measures a turn's wall time on one thread and needs an idle machine (--busy to do it all the same). --strength plays
the row's match again: its games, its seed. Without either both are done; without agents, all of the table: hours. A new
agent gets a row by hand, with what it plays against, the games and the seed, and is then measured.
"""
import argparse, csv, json, os, subprocess, sys, tempfile

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
table = os.path.join(root, "ai", "data", "measured.csv")
parser = argparse.ArgumentParser(usage=__doc__)
parser.add_argument("agents", nargs="*")
parser.add_argument("--cost", action="store_true")
parser.add_argument("--strength", action="store_true")
parser.add_argument("--busy", action="store_true")
parser.add_argument("--goldrush", default=os.path.join(os.environ.get("CARGO_TARGET_DIR", root + "/target"), "release/goldrush"))
options = parser.parse_args()
both = not (options.cost or options.strength)


def match(row, a, b, games, seed, *more):
    """Plays a match; returns its row of a table of matches and what a turn of A took in ms, with how many there were."""
    with tempfile.TemporaryDirectory() as folder:
        rows, run = folder + "/rows.csv", folder + "/run"
        command = [options.goldrush, "match", "--game", row["game"], "--players", row["players"], "--a", a, "--b", b]
        command += ["--games", str(games), "--seed", str(seed), "--append", rows, "--out", run, *more]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(rows, newline="") as file:
            result = next(csv.DictReader(file))
        with open(run + "/machine.json") as file:
            effort = json.load(file)["effort"][0]
        return result, effort["ms_per_turn"], effort["turns"]


def cost(row):
    """A turn's wall time to two digits, from at least two seconds of turns: longer and longer matches against the row's."""
    games, spent = 6, 0
    while spent < 2000 and games < 300000:
        result, ms, turns = match(row, row["agent"], row["against"] or row["agent"], games, 1001, "--threads", "1")
        games, spent = games * 5, ms * turns
    row["ms_per_turn"], row["ms_commit"] = f"{float(f'{ms:.2g}'):.10f}".rstrip("0").rstrip("."), result["commit"]


def strength(row):
    """The row's match, played again."""
    result, _, _ = match(row, row["played"], row["against"], row["games"], row["seed"])
    row["win_share"], row["low"], row["high"] = result["win_share"], result["win_share_low"], result["win_share_high"]
    row["games"], row["commit"] = result["games"], result["commit"]


with open(table, newline="") as file:
    rows = list(csv.DictReader(file))
names = {f"{row['game']}/{row['agent']}" for row in rows}
if unknown := set(options.agents) - names:
    sys.exit(f"not in the table: {', '.join(sorted(unknown))}")
for row in rows:
    name = f"{row['game']}/{row['agent']}"
    if options.agents and name not in options.agents:
        continue
    if options.cost or both:
        if os.getloadavg()[0] > 0.3 and not options.busy:
            sys.exit("the machine is busy, so that times would mean nothing; --busy measures them all the same")
        cost(row)
    if row["against"] and (options.strength or both):
        strength(row)
    print(f"{name}, {row['players']} players: {row['ms_per_turn']} ms a turn, wins {row['win_share']} ({row['low']} to {row['high']})")
    with open(table, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
