#!/usr/bin/env python3
"""Measure the cost of a turn of each agent and write it into ai/data/measured.csv, which `goldrush agents` and the documents show.

Usage: scripts/measure.py [--busy] [--goldrush FILE] [GAME/AGENT…]
       scripts/measure.py --strength [--check]
       scripts/measure.py --luck [--deals N] [--goldrush FILE] [GAME/PLAYERS…]

Measures a turn's wall time on one thread, on an idle machine. A new agent needs a row in the table, written by hand, with its opponent.

--strength fills in the match that each row names, from the rows of results/bots/*.csv, which scripts/matches.sh appends; with --check it
writes nothing and fails if something would change.

--luck fits how much of its luck to remove from a seat's result, by least squares over the means of deals, and writes ai/data/luck.csv,
which is compiled into the program: an agent against itself, each deal in all seatings, with a seed that no report uses. With names, only
those rows are fitted.
"""
import argparse, collections, csv, glob, json, os, subprocess, sys, tempfile

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
table = os.path.join(root, "ai", "data", "measured.csv")
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("agents", nargs="*", metavar="GAME/AGENT", help="rows to measure (default: all); with --luck, GAME/PLAYERS")
parser.add_argument("--busy", action="store_true", help="measure even if the machine is busy")
parser.add_argument("--strength", action="store_true", help="fill in the matches that were played instead")
parser.add_argument("--check", action="store_true", help="with --strength: write nothing, fail if something would change")
parser.add_argument("--luck", action="store_true", help="fit how much luck to remove from results instead")
parser.add_argument("--deals", type=int, default=1000, help="deals for --luck (default: 1000)")
parser.add_argument("--goldrush", default=os.path.join(os.environ.get("CARGO_TARGET_DIR", root + "/target"), "release/goldrush"), help="the program (default: the release build)")
options = parser.parse_args()


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def write(rows, path=table):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def match(row, a, b, games, seed, *more):
    """Plays a match; returns its row of a table of matches, the ms a turn of A took, and the number of turns."""
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
    """Measures a turn's wall time to two digits, in longer and longer matches until they have two seconds of turns."""
    games, spent = 6, 0
    while spent < 2000 and games < 300000:
        result, ms, turns = match(row, row["agent"], row["against"] or row["agent"], games, 1001, "--threads", "1")
        games, spent = games * 5, ms * turns
    row["ms_per_turn"], row["ms_commit"] = f"{float(f'{ms:.2g}'):.10f}".rstrip("0").rstrip("."), result["commit"]


# The same agent under a name for each seat, so that a deal is played in all seatings.
SAME = ["heuristic", "heuristic:width=1000", "heuristic:width=999", "heuristic:width=998", "heuristic:width=997"]
SAME_WITH_CARDS = ["memory:p=1", "memory:p=1.00000", "memory:p=1.0", "memory:p=1.00", "memory:p=1.000"]
LUCK_SEED = 907


def deals_of(game, players, deals):
    """Plays deals in all seatings; returns the means of luck, margin, score, others' score, luck in wins and share by deal and agent."""
    agents = (SAME_WITH_CARDS if game == "knizia-gold" else SAME)[:players]
    with tempfile.TemporaryDirectory() as folder:
        command = [options.goldrush, "simulate", "--game", game, "--agents", ",".join(agents), "--luck"]
        command += ["--games", str(deals * players), "--seed", str(LUCK_SEED), "--out", folder + "/run"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        games = collections.defaultdict(list)
        with open(folder + "/run/seats.csv", newline="") as file:
            for row in csv.DictReader(file):
                games[row["game"]].append(row)
    means = collections.defaultdict(lambda: [0.0] * 6)
    for seats in games.values():
        for seat in seats:
            others = [other for other in seats if other is not seat]
            mean = lambda column: sum(float(other[column]) for other in others) / len(others)
            score = float(seat["score"])
            margin = score - max(float(other["score"]) for other in others)
            values = [float(seat["luck"]) - mean("luck"), margin, score, mean("score"), float(seat["luck_wins"]), float(seat["win_share"])]
            to = means[seat["block"], seat["agent"]]
            for at, value in enumerate(values):
                to[at] += value / players
    return list(means.values())


def slope(luck, result):
    """The least-squares slope of a result on luck, and the ratio of the variances with and without that luck."""
    n, x, y = len(luck), sum(luck) / len(luck), sum(result) / len(result)
    xx, yy = sum((a - x) ** 2 for a in luck), sum((b - y) ** 2 for b in result)
    xy = sum((a - x) * (b - y) for a, b in zip(luck, result))
    return xy / xx, yy / (yy - xy * xy / xx)


def fit_luck():
    path = os.path.join(root, "ai", "data", "luck.csv")
    rows = read(path)
    for row in rows:
        if options.agents and f"{row['game']}/{row['players']}" not in options.agents:
            continue
        luck, margin, score, others, wins, share = zip(*deals_of(row["game"], int(row["players"]), options.deals))
        fits = {"margin": slope(luck, margin), "share": slope(wins, share), "score": slope(luck, score), "others": slope(luck, others)}
        for what, (coefficient, _) in fits.items():
            row[what] = f"{coefficient:.3f}"
        row["deals"], row["seed"] = options.deals, LUCK_SEED
        worth = ", ".join(f"{what} {fits[what][1]:.2f}" for what in ["margin", "share"])
        print(f"{row['game']}, {row['players']} players: worth this many times the games: {worth}", flush=True)
        write(rows, path)


def fill_in_strength(rows):
    """Fills in the match that each row names."""
    matches = [row for path in sorted(glob.glob(f"{root}/results/bots/*.csv")) for row in read(path) if "a" in row]
    played = {(row["game"], row["a"], row["b"], row["players"]): row for row in matches}
    for row in filter(lambda row: row["against"], rows):
        match = played.get((row["game"], row["played"], row["against"], row["players"]))
        if match is None:
            sys.exit(f"results/bots has no match of {row['played']} against {row['against']} in {row['game']} with {row['players']} players")
        row |= {to: match[source] for to, source in [("win_share", "win_share"), ("low", "win_share_low"), ("high", "win_share_high")]}
        row |= {column: match[column] for column in ["games", "seed", "commit"]}


if options.luck:
    fit_luck()
    sys.exit()
rows = read(table)
if options.strength:
    fill_in_strength(rows)
    if rows == read(table):
        # Not written again: what embeds the table would be compiled anew.
        sys.exit()
    if options.check:
        sys.exit("ai/data/measured.csv is out of date; run scripts/measure.py --strength")
    write(rows)
    sys.exit()
names = {f"{row['game']}/{row['agent']}" for row in rows}
if unknown := set(options.agents) - names:
    sys.exit(f"not in the table: {', '.join(sorted(unknown))}")
for row in rows:
    name = f"{row['game']}/{row['agent']}"
    if options.agents and name not in options.agents:
        continue
    if os.getloadavg()[0] > 0.3 and not options.busy:
        sys.exit("the machine is busy, so times would mean nothing; use --busy to measure anyway")
    cost(row)
    print(f"{name}, {row['players']} players: {row['ms_per_turn']} ms a turn")
    write(rows)
