#!/usr/bin/env python3
"""Write the table of results/good-game from its CSV files, which `goldrush ask leads --out` writes.

Usage: scripts/good_game.py [--check]      --check writes nothing and fails if something would change
"""
import csv, glob, os, re, sys

folder = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "results", "good-game"))
LEAD = "winner's lead"
NAMES = {
    "gold-rush": "Gold Rush",
    "carcassonne": "Carcassonne",
    "carcassonne+gold-mines": "with The Gold Mines",
    "knizia-gold": "the cards",
}


def games():
    """Percentiles by game and number of players, then by bot, as {what: {percentile: value}}."""
    found = {}
    for path in sorted(glob.glob(f"{folder}/*.csv")):
        game = re.match(r"(.+)-\d", os.path.basename(path))[1]
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                bots = found.setdefault((list(NAMES).index(game), game, row["players"]), {})
                bots.setdefault(row["bot"], {}).setdefault(row["what"], {})[row["at"]] = row["value"]
    # By points, the fewest first.
    return {key: dict(sorted(bots.items(), key=lambda bot: int(bot[1]["points of a player"]["50"]))) for key, bots in sorted(found.items())}


def table(found):
    lines = ["| game | players | bot | points of each player | points of the winner | winner's lead | turns |", "|---" * 7 + "|"]
    for (_, game, players), bots in found.items():
        for at, (bot, told) in enumerate(bots.items()):
            span = lambda what, low, high: f"{told[what]['50']} ({told[what][low]}–{told[what][high]})"
            name, many = (NAMES[game], players) if at == 0 else ("", "")
            lines.append(
                f"| {name} | {many} | `{bot}` | {span('points of a player', '5', '95')} | {span('points of the winner', '5', '95')} "
                f"| {span(LEAD, '5', '95')} | {told['turns']['50']} |"
            )
    return lines


found = games()
with open(f"{folder}/README.md") as file:
    text = file.read()
marks = "<!-- games -->\n", "<!-- end of games -->"
written = re.sub(f"(?s){marks[0]}.*?{marks[1]}", lambda _: marks[0] + "\n".join(table(found)) + "\n" + marks[1], text)
if "--check" not in sys.argv[1:]:
    with open(f"{folder}/README.md", "w") as file:
        file.write(written)
elif text != written:
    sys.exit("results/good-game/README.md is out of date; run scripts/good_game.py")
