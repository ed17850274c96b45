#!/usr/bin/env python3
"""Check results with luck removed: how often their intervals contain the true result, and how many games that is worth.

Usage: scripts/check_luck.py [--goldrush FILE] [--seeds N] [--games N] [GAME/PLAYERS…]
       scripts/check_luck.py --worth [--goldrush FILE] [--deals N] [GAME/PLAYERS…]

Plays a match of N games with each of N seeds. The true result is the mean of a match 100 times as long with another seed. Prints, for
margin and wins, how often the interval contains it, as played and with luck removed, and how many times the games removing luck is
worth. Fails if significantly fewer than 93% do (one-sided, 1%).

--worth plays a bot against itself, each deal in all seatings. It prints the ratio of the variances of a deal's mean, as played and
with luck removed, and the processor time that estimating luck costs.
"""
import argparse, json, math, os, subprocess, sys, tempfile

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("cases", nargs="*", metavar="GAME/PLAYERS", help="for example gold-rush/2 (default: all)")
parser.add_argument("--worth", action="store_true", help="measure how many games removing luck is worth")
parser.add_argument("--deals", type=int, default=600, help="deals for --worth (default: 600)")
parser.add_argument("--goldrush", default=os.path.join(os.environ.get("CARGO_TARGET_DIR", root + "/target"), "release/goldrush"), help="the program (default: the release build)")
parser.add_argument("--seeds", type=int, default=300, help="matches of each case (default: 300)")
parser.add_argument("--games", type=int, default=100, help="games of a match (default: 100)")
options = parser.parse_args()
GAMES = ("gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold")
AGENTS = {"knizia-gold": ("memory:p=0.95", "memory:p=0.9")}


def match(game, players, seed, games):
    """Margin and win share of A with their intervals, as played and with luck removed, and what removing it is worth."""
    a, b = AGENTS.get(game, ("heuristic:width=20", "heuristic:width=10"))
    with tempfile.TemporaryDirectory() as folder:
        command = [options.goldrush, "match", "--game", game, "--players", players, "--a", a, "--b", b, "--luck"]
        command += ["--games", str(games), "--seed", str(seed), "--out", folder + "/run"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(folder + "/run/summary.json") as file:
            summary = json.load(file)
    plain, luck = summary["agents"][0]["metrics"], summary["luck"]["agents"][0]
    ends = lambda e: (e.get("low", e["mean"] - e["half_width"]), e.get("high", e["mean"] + e["half_width"]))
    both = lambda name: [(e["mean"], *ends(e)) for e in (plain[name], luck[name])] + [luck[name]["worth"]]
    return {name: both(name) for name in ("margin", "win_share")}


# The same agent under a name for each seat, so that a deal is played in all seatings.
SAME = ["heuristic", "heuristic:width=1000", "heuristic:width=999", "heuristic:width=998", "heuristic:width=997"]
SAME_WITH_CARDS = ["memory:p=1", "memory:p=1.00000", "memory:p=1.0", "memory:p=1.00", "memory:p=1.000"]


def simulate(game, players, deals, luck):
    """Summary of an agent against itself, and its processor time in seconds on one thread."""
    agents = (SAME_WITH_CARDS if game == "knizia-gold" else SAME)[: int(players)]
    with tempfile.TemporaryDirectory() as folder:
        command = [options.goldrush, "simulate", "--game", game, "--agents", ",".join(agents), luck, "--threads", "1"]
        command += ["--games", str(deals * int(players)), "--seed", "2222", "--out", folder + "/run"]
        began = sum(os.times()[2:4])
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seconds = sum(os.times()[2:4]) - began
        with open(folder + "/run/summary.json") as file:
            return json.load(file), seconds


if options.worth:
    print("| game | players | margin: spread as played | luck removed | worth | wins: spread as played | luck removed | worth | ms a game |")
    print("|---|---|---|---|---|---|---|---|---|")
    for case in options.cases or [f"{game}/{players}" for game in GAMES for players in (2, 3, 4, 5)]:
        game, players = case.split("/")
        few = max(1, options.deals // 10)
        summary, seconds = simulate(game, players, options.deals, "--luck")
        _, without = simulate(game, players, few, "--no-luck")
        ms = 1000 * (seconds / options.deals - without / few) / int(players)
        cells = []
        for name, form in (("margin", ".1f"), ("win_share", ".1%")):
            worth = [agent[name]["worth"] for agent in summary["luck"]["agents"]]
            t = [agent["metrics"][name] for agent in summary["agents"]]
            deviation = sum(e["half_width"] for e in t) / len(t) / 1.96 * math.sqrt(options.deals)
            worth = len(worth) / sum(1 / w for w in worth)
            cells += [f"{deviation:{form}}", f"{deviation / math.sqrt(worth):{form}}", f"{worth:.2f}"]
        print(f"| {game} | {players} | {' | '.join(cells)} | {ms:.1f} |", flush=True)
    sys.exit()
failed = False
print(f"| game | players | result | true result | as played | luck removed | worth |\n|---|---|---|---|---|---|---|")
for case in options.cases or [f"{game}/{players}" for game in GAMES for players in (2, 4)]:
    game, players = case.split("/")
    truths = match(game, players, 5_000_000, 100 * options.games)
    runs = [match(game, players, 5_000_001 + seed, options.games) for seed in range(options.seeds)]
    for name in ("margin", "win_share"):
        truth = truths[name][1][0]
        covered = [sum(run[name][i][1] <= truth <= run[name][i][2] for run in runs) / len(runs) for i in (0, 1)]
        least = 0.93 - 2.326 * math.sqrt(0.93 * 0.07 / len(runs))
        failed |= covered[1] < least
        worth = truths[name][2]
        shown = f"{truth:.2f}" if name == "margin" else f"{truth:.2%}"
        print(f"| {game} | {players} | {name.replace('win_share', 'wins')} | {shown} | {covered[0]:.1%} | {covered[1]:.1%} | {worth:.2f} |", flush=True)
sys.exit("too few intervals contain the true result" if failed else 0)
