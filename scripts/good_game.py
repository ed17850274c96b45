#!/usr/bin/env python3
"""Write the table and the picture of results/good-game from its CSV files, which `goldrush ask leads --out` writes.

The program draws the results of one run; this picture gathers the bots of five, so it is drawn here.

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


def picture(bots):
    left, right, top, row = 150, 560, 16, 34
    values = [int(told["points of a player"][at]) for told in bots.values() for at in ["5", "95"]]
    low, high = min(values) // 20 * 20, -(-max(values) // 20) * 20
    x = lambda points: left + (right - left) * (int(points) - low) / (high - low)
    bottom = top + row * len(bots)
    parts = []
    for points in range(low, high + 1, 20):
        parts.append(f'<path class="grid" d="M{x(points):.1f} {top}V{bottom}"/><text x="{x(points):.1f}" y="{bottom + 18}" class="middle">{points}</text>')
    for at, (bot, told) in enumerate(bots.items()):
        y, of = top + row * (at + 0.5), told["points of a player"]
        parts.append(
            f'<text x="{left - 12}" y="{y + 4:.1f}" class="end">{bot}</text><path class="thin" d="M{x(of["5"]):.1f} {y:.1f}H{x(of["95"]):.1f}"/>'
            f'<path class="thick" d="M{x(of["25"]):.1f} {y:.1f}H{x(of["75"]):.1f}"/><path class="median" d="M{x(of["50"]):.1f} {y - 9:.1f}V{y + 9:.1f}"/>'
            f'<text x="{x(of["95"]) + 8:.1f}" y="{y + 4:.1f}">{of["50"]}</text>'
        )
    parts.append(f'<text x="{(left + right) / 2}" y="{bottom + 38}" class="middle">points of a player: half of all scores lie within the bar, nine in ten within the line</text>')
    style = (
        "text{font:12px system-ui,sans-serif;fill:#22262b}.end{text-anchor:end}.middle{text-anchor:middle}.grid{stroke:#8883}"
        ".thin{stroke:#0a6c8c;stroke-width:2}.thick{stroke:#0a6c8c;stroke-width:10}.median{stroke:#fffefb;stroke-width:3}"
        "@media(prefers-color-scheme:dark){text{fill:#ecebe6}.thin,.thick{stroke:#5fc0de}.median{stroke:#1b1e22}}"
    )
    title = "What each player scores in two-player games of Gold Rush, by bot"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 {bottom + 46}" role="img" aria-label="{title}">'
        f"<title>{title}</title><style>{style}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


found = games()
with open(f"{folder}/README.md") as file:
    text = file.read()
marks = "<!-- games -->\n", "<!-- end of games -->"
written = re.sub(f"(?s){marks[0]}.*?{marks[1]}", lambda _: marks[0] + "\n".join(table(found)) + "\n" + marks[1], text)
for name, wanted in [("README.md", written), ("points.svg", picture(found[0, "gold-rush", "2"]))]:
    path = f"{folder}/{name}"
    if "--check" in sys.argv[1:]:
        with open(path) as file:
            if file.read() != wanted:
                sys.exit(f"results/good-game/{name} is out of date; run scripts/good_game.py")
    else:
        with open(path, "w") as file:
            file.write(wanted)
