#!/usr/bin/env python3
"""Rate the same games with goldrush, choix, statsmodels and R, and check that all come to the same ratings.

Usage: check_ratings.py GOLDRUSH

Plays tournaments of two to five players, with ties, with a bot that never wins, and with two pairs of bots that never meet. Every
package gets the finishing orders of games.csv and seats.csv. A tie counts as every order of the tied players in equal parts, as in
goldrush: for a package without weights, as copies of the game. Prints a row for each tournament and package: how far apart the ratings
are at most, in Elo.
pip install choix statsmodels pandas; apt-get install r-cran-bradleyterry2 r-cran-survival
"""

import csv
import gzip
import json
import math
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from itertools import permutations
from pathlib import Path

import choix
import numpy as np
import pandas
import statsmodels.api as sm

GOLDRUSH = Path(sys.argv[1]).resolve()
ELO = 400 / math.log(10)
# Games of a tournament, by players: enough for ties.
GAMES = {2: 1200, 3: 300, 4: 120, 5: 120}
# Elo by which a package with the same model may differ: in goldrush, each seat also plays half a pseudo-game.
SAME = 0.5

# Aggregated two-player games: the bot in the first seat, the one in the second, and the wins of each.
PAIRS = """
suppressPackageStartupMessages(library(BradleyTerry2))
games <- read.csv("pairs.csv", colClasses = c(first = "character", second = "character"))
names <- sort(unique(c(games$first, games$second)))
first <- data.frame(bot = factor(games$first, names), seat = 1)
second <- data.frame(bot = factor(games$second, names), seat = 0)
# Ties make halves of wins, of which glm warns.
halves <- function(warning) if (grepl("non-integer", conditionMessage(warning))) invokeRestart("muffleWarning")
fit <- withCallingHandlers(BTm(cbind(games$won, games$lost), first, second, ~ bot + seat, id = "bot"), warning = halves)
found <- coef(fit)
cat(sprintf("%s\\t%.9f\\n", names, c(0, found[paste0("bot", names[-1])])), sep = "")
"""
# Plackett and Luce's model is Cox's: an order is a group in which the winner comes first.
ORDERS = """
library(survival)
places <- read.csv("orders.csv")
places$bot <- factor(places$bot); places$seat <- factor(places$seat)
fit <- coxph(Surv(place, rep(1, nrow(places))) ~ bot + seat + strata(order), places, weights = weight, ties = "breslow")
names <- levels(places$bot)
cat(sprintf("%s\\t%.9f\\n", names, c(0, coef(fit)[paste0("bot", names[-1])])), sep = "")
"""
# The same as if all seats were alike.
ALIKE = ORDERS.replace("+ seat ", "")


