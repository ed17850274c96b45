#!/usr/bin/env python3
"""Write the tables of results/quality from its measures.csv and points-*.csv.

Usage: scripts/quality.py [--check]                                  --check writes nothing and fails if something would change
       scripts/quality.py --add GAME BOT PLAYERS TILES GAMES.CSV     adds the means of a run of `goldrush balance --factor seat=0,1`
"""
import csv, glob, math, os, re, statistics, sys

from marked import ROOT, update
from summaries import GAMES, SEARCH

FOLDER = f"{ROOT}/results/quality"
TABLE = f"{FOLDER}/measures.csv"
COLUMNS = ["game", "bot", "players", "tiles", "games", "measure", "mean", "half_width"]
# For people, what is computed from a game, the factor and the unit in which it is shown, and its digits.
MEASURES = {
    "turns": ("turns", lambda game: game["turns"], 1, "", 0),
    "decisions": ("decisions", lambda game: game["decisions"], 1, "", 0),
    "choices": ("possible moves at a decision", lambda game: game["choices"], 1, "", 1),
    "near_equal": ("other ways to play a turn within a point of the best", lambda game: game["near_equal"], 1, "", 1),
    "free_turns": ("turns in which choices hardly matter", lambda game: game["free_turns"], 100, "%", 0),
    "lead_changes": ("changes of the lead", lambda game: game["lead_changes"], 1, "", 2),
    "leader_wins": ("the leader at half-time wins", lambda game: game["leader_wins"], 100, "%", 1),
    "decided": ("share of the turns after which it is decided", lambda game: game["decided_turn"] / game["turns"], 100, "%", 0),
    "drama": ("drama: how far the winner's chance was behind, 0 if never", lambda game: game["drama"], 1, "", 2),
    "deficit": ("points that the winner had been behind", lambda game: game["deficit"], 1, "", 1),
    "margin": ("lead of the winner, part of the winner's points", lambda game: game["winning_margin"] / max(game["best_score"], 1), 100, "%", 0),
    "interaction": ("points in which other players have a part", lambda game: game["interaction"], 100, "%", 0),
    "luckiest_wins": ("the luckiest player wins", lambda game: game["luckiest_wins"], 100, "%", 1),
    "luck_spread": ("points that luck gave the luckiest above the others", lambda game: game["luck_spread"], 1, "", 1),
    "draw_size": ("a drawn tile or card above or below the average, points", lambda game: game["draw_size"], 1, "", 2),
}


def add(game, bot, players, tiles, path):
    with open(path, newline="") as file:
        games = [{name: float(row[name] or 0) for name in row if name not in ("run", "check", "discarded")} for row in csv.DictReader(file)]
    begins = not os.path.exists(TABLE)
    with open(TABLE, "a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if begins:
            writer.writerow(COLUMNS)
        for measure, (_, of, *_) in MEASURES.items():
            values = [of(one) for one in games]
            half_width = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
            writer.writerow([game, bot, players, tiles, len(values), measure, f"{statistics.fmean(values):.5f}", f"{half_width:.5f}"])


def tables():
    with open(TABLE, newline="") as file:
        told = {(row["game"], row["bot"], row["tiles"], row["players"], row["measure"]): row for row in csv.DictReader(file)}

    def cell(*played):
        *_, measure = played
        row = told[played]
        _, _, factor, unit, digits = MEASURES[measure]
        mean, half_width = (f"{factor * float(row[column]):.{digits}f}" for column in ("mean", "half_width"))
        # What hardly varies needs no interval.
        return f"{mean}{unit} ± {half_width}" if float(half_width) else mean + unit

    def table(columns):
        """Columns of a heading, a game, the bot in all seats, the tiles and the number of players."""
        lines = ["| | " + " | ".join(heading for heading, *_ in columns) + " |", "|---" * (len(columns) + 1) + "|"]
        return lines + [f"| {MEASURES[measure][0]} | " + " | ".join(cell(*played, measure) for _, *played in columns) + " |" for measure in MEASURES]

    usual = lambda game: "perfect" if game == "knizia-gold" else "heuristic"
    others = [("gold-rush", "greedy"), ("gold-rush", SEARCH), ("carcassonne", SEARCH), ("knizia-gold", "memory:p=0.9")]
    parts = {f"players-{players}": table([(name, game, usual(game), "printed", players) for game, name in GAMES.items()]) for players in "2345"}
    parts |= {f"others-{players}": table([(f"{GAMES[game]}, `{bot}`", game, bot, "printed", players) for game, bot in others]) for players in "24"}
    tiles = {"printed": "first", "gold_rush_alt": "second"}
    rivals = [(f"{words}, {players} players", "gold-rush", "heuristic", name, players) for players in "24" for name, words in tiles.items()]
    return parts | {"rivals": table(rivals)}


def points():
    """When and from what players score, in games of `goldrush ask points`."""
    lines = ["| game | players | points | in the first half of the turns | in the second half | in the last turn and at the end | from |", "|---" * 7 + "|"]
    paths = [re.match(r".*/points-(.+)-(\d)\.csv", path) for path in glob.glob(f"{FOLDER}/points-*.csv")]
    for found in sorted(paths, key=lambda found: (list(GAMES).index(found[1]), found[2])):
        with open(found[0], newline="") as file:
            rows = [(row["source"], row["part"], float(row["points"])) for row in csv.DictReader(file)]
        whole = sum(value for *_, value in rows)
        by_part, by_source = {}, {}
        for source, part, value in rows:
            half = "end" if part == "end" else "first" if int(part.removeprefix("to ")[:-1]) <= 50 else "second"
            by_part[half] = by_part.get(half, 0) + value
            by_source[source] = by_source.get(source, 0) + value
        parts = " | ".join(f"{100 * by_part[half] / whole:.0f}%" for half in ("first", "second", "end"))
        largest = sorted(by_source.items(), key=lambda one: -one[1])
        sources = ", ".join(f"{source} {100 * value / whole:.0f}%" for source, value in largest if value / whole >= 0.005)
        lines.append(f"| {GAMES[found[1]]} | {found[2]} | {whole:.0f} | {parts} | {sources} |")
    return lines


if "--add" in sys.argv[1:2]:
    add(*sys.argv[2:])
else:
    update("results/quality/README.md", **tables(), points=points())
