#!/usr/bin/env python3
"""Check the intervals of win rates against the true rates, and write the files of results/coverage.

Usage: scripts/coverage.py grid [--matches 20000]                     made-up matches with a known true rate
       scripts/coverage.py pairs [--seeds 1000] [--goldrush FILE…]    matches of bots, with one or more builds to compare
       scripts/coverage.py stop [--seeds 200] [--goldrush FILE]       studies that stop when they are settled
       scripts/coverage.py power [--seeds 40] [--goldrush FILE]       the number of games that would settle an open answer

`grid` runs the example `coverage` and writes grid.csv. `pairs` plays each match with many seeds and reads the intervals; the true
rate is the mean of all seeds. It writes pairs.csv. `stop` plays a study that may stop early with many seeds and
compares its intervals with the same study of two million games. It writes stop.csv. Each prints its worst results and exits with code 1 if
an interval of the first build covers significantly less than 93%. `power` plays short studies, plays those effects that stay open again
with as many more games as the study named, counts how often that settles them, and writes power.csv; it exits with code 1 below 70%.
"""
import argparse, csv, json, math, os, re, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
target = os.environ.get("CARGO_TARGET_DIR", os.path.join(root, "target"))
results = os.path.join(root, "results", "coverage")
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("what", choices=["grid", "pairs", "stop", "power"], help="what to check")
parser.add_argument("--matches", type=int, default=20000, help="made-up matches of each kind (default: 20000)")
parser.add_argument("--seeds", type=int, default=1000, help="seeds of each match or study (default: 1000; at most 200 for stop, 40 for power)")
parser.add_argument("--goldrush", nargs="+", default=[os.path.join(target, "release", "goldrush")], help="the program, or several to compare (default: the release build)")
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
    """True if an interval of this level covers this few less than once in a hundred times."""
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
        print(f"{method}: worst {low[method]} ({low['players']} players, {low['games']} games, true rate {low['share']}); "
              f"{len(bad)} of {len(rows)} situations significantly below 93%")
        worst[method] = bad
    return not worst["share_interval"]


def play(goldrush, pair, seed):
    """Win rates of A and of the first seat, with the ends of their intervals."""
    game, a, b, players, games = pair
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "run")
        command = [goldrush, "match", "--game", game, "--a", a, "--b", b, "--players", str(players), "--games", str(games)]
        command += ["--seed", str(seed), "--threads", "1", "--out", out]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(os.path.join(out, "summary.json")) as file:
            summary = json.load(file)
    rows = {"A": summary["agents"][0], "first seat": summary["arms"][0]["seats"][0]}
    return {who: interval(row["metrics"]["win_share"]) for who, row in rows.items()}


def interval(share):
    """Mean and ends of an interval."""
    mean, half = share["mean"], share["half_width"]
    return mean, share.get("low", mean - half), share.get("high", mean + half)


def pairs():
    rows, fine = [], True
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for pair in PAIRS:
            played = [list(pool.map(lambda seed: play(goldrush, pair, seed), range(1, options.seeds + 1))) for goldrush in options.goldrush]
            for who in ["A", "first seat"]:
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


# Studies that stop by themselves; the true effects are from one that does not.
STUDIES = [
    ("settled", ["--until", "settled"]),
    ("points 0.7", ["--precision", "points=0.7"]),
    ("points 2", ["--precision", "points=2"]),
]
STUDY = ["--agents", "random,greedy", "--factor", "tents=1,0", "--about", "closeness,points,sources,skill,use"]


def study(goldrush, seed, games, goal, asked=STUDY):
    """Effects of a study, and the number of its games."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "run")
        command = [goldrush, "balance", *asked, *goal, "--games", str(games), "--seed", str(seed), "--out", out]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(os.path.join(out, "summary.json")) as file:
            summary = json.load(file)
    names = ["factor", "level", "agent", "response"]
    return {tuple(e[name] for name in names): e for e in summary["effects"]}, summary["games"]


def stop():
    goldrush, seeds = options.goldrush[0], min(options.seeds, 200)
    truth, _ = study(goldrush, 1_000_003, 2_000_000, [])
    rows, fine = [], True
    for name, goal in STUDIES:
        covered, tried, worst, wrong, games = 0, 0, 1.0, 0, []
        held = dict.fromkeys(truth, 0)
        for seed in range(1, seeds + 1):
            effects, played = study(goldrush, seed, 40_000, goal)
            games.append(played)
            for key, effect in effects.items():
                true = truth[key]["mean"]
                held[key] += abs(effect["mean"] - true) <= effect["half_width"] + truth[key]["half_width"]
                is_wrong = {"larger": true < 0, "smaller": true > 0, "balanced": abs(true) > effect["margin"]}
                wrong += is_wrong.get(effect["verdict"], False)
        tried, covered = seeds * len(held), sum(held.values())
        worst = min(held.values())
        fine = fine and not any(significantly_below(n, seeds, 0.93) for n in held.values())
        mean_games = sum(games) / len(games)
        row = {"ends": name, "seeds": seeds, "effects": len(held), "covered": f"{covered / tried:.4f}", "worst_effect": f"{worst / seeds:.3f}",
               "wrong_verdicts": wrong, "verdicts": tried, "mean_games": f"{mean_games:.0f}", "fewest_games": min(games), "most_games": max(games)}
        print(row, flush=True)
        rows.append(row)
    write("stop.csv", rows)
    return fine


# Changes whose effects are often open after 400 games, and the most games to play for an effect.
CHANGES = ["tents=1,2", "locomotives=exactly-one,never", "mining-interval=1,2", "cowboys=4,5"]
FIRST, MOST = 400, 100_000


def power():
    goldrush, seeds = options.goldrush[0], min(options.seeds, 40)
    rows, all_open, all_settled = [], 0, 0
    for change in CHANGES:
        asked = ["--agents", "random,greedy", "--factor", change, "--about", "closeness,points"]
        tried, settled, beyond, games = 0, 0, 0, []
        for seed in range(1, seeds + 1):
            effects, played = study(goldrush, seed, FIRST, [], asked)
            for key, effect in effects.items():
                more = effect["more_games"]
                if effect["verdict"] != "unclear" or more is None or more > MOST:
                    beyond += effect["verdict"] == "unclear"
                    continue
                later, _ = study(goldrush, seed, played + more, [], asked)
                tried, settled = tried + 1, settled + (later[key]["verdict"] != "unclear")
                games.append(more)
        row = {"change": change, "studies": seeds, "open_effects": tried, "settled": f"{settled / max(tried, 1):.3f}",
               "not_tried": beyond, "median_games": sorted(games)[len(games) // 2] if games else 0}
        print(row, flush=True)
        rows.append(row)
        all_open, all_settled = all_open + tried, all_settled + settled
    write("power.csv", rows)
    print(f"{all_settled} of {all_open} open effects were settled")
    return all_settled >= 0.7 * all_open


sys.exit(0 if {"grid": grid, "pairs": pairs, "stop": stop, "power": power}[options.what]() else 1)