def goldrush(*words):
    done = subprocess.run([GOLDRUSH, *map(str, words)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(f"goldrush {' '.join(map(str, words))}: {done.stderr}")
    return done.stdout


def games_of(folder):
    """The games of a run: for each the bots by seat, and their ranks."""
    games = {}
    table = folder / "seats.csv"
    # The rounds of a league are packed.
    with open(table, newline="") if table.exists() else gzip.open(f"{table}.gz", "rt", newline="") as file:
        for row in csv.DictReader(file):
            bots, ranks = games.setdefault(row["game"], ([], []))
            bots.append(row["agent"])
            ranks.append(int(row["rank"]))
    return list(games.values())


def orders_of(game):
    """All orders of the seats that agree with the ranks of a game, the best first."""
    ranks = game[1]
    return [order for order in permutations(range(len(ranks))) if all(ranks[a] <= ranks[b] for a, b in zip(order, order[1:]))]


def without(games, bot):
    """The games without a bot: those who are left keep their order and their seats."""
    kept = []
    for bots, ranks in games:
        kept.append((bots, [rank if name != bot else None for name, rank in zip(bots, ranks)]))
    return kept


def places(games):
    """A row for each place of each order, with the part of a game that the order stands for; the seats of a bot left out are empty."""
    rows, number = [], 0
    for bots, ranks in games:
        seats = [seat for seat, rank in enumerate(ranks) if rank is not None]
        orders = orders_of((None, [ranks[seat] for seat in seats]))
        for order in orders:
            number += 1
            for place, at in enumerate(order):
                rows.append({"order": number, "place": place + 1, "bot": bots[seats[at]], "seat": seats[at], "weight": 1 / len(orders)})
    return pandas.DataFrame(rows)


def copies(games):
    """The orders of all games, each so often that all games count the same."""
    of_games = []
    for bots, ranks in games:
        seats = [seat for seat, rank in enumerate(ranks) if rank is not None]
        orders = orders_of((None, [ranks[seat] for seat in seats]))
        of_games.append([[(bots[seats[at]], seats[at]) for at in order] for order in orders])
    times = math.lcm(*(len(orders) for orders in of_games))
    return [order for orders in of_games for order in orders for _ in range(times // len(orders))]


def by_choix(games):
    """Orders alone: choix knows no seats."""
    orders = [[bot for bot, _ in order] for order in copies(games) if len(order) > 1]
    names = sorted({bot for order in orders for bot in order})
    found = choix.ilsr_rankings(len(names), [[names.index(bot) for bot in order] for order in orders])
    return dict(zip(names, found))


def pairs(games):
    """Two-player games, counted by the bots in the first and in the second seat; a tie is half a win for both."""
    won, played = Counter(), Counter()
    for bots, (one, other) in games:
        if None not in (one, other):
            played[tuple(bots)] += 1
            won[tuple(bots)] += 1 if one < other else 0.5 if one == other else 0
    return [(*bots, won[bots], played[bots] - won[bots]) for bots in sorted(played)]


def by_statsmodels(games):
    """Two-player games as a logistic regression on the two bots and the first seat, those of more players as Cox's model."""
    if len(games[0][0]) == 2:
        rows = pairs(games)
        names = sorted({bot for first, second, *_ in rows for bot in (first, second)})
        table = [[float(name == first) - float(name == second) for name in names[1:]] + [1.0] for first, second, *_ in rows]
        fit = sm.GLM([row[2:] for row in rows], np.array(table), family=sm.families.Binomial()).fit(tol=1e-12)
        return dict(zip(names, [0, *fit.params[:-1]]))
    orders = [order for order in copies(games) if len(order) > 1]
    names = sorted({bot for order in orders for bot, _ in order})
    seats = range(1, len(games[0][0]))
    table, at, strata = [], [], []
    for number, order in enumerate(orders):
        for place, (bot, seat) in enumerate(order):
            table.append([float(bot == name) for name in names[1:]] + [float(seat == other) for other in seats])
            at.append(place + 1)
            strata.append(number)
    fit = sm.PHReg(np.array(at, float), np.array(table), strata=np.array(strata), ties="breslow").fit()
    return dict(zip(names, [0, *fit.params[: len(names) - 1]]))


def by_r(games, script):
    with tempfile.TemporaryDirectory() as work:
        pandas.DataFrame(pairs(games) if len(games[0][0]) == 2 else [], columns=["first", "second", "won", "lost"]).to_csv(f"{work}/pairs.csv", index=False)
        places(games).to_csv(f"{work}/orders.csv", index=False)
        done = subprocess.run(["Rscript", "--vanilla", "-e", script], cwd=work, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"R: {done.stderr}")
    if "Warning" in done.stderr:
        warnings.warn(done.stderr)
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    return {name: float(strength) for name, strength in lines if strength.strip() != "NA"}


def by_bradley_terry_2(games):
    return by_r(games, PAIRS)


def by_survival(games):
    return by_r(games, ORDERS)


PACKAGES = {"choix": by_choix, "statsmodels": by_statsmodels, "BradleyTerry2": by_bradley_terry_2, "survival": by_survival}


def packages(players):
    return [name for name in PACKAGES if name != "BradleyTerry2" or players == 2]


def apart(ratings, strengths):
    """The largest difference of two ratings, in Elo, once both have the same mean."""
    names = [name for name in ratings if name in strengths]
    elo = [strengths[name] * ELO for name in names]
    gaps = [ratings[name] - found for name, found in zip(names, elo)]
    return max(gaps) - min(gaps)


def compare(title, games, ratings, players):
    """Compares the ratings with those of all packages; returns what is wrong."""
    wrong = []
    for package in packages(players):
        found = PACKAGES[package](games)
        gap, note = apart(ratings, found), ""
        if package == "choix":
            # It is compared with the same model without seats.
            alike = {name: strength * ELO for name, strength in by_r(games, ALIKE).items()}
            note = f"; {gap:.1f} from goldrush, as it knows no seats"
            gap = apart(alike, found)
        print(f"| {title} | {len(games)} | {package} | {gap:.2f}{note} |", flush=True)
        if not gap <= SAME:
            wrong.append(f"{title}: {package} differs by {gap:.2f} Elo; at most {SAME} are allowed")
    return wrong


def tried(package, games):
    """The strengths that a package finds, and what it says: a warning, an error or nothing."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            found = PACKAGES[package](games)
        except (ArithmeticError, ValueError, RuntimeError) as problem:
            return {}, f"an error: {problem}"
    return found, "with a warning" if told else "without a warning"


def tied(games):
    return sum(len(set(ranks)) < len(ranks) for _, ranks in games)


def tournament(work, *words):
    """Plays a tournament; returns its games, and the rating of each bot that has one."""
    folder = work / "-".join(map(str, words)).replace("/", "-")
    goldrush("tournament", *words, "--no-luck", "--out", folder)
    summary = json.loads((folder / "summary.json").read_text())
    agents = summary["ratings"]["agents"]
    return games_of(folder), {agent["name"]: agent["elo"]["mean"] for agent in agents}


def equal_models(work):
    """Two to five players, with ties."""
    wrong = []
    cards = "random,memory:p=0.3,memory:p=0.6,memory:p=0.9"
    tiles = "level1,level3,level4,greedy,level6,level7"
    for players in (2, 3, 4, 5):
        game, agents = ("knizia-gold", cards) if players == 2 else ("carcassonne", tiles)
        games, ratings = tournament(work, "--game", game, "--agents", agents, "--format", "all-lineups", "--players", players, "--games", GAMES[players])
        ties = tied(games)
        if not ties:
            sys.exit(f"no ties in {len(games)} games of {players} players: they would not be compared")
        if None in ratings.values():
            sys.exit(f"a bot has no rating in games of {players} players: {ratings}")
        wrong += compare(f"{players} players, ties in {ties} games", games, ratings, players)
    return wrong


def unbeaten(work):
    """A bot that never finishes ahead of another one: goldrush rates the others, as if it had not played."""
    wrong = []
    for players in (2, 3):
        games, ratings = tournament(work, "--agents", "random,greedy,level4,level7", "--format", "all-lineups", "--players", players, "--games", 240)
        unrated = [name for name, elo in ratings.items() if elo is None]
        if unrated != ["random"]:
            sys.exit(f"without a rating is {unrated}, not random: {ratings}")
        rated = {name: elo for name, elo in ratings.items() if elo is not None}
        kept = [game for game in without(games, "random") if sum(rank is not None for rank in game[1]) > 1]
        wrong += compare(f"{players} players, `random` never wins: left out", kept, rated, players)
        for package in packages(players):
            found, said = tried(package, games)
            what = f"`random` is {(min(found[name] for name in rated) - found['random']) * ELO:.0f} below the next, {said}" if found else said
            print(f"| {players} players, `random` never wins: taken along | {len(games)} | {package} | {what} |", flush=True)
    return wrong


def never_met(work):
    """The first round of a knockout, of two pairs: goldrush rates one of them, and has no chance of being stronger across pairs."""
    cup = work / "cup"
    goldrush("league", "init", cup, "--format", "knockout", "--deals", 40)
    for bot in ("level4", "level6", "level7", "level5"):
        goldrush("league", "add", cup, bot)
    goldrush("league", "play", cup, "--games", 1)
    ratings = json.loads(goldrush("league", "table", cup, "--json"))["ratings"]
    names = [agent["name"] for agent in ratings["agents"]]
    rated = {agent["name"]: agent["elo"]["mean"] for agent in ratings["agents"] if agent["elo"]["mean"] is not None}
    games = [game for folder in sorted((cup / "rounds").iterdir()) if folder.is_dir() for game in games_of(folder)]
    met = {frozenset(bots) for bots, _ in games}
    if len(met) != 2 or set(rated) not in met:
        sys.exit(f"two pairs meet, of which one is rated; rated are {rated} of {met}")
    claimed = [(one, other) for at, one in enumerate(names) for other in names[:at] if {one, other} not in met and other in ratings["stronger"][one]]
    if claimed:
        sys.exit(f"goldrush compares bots that never met: {claimed}")
    wrong = compare("two pairs that never meet: the first", [game for game in games if set(game[0]) == set(rated)], rated, 2)
    one, other = (sorted(pair)[0] for pair in sorted(met, key=sorted))
    for package in packages(2):
        found, said = tried(package, games)
        if {one, other} <= set(found):
            said = f"`{one}` is {(found[one] - found[other]) * ELO:+.0f} from `{other}`, {said}"
        elif found:
            said = f"no strength of {', '.join(sorted(set(names) - set(found)))}, {said}"
        print(f"| two pairs that never meet: both | {len(games)} | {package} | {said} |", flush=True)
    return wrong


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        print("| tournament | games | compared with | differs by at most, Elo |\n|---|---|---|---|")
        for check in (equal_models, unbeaten, never_met):
            wrong += check(work)
    if wrong:
        sys.exit("\n".join(wrong))
    print("all packages come to the ratings of goldrush")


if __name__ == "__main__":
    main()
