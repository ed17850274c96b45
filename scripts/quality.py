#!/usr/bin/env python3
"""Add the means of a run of `goldrush balance --factor seat=0,1` to results/quality/measures.csv.

Usage: scripts/quality.py GAME BOT PLAYERS TILES GAMES.CSV
"""
import csv, math, os, statistics, sys

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../results/quality/measures.csv")
COLUMNS = ["game", "bot", "players", "tiles", "games", "measure", "mean", "half_width"]
# Columns of games, and what is computed from them.
MEASURES = [
    "turns", "decisions", "choices", "near_equal", "free_turns", "lead_changes", "leader_wins", "decided", "drama", "deficit", "margin",
    "interaction", "luckiest_wins", "luck_spread", "draw_size",
]
COMPUTED = {
    "decided": lambda game: game["decided_turn"] / game["turns"],
    "margin": lambda game: game["winning_margin"] / max(game["best_score"], 1),
}

if len(sys.argv) != 6:
    sys.exit(__doc__)
*played, path = sys.argv[1:]
with open(path, newline="") as file:
    games = [{name: float(row[name] or 0) for name in row if name not in ("run", "check", "discarded")} for row in csv.DictReader(file)]
begins = not os.path.exists(TABLE)
with open(TABLE, "a", newline="") as file:
    writer = csv.writer(file, lineterminator="\n")
    if begins:
        writer.writerow(COLUMNS)
    for measure in MEASURES:
        values = [COMPUTED.get(measure, lambda game: game[measure])(one) for one in games]
        half_width = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
        writer.writerow([*played, len(values), measure, f"{statistics.fmean(values):.5f}", f"{half_width:.5f}"])
