#!/usr/bin/env python3
"""Write the tables of results/handicap from the matches in results/handicap/handicap.csv.

Usage: scripts/handicap.py [--check]      --check writes nothing and fails if something would change
"""
import csv

from marked import ROOT, update

folder = f"{ROOT}/results/handicap"
# The options of a match in the list, and the heading for people.
HANDICAPS = [
    ("", "no handicap"),
    ("--take-back --handicap take-back", "take-backs for the weaker"),
    ("--cowboys 5 --handicap one-cowboy", "a fifth cowboy for the weaker"),
    ("--handicap farmers", "no farmers for the stronger"),
    ("--handicap tents", "no tent for the stronger"),
]
SECOND = " --tiles gold_rush_alt"


def matches():
    """Percent of games that the weaker bot wins, and the margin of the stronger, by reconstruction, level and handicap."""
    with open(f"{folder}/handicap.txt") as file:
        lines = [line.split() for line in file if not line.startswith("#")]
    with open(f"{folder}/handicap.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    found = {"": {}, SECOND: {}}
    for words, row in zip(lines, rows):
        level = int(row["b"].removeprefix("level"))
        assert words[3] == row["b"] and row["a"].startswith(words[1]), f"{words} does not match the row {row['a']} against {row['b']}"
        options = " ".join(["", *words[8:]])
        tiles = SECOND if options.endswith(SECOND) else ""
        found[tiles][level, options.removesuffix(tiles).strip()] = (100 * (1 - float(row["win_share"])), float(row["margin"]))
    return found


def table(found):
    lines = ["| weaker | stronger | stronger wins by, points |" + "".join(f" {name} |" for _, name in HANDICAPS), "|---" * (3 + len(HANDICAPS)) + "|"]
    for level in sorted({level for level, _ in found}):
        cells = "".join(f" {found[level, handicap][0]:.0f}% |" for handicap, _ in HANDICAPS)
        lines.append(f"| `level{level}` | `level{level + 2}` | {found[level, ''][1]:.0f} |{cells}")
    return lines


found = matches()
update("results/handicap/README.md", handicap=table(found[""]), second=table(found[SECOND]))
