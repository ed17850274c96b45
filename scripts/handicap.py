#!/usr/bin/env python3
"""Write the table and the picture of results/handicap from the matches in results/handicap/handicap.csv.

The program draws the results of one run; this picture gathers 45 matches, so it is drawn here.

Usage: scripts/handicap.py [--check]      --check writes nothing and fails if something would change
"""
import csv, os, re, sys

folder = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "results", "handicap"))
# The options of a match in the list, the heading for people, and the color of its line.
HANDICAPS = [
    ("", "no handicap", "#7a7f87"),
    ("--take-back --handicap take-back", "take-backs for the weaker", "#b4801a"),
    ("--cowboys 5 --handicap one-cowboy", "a fifth cowboy for the weaker", "#3b7dd8"),
    ("--handicap farmers", "no farmers for the stronger", "#4d9a3a"),
    ("--handicap tents", "no tent for the stronger", "#c2452d"),
]


def matches():
    """Percent of games that the weaker bot wins, with the ends of the interval, and the margin, by level and handicap."""
    with open(f"{folder}/handicap.txt") as file:
        lines = [line.split() for line in file if not line.startswith("#")]
    with open(f"{folder}/handicap.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    found = {}
    for words, row in zip(lines, rows):
        level = int(row["b"].removeprefix("level"))
        assert words[3] == row["b"] and row["a"].startswith(words[1]), f"{words} does not match the row {row['a']} against {row['b']}"
        wins = [100 * (1 - float(row["win_share" + end])) for end in ["", "_high", "_low"]]
        found[level, " ".join(words[8:])] = (wins, float(row["margin"]))
    return found


def table(found):
    lines = ["| weaker | stronger | stronger wins by, points |" + "".join(f" {name} |" for _, name, _ in HANDICAPS), "|---" * (3 + len(HANDICAPS)) + "|"]
    for level in sorted({level for level, _ in found}):
        cells = "".join(f" {found[level, handicap][0][0]:.0f}% |" for handicap, _, _ in HANDICAPS)
        lines.append(f"| `level{level}` | `level{level + 2}` | {found[level, ''][1]:.0f} |{cells}")
    return lines


def picture(found):
    levels = sorted({level for level, _ in found})
    left, right, top, bottom, width, height = 40, 420, 14, 250, 640, 300
    x = lambda level: left + (right - left) * (level - levels[0]) / max(levels[-1] - levels[0], 1)
    y = lambda percent: bottom - (bottom - top) * percent / 70
    parts = []
    for percent in range(0, 71, 10):
        kind = "even" if percent == 50 else "grid"
        parts.append(f'<path class="{kind}" d="M{left} {y(percent):.1f}H{right}"/><text x="{left - 6}" y="{y(percent) + 4:.1f}" class="end">{percent}%</text>')
    parts.append(f'<text x="{right - 4}" y="{y(50) - 5:.1f}" class="end">even</text>')
    for level in levels:
        parts.append(f'<text x="{x(level):.1f}" y="{bottom + 18}" class="middle">{level}–{level + 2}</text>')
    parts.append(f'<text x="{(left + right) / 2}" y="{bottom + 38}" class="middle">levels</text>')
    labels = []
    for handicap, name, color in HANDICAPS:
        told = [(level, *found[level, handicap][0]) for level in levels]
        ends = [f"{x(level):.1f},{y(high):.1f}" for level, _, _, high in told] + [f"{x(level):.1f},{y(low):.1f}" for level, _, low, _ in reversed(told)]
        line = " ".join(f"{x(level):.1f},{y(wins):.1f}" for level, wins, _, _ in told)
        parts.append(f'<polygon points="{" ".join(ends)}" fill="{color}" opacity=".18"/><polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        labels.append([y(told[-1][1]), name, color])
    # Labels side by side with the ends of the lines, as near as they can be without touching each other.
    labels.sort()
    for at in range(1, len(labels)):
        labels[at][0] = max(labels[at][0], labels[at - 1][0] + 16)
    parts += [f'<text x="{right + 8}" y="{at + 4:.1f}" style="fill:{color}">{name}</text>' for at, name, color in labels]
    style = (
        "text{font:12px system-ui,sans-serif;fill:#22262b}.end{text-anchor:end}.middle{text-anchor:middle}.grid{stroke:#8883;stroke-width:1}"
        ".even{stroke:#888;stroke-width:1;stroke-dasharray:4 3}@media(prefers-color-scheme:dark){text{fill:#ecebe6}}"
    )
    title = "How often a bot beats one two levels above it, with each handicap"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{title}">'
        f"<title>{title}</title><style>{style}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


found = matches()
with open(f"{folder}/README.md") as file:
    text = file.read()
marks = "<!-- handicap -->\n", "<!-- end of handicap -->"
written = re.sub(f"(?s){marks[0]}.*?{marks[1]}", lambda _: marks[0] + "\n".join(table(found)) + "\n" + marks[1], text)
for name, wanted in [("README.md", written), ("handicap.svg", picture(found))]:
    path = f"{folder}/{name}"
    if "--check" in sys.argv[1:]:
        with open(path) as file:
            if file.read() != wanted:
                sys.exit(f"results/handicap/{name} is out of date; run scripts/handicap.py")
    else:
        with open(path, "w") as file:
            file.write(wanted)
