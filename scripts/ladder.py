#!/usr/bin/env python3
"""Write the matches that were played into the tables that show them: who beats whom, the ladder, the levels, what joins, other parts
and changes of a search bring, and what is lost in last turns in results/bots/README.md; and the strength of each agent in
ai/data/measured.csv, which is compiled into the program.

Usage: scripts/ladder.py [--check]      --check writes nothing and fails if something would change

The matches are rows of results/bots/*.csv, which scripts/matches.sh appends; the cost of a turn is in ai/data/measured.csv, where
scripts/measure.py writes it.
"""
import csv, glob, io, os, sys

from marked import ROOT, replace, update
from summaries import GAMES

# Parts of `heuristic` that are shown, with the options that leave each out.
PARTS = {
    "any value for cowboys in supply or on their way home":
        "first_in_supply=0,second_in_supply=0,third_in_supply=0,more_in_supply=0,late_supply=0,comes_home=0",
    "any chance of completion": "fill=0.5,railroad_closing=0,railroad_end=0,mountain_closing=0,mountain_end=0",
    "joins by later tiles": "joins=0",
    "the first cowboy in supply alone": "first_in_supply=0",
    "any value for tents": "tent_token=0,tent_growth=0,tent_closing=0",
    "the chance that a mountain closes alone": "mountain_closing=0",
}

# Changes of a search that are shown, with its options; with `mcts`, both have 160 playouts.
CHANGES = {
    "no playouts, estimate alone (`depth=0`)": "rollout:playouts=80,depth=0",
    "random playouts (`policy=random`)": "rollout:playouts=80,policy=random",
    "random playouts, 1,200 of them": "rollout:playouts=1200,policy=random",
    "greedy playouts (`policy=greedy`)": "rollout:playouts=80,policy=greedy",
    "greedy playouts, twice as many, in the same time": "rollout:playouts=160,policy=greedy",
    "no prior from the heuristic (`belief=0`)": "rollout:playouts=80,belief=0",
    "2 turns ahead instead of 6": "rollout:playouts=80,depth=2",
    "4 turns ahead": "rollout:playouts=80,depth=4",
    "10 turns ahead": "rollout:playouts=80,depth=10",
    "16 turns ahead": "rollout:playouts=80,depth=16",
    "10 candidates instead of 40": "rollout:playouts=80,candidates=10",
    "20 candidates": "rollout:playouts=80,candidates=20",
    "rewards on another scale (`scale=10`)": "rollout:playouts=80,scale=10",
    "the same with `scale=1000`": "rollout:playouts=80,scale=1000",
    "twice the playouts (160)": "rollout:playouts=160",
    "a tree (`mcts`) instead": "mcts:playouts=160",
    "a tree that only follows what looks best (`c=0`)": "mcts:playouts=160,c=0",
    "a tree that widens later (`widening=4`)": "mcts:playouts=160,widening=4",
    "a tree without the heuristic's opinion (`opinion=0`)": "mcts:playouts=160,opinion=0",
}


def table(file):
    with open(os.path.join(ROOT, file), newline="") as lines:
        return list(csv.DictReader(lines))


def interval(row, column, digits, sign="", scale=1, unit=""):
    """A mean and its interval: with one number if both ends are equally far away."""
    mean, low, high = (scale * float(row[column + end]) for end in ["", "_low", "_high"])
    below, above = mean - low, high - mean
    # A result that is nearly certain needs one more digit.
    digits += below + above < 10**-digits
    if abs(below - above) < 1.2 * 10**-digits:
        return f"{mean:{sign}.{digits}f}{unit} ± {(below + above) / 2:.{digits}f}"
    return f"{mean:{sign}.{digits}f}{unit} ({low:{sign}.{digits}f} to {high:{sign}.{digits}f})"


def percent(row):
    return interval(row, "win_share", 1, scale=100, unit="%")


def beats(matches):
    """A row for each pair of bots with two players, a column for each game; then `best` against `heuristic` at larger tables."""
    two = [row for row in matches if row["players"] == "2"]
    shares = {(row["a"], row["b"], row["game"]): percent(row) for row in two}
    lines = ["| bot | beats | " + " | ".join(GAMES.values()) + " |", "|---" * (2 + len(GAMES)) + "|"]
    for a, b in dict.fromkeys((row["a"], row["b"]) for row in two):
        lines.append(f"| `{a}` | `{b}` | " + " | ".join(shares.get((a, b, game), "") for game in GAMES) + " |")
    more = {(row["game"], row["players"]): percent(row) for row in matches if (row["a"], row["b"]) == ("best", "heuristic")}
    shown = [game for game in GAMES if (game, "3") in more]
    lines += ["", "| `best` wins against `heuristic` in all other seats | a fair share | " + " | ".join(GAMES[game] for game in shown) + " |"]
    lines.append("|---" * (2 + len(shown)) + "|")
    for players in "345":
        lines.append(f"| {players} players | {100 / int(players):.0f}% | " + " | ".join(more[game, players] for game in shown) + " |")
    return lines


