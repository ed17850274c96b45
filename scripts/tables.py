#!/usr/bin/env python3
"""Write the tables of results/tents, farmers, locomotives and first-seat from the summaries of their runs.

Usage: scripts/tables.py [--check]      --check writes nothing and fails if something would change
"""
import math

from marked import update
from summaries import PLAYERS, SEARCH, arm, effect, share, signed, summary


def by_players(rows):
    """Rows of a label and a function of the number of players that returns a cell."""
    lines = ["| | " + " | ".join(f"{players} players" for players in PLAYERS) + " |", "|---" * (len(PLAYERS) + 1) + "|"]
    return lines + [f"| {label} | " + " | ".join(cell(players) for players in PLAYERS) + " |" for label, cell in rows]


def points(study, factor, level, agent="heuristic", response="score", digits=1, interval=True):
    def cell(players):
        _, mean, half_width = effect(study, factor, level, response, agent, players)
        return signed(mean, half_width if interval else None, digits)

    return cell


def wins_alone(study, factor, agent="heuristic", players=None):
    """Returns the share of games that a player wins who alone has none of something."""
    def cell(players):
        _, mean, half_width = effect(study, factor, "denied", "win_share", agent, players)
        return share(1 / players + mean, half_width, 1)

    return cell if players is None else cell(players)


def fair(players):
    return share(1 / players)


def skill(study, factor, level):
    """Returns the share of games that `heuristic` wins against `greedy`: under the base rule, under the other one, and the change."""
    # A skill is what it wins above a fair share.
    found = lambda players: effect(study, factor, level, "skill", "heuristic against greedy", players)
    return (
        lambda players: share(1 / players + found(players)[0], None, 1),
        lambda players: share(1 / players + sum(found(players)[:2]), None, 1),
        lambda players: signed(*(100 * part for part in found(players)[1:])),
    )


def searches(study, factor, level):
    """Bots that search, by number of players."""
    lines = [f"| bot | players | nobody has {'a tent' if factor == 'tents' else factor}: points | one player has none: points | and wins |", "|---" * 5 + "|"]
    runs = [(SEARCH, players, f"rollout/{players}") for players in PLAYERS] + [("best", 2, "best")]
    for agent, players, run in runs:
        cells = [points(f"{study}/{run}", factor, one, agent)(players) for one in (level, "denied")]
        first = players == 2
        lines.append(f"| {f'`{agent}`' if first else ''} | {players} | {cells[0]} | {cells[1]} | {wins_alone(f'{study}/{run}', factor, agent, players)} |".replace("|  |", "| |"))
    return lines


def runs(study):
    """Games and deals of each run."""
    counted = lambda run: tuple(f"{summary(f'{study}/{run}')[of]:,}" for of in ("games", "blocks"))
    row = lambda words, run: "| [{}]({}/plan.toml) | {} | {} |".format(words, run, *counted(run))
    searched = [counted(f"rollout/{players}") for players in PLAYERS]
    links = ", ".join(f"[{players}](rollout/{players}/plan.toml)" for players in PLAYERS)
    return [
        "| run | games | deals |",
        "|---|---|---|",
        row("`greedy` and `heuristic`", "heuristic"),
        row("second reconstruction, `heuristic`", "rival"),
        f"| `{SEARCH}`, {links} players | {' / '.join(games for games, _ in searched)} | {' / '.join(deals for _, deals in searched)} |",
        row("`best`", "best"),
    ]


def seats():
    """Returns the share of games that each seat wins, by number of players and bot. Searches come from the games with the printed rules in three studies."""
    names = ["first", "second", "third", "fourth", "fifth"]
    lines = ["| players | bot | deals | " + " | ".join(names) + " |", "|---" * 8 + "|"]
    others = ["tents", "farmers", "locomotives"]
    for players in PLAYERS:
        bots = [(bot, [f"first-seat/heuristic/{players}"]) for bot in ("greedy", "heuristic")] + [(SEARCH, [f"{one}/rollout/{players}" for one in others])]
        bots += [("best", [f"{one}/best" for one in others])] if players == 2 else []
        for bot, studies in bots:
            arms = [arm(study, f"base, {bot}, {players} players")["seats"] for study in studies]
            deals = sum(seats[0]["results"] for seats in arms)
            cells = []
            for seat in range(players):
                told = [(seats[seat]["results"], seats[seat]["metrics"]["win_share"]) for seats in arms]
                mean = sum(count * one["mean"] for count, one in told) / deals
                half_width = math.hypot(*(count * one["half_width"] for count, one in told)) / deals
                cells.append(share(mean, half_width, 1))
            cells += [""] * (len(names) - players)
            lines.append(f"| {players if bot == 'greedy' else ''} | `{bot}` | {deals:,} | " + " | ".join(cells) + " |")
    return lines


def tents():
    run = "tents/heuristic"
    base, without, change = skill(run, "tents", "0")
    return by_players([
        ("one player without a tent wins", wins_alone(run, "tents")),
        ("a fair share", fair),
        ("one player without a tent wins, second reconstruction", wins_alone("tents/rival", "tents")),
        ("that player's score, change in points", points(run, "tents", "denied", digits=0, interval=False)),
        ("nobody has a tent: points for each player", points(run, "tents", "0")),
        ("all tokens worth 2: points for each player", points(run, "tokens", "2=63")),
        ("mining every third turn: points for each player", points(run, "mining-interval", "3")),
        ("`heuristic` wins against `greedy` with tents", base),
        ("and without tents", without),
        ("change in percentage points", change),
    ])


def farmers():
    run = "farmers/heuristic"
    base, without, change = skill(run, "farmers", "no")
    return by_players([
        ("nobody has farmers: points for each player", points(run, "farmers", "no")),
        ("of these from railroads", points(run, "farmers", "no", response="railroad")),
        ("one player without farmers wins", wins_alone(run, "farmers")),
        ("a fair share", fair),
        ("one player without farmers wins, second reconstruction", wins_alone("farmers/rival", "farmers")),
        ("that player's score, change in points", points(run, "farmers", "denied")),
        ("`heuristic` wins against `greedy` with farmers", base),
        ("and without farmers", without),
        ("change in percentage points", change),
    ])


def locomotives():
    run = "locomotives/heuristic"
    best = points("locomotives/best", "locomotives", "never", "best")
    return by_players([
        ("points with locomotives", lambda players: f"{effect(run, 'locomotives', 'never', 'score', players=players)[0]:.0f}"),
        ("no locomotives", points(run, "locomotives", "never")),
        ("of these from railroads", points(run, "locomotives", "never", response="railroad")),
        ("doubling with two locomotives, too", points(run, "locomotives", "at-least-one")),
        ("22 tiles with a locomotive", points(run, "locomotive-tiles", "22")),
        (f"no locomotives, `{SEARCH}`", lambda players: points(f"locomotives/rollout/{players}", "locomotives", "never", SEARCH)(players)),
        ("no locomotives, `best`", lambda players: best(players) if players == 2 else ""),
        ("no locomotives, second reconstruction", points("locomotives/rival", "locomotives", "never")),
    ])


update("results/tents/README.md", numbers=tents(), searches=searches("tents", "tents", "0"), runs=runs("tents"))
update("results/farmers/README.md", numbers=farmers(), searches=searches("farmers", "farmers", "no"), runs=runs("farmers"))
base, _, change = skill("locomotives/heuristic", "locomotives", "never")
update(
    "results/locomotives/README.md",
    numbers=locomotives(),
    skill=by_players([("as printed", base), ("no locomotives, change in percentage points", change)]),
    runs=runs("locomotives"),
)
update("results/first-seat/README.md", seats=seats())
