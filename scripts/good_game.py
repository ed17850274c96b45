#!/usr/bin/env python3
"""Write the tables of results/good-game and results/leader from the CSV files of the first, which `goldrush ask leads --out` writes.

Usage: scripts/good_game.py [--check]      --check writes nothing and fails if something would change
"""
import csv, glob, os, re

from marked import ROOT, update
from summaries import GAMES, SEARCH

folder = f"{ROOT}/results/good-game"
LEAD, RIVAL = "winner's lead", "-rival.csv"


def games():
    """Percentiles by game and number of players, then by bot, as {what: {percentile: value}}."""
    found = {}
    for path in sorted(set(glob.glob(f"{folder}/*.csv")) - set(glob.glob(f"{folder}/*{RIVAL}"))):
        game = re.match(r"(.+)-\d", os.path.basename(path))[1]
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                bots = found.setdefault((list(GAMES).index(game), game, row["players"]), {})
                bots.setdefault(row["bot"], {}).setdefault(row["what"], {})[row["at"]] = row["value"]
    # By points, the fewest first.
    return {key: dict(sorted(bots.items(), key=lambda bot: int(bot[1]["points of a player"]["50"]))) for key, bots in sorted(found.items())}


def table(found):
    lines = ["| game | players | bot | points of each player | points of the winner | winner's lead | turns |", "|---" * 7 + "|"]
    for (_, game, players), bots in found.items():
        for at, (bot, told) in enumerate(bots.items()):
            span = lambda what, low, high: f"{told[what]['50']} ({told[what][low]}–{told[what][high]})"
            name, many = (GAMES[game], players) if at == 0 else ("", "")
            lines.append(
                f"| {name} | {many} | `{bot}` | {span('points of a player', '5', '95')} | {span('points of the winner', '5', '95')} "
                f"| {span(LEAD, '5', '95')} | {told['turns']['50']} |"
            )
    return lines


def leads(path, bots=("heuristic", "perfect")):
    """By a bot, of these the one that plays there, what became of the lead at half-time, as (value, half width)."""
    told = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row["bot"] in bots:
                value, low, high = (float(row[column]) for column in ("value", "low", "high"))
                told[row["what"], row["at"]] = value, (high - low) / 2
    share = lambda at: "{:.1f}% ± {:.1f}".format(*(100 * part for part in told["leader wins", at]))
    lead = "{:.1f} ± {:.1f}".format(*told["lead", "50"])
    kept = "{:.1f} ± {:.1f}".format(*(10 * part for part in told["left of a point", "50"]))
    return lead, share("50"), share("80"), kept


def leaders():
    columns = ["game", "players", "lead at half-time", "the leader wins", "leader after 80% of turns wins", "a fair share", "keeps of ten points"]
    lines, before = ["| " + " | ".join(columns) + " |", "|---" * len(columns) + "|"], ""
    for game, name in GAMES.items():
        for players in "2345":
            if os.path.exists(path := f"{folder}/{game}-{players}.csv"):
                lead, half, late, kept = leads(path)
                lines.append(f"| {name if name != before else ''} | {players} | {lead} | {half} | {late} | {100 / int(players):.0f}% | {kept} |")
                before = name
    return lines


def rivals():
    lines = ["| players | leader at half-time wins | keeps of ten points |", "|---|---|---|"]
    for players in "2345":
        _, half, _, kept = leads(f"{folder}/gold-rush-{players}{RIVAL}")
        lines.append(f"| {players} | {half} | {kept} |")
    return lines


def bots():
    """Two players of Gold Rush, weaker bots first."""
    lines = ["| bot | leader at half-time wins | keeps of ten points |", "|---|---|---|"]
    for file, bot in [
        ("", "level3"), ("", "level6"), ("", "greedy"), ("", "heuristic"), ("-search", SEARCH), ("-level11", "level11"), ("-best", "best"),
    ]:
        _, half, _, kept = leads(f"{folder}/gold-rush-2{file}.csv", (bot,))
        lines.append(f"| `{bot}` | {half} | {kept} |")
    return lines


found = games()
update("results/good-game/README.md", games=table(found))
update("results/leader/README.md", leaders=leaders(), bots=bots(), rivals=rivals())