def ladder(matches, measured):
    """A row for each match, with the cost of a turn of A where it was measured."""
    cost = {(row["game"], row["agent"], row["players"]): row["ms_per_turn"] for row in measured}
    lines = ["| game | A | against | players | games | seed | win share of A | a fair share | margin | ms a turn |", "|---" * 10 + "|"]
    for row in matches:
        lines.append(
            f"| {GAMES[row['game']]} | `{row['a']}` | `{row['b']}` | {row['players']} | {row['games']} | {row['seed']} "
            f"| {interval(row, 'win_share', 3)} | {1 / int(row['players']):.3f} | {interval(row, 'margin', 1, '+')} "
            f"| {cost.get((row['game'], row['a'], row['players']), '')} |"
        )
    return lines


def levels(matches):
    """A row for each level, a column for each game and number of players."""
    columns = list(dict.fromkeys((row["players"], row["game"]) for row in matches))
    shares = {(row["a"], row["players"], row["game"]): percent(row) for row in matches}
    lines = []
    for many in [False, True]:
        shown = [column for column in columns if (column[0] != "2") == many]
        of = lambda players, game: GAMES[game] + (f", {players} players" if many else "")
        lines += ["" for _ in lines[:1]] + ["| level | " + " | ".join(of(*column) for column in shown) + " |", "|---" * (len(shown) + 1) + "|"]
        for level in sorted({row["a"] for row in matches}, key=lambda name: int(name[5:])):
            cells = [shares.get((level, *column), "") for column in shown]
            if any(cells):
                lines.append(f"| `{level}` | " + " | ".join(cells) + " |")
    return lines


def joins(matches):
    """A row for each number of players, a column for each game."""
    shares = {(row["players"], row["game"]): percent(row) for row in matches}
    shown = [game for game in GAMES if ("2", game) in shares]
    lines = ["| players | a fair share | " + " | ".join(GAMES[game] for game in shown) + " |", "|---" * (2 + len(shown)) + "|"]
    return lines + [f"| {players} | {100 / int(players):.0f}% | " + " | ".join(shares[players, game] for game in shown) + " |" for players in "2345"]


def parts(matches):
    """A row for each part: wins and margin of `heuristic` without it; then those that are not shown to matter."""
    without = {row["a"].removeprefix("heuristic:"): row for row in matches if row["b"] == "heuristic"}
    lines = ["| without | wins | margin, points |", "|---|---|---|"]
    for words, options in PARTS.items():
        row = without[options]
        lines.append(f"| {words} | {percent(row)} | {interval(row, 'margin', 1).replace('-', '−')} |")
    small = [row for row in without.values() if float(row["win_share_low"]) <= 0.5 <= float(row["win_share_high"])]
    wins, margins = ([float(row[column]) for row in small] for column in ("win_share", "margin"))
    lines.append(f"| any one of {len(small)} other terms | {100 * min(wins):.0f}% to {100 * max(wins):.0f}% | within {max(map(abs, margins)):.1f} of 0 |")
    return lines


def changes(matches):
    """A row for each change of a search: its wins against the unchanged one."""
    played = {row["a"]: row for row in matches}
    return ["| change | wins |", "|---|---|"] + [f"| {words} | {percent(played[bot])} |" for words, bot in CHANGES.items()]


def endings(rows):
    """A row for each bot: how often it finds the best last turn, and the points that another one loses, by game, players and tiles left."""
    found = {(row["game"], row["players"], row["left"], row["bot"]): f"{float(row['best']):.0f}%: {row['lost'].replace(' ±0.00', '').replace('-', '−')}" for row in rows}
    columns = [("gold-rush", "2", "2"), ("gold-rush", "2", "1"), *(("gold-rush", players, "1") for players in "345")]
    columns += [("carcassonne", "2", "2"), ("carcassonne", "2", "1")]
    heads = [f"{GAMES[game]}, {players} players, {left} left" for game, players, left in columns]
    lines = ["| bot | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    for bot in dict.fromkeys(row["bot"] for row in rows):
        lines.append(f"| `{bot}` | " + " | ".join(found[(*column, bot)] for column in columns) + " |")
    return lines


def strength(measured, matches):
    """Fills in the match that each row names."""
    played = {(row["game"], row["a"], row["b"], row["players"]): row for row in matches}
    for row in measured:
        if not row["against"]:
            continue
        match = played.get((row["game"], row["played"], row["against"], row["players"]))
        if match is None:
            sys.exit(f"results/bots has no match of {row['played']} against {row['against']} in {row['game']} with {row['players']} players")
        for column, source in [("win_share", "win_share"), ("low", "win_share_low"), ("high", "win_share_high")]:
            row[column] = match[source]
        for column in ["games", "seed", "commit"]:
            row[column] = match[column]
    out = io.StringIO()
    writer = csv.DictWriter(out, measured[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(measured)
    return out.getvalue()


measured = table("ai/data/measured.csv")
every = [row for file in sorted(glob.glob(f"{ROOT}/results/bots/*.csv")) for row in table(file) if "a" in row]
matches = table("results/bots/ladder.csv")
update(
    "results/bots/README.md",
    beats=beats(matches),
    ladder=ladder(matches, measured),
    levels=levels(table("results/bots/levels.csv")),
    joins=joins(table("results/bots/joins.csv")),
    parts=parts(table("results/bots/ablation.csv")),
    changes=changes(table("results/bots/ablation.csv")),
    endings=endings(table("results/bots/endings.csv")),
)
with open(f"{ROOT}/ai/data/measured.csv") as file:
    before = file.read()
replace("ai/data/measured.csv", before, strength(measured, every))
