#!/usr/bin/env python3
"""Write the tables of ladder, luck, chance, memory and cards in results/ from their runs.

Usage: scripts/bot_tables.py [--check]      --check writes nothing and fails if something would change
"""
import csv

from marked import ROOT, update
from summaries import GAMES, PLAYERS, by_players, finishes_ahead, share, summary

MINUS = "−"


def spread(value, low, high, digits=0):
    """A mean with its interval, such as `372 (309 to 479)`."""
    text = lambda number: f"{number:.{digits}f}".replace("-", MINUS)
    return f"{text(value)} ({text(low)} to {text(high)})"


def rating(study, bot):
    """Elo of a bot; a bot that never won has only a bound, and one that did not play has none."""
    elo = next((one["elo"] for one in summary(study)["ratings"]["agents"] if one["name"] == bot), None)
    if elo is None:
        return ""
    if elo["mean"] is None:
        return f"below {elo['high']:.0f}".replace("-", MINUS)
    return spread(elo["mean"], elo["low"], elo["high"])


def ratings():
    bots = ["rollout", "rollout:playouts=40", "heuristic", "greedy", "heuristic:width=3", "random"]
    return by_players([(f"`{bot}`", lambda players, bot=bot: rating(f"ladder/{players}", bot)) for bot in bots])


def gap(study):
    """Distance of `heuristic` above `greedy`, in Elo."""
    elo = {one["name"]: one["elo"]["mean"] for one in summary(study)["ratings"]["agents"]}
    return f"{elo['heuristic'] - elo['greedy']:.0f}"


def gaps():
    return by_players([
        ("first reconstruction", lambda players: gap(f"ladder/{players}")),
        ("second reconstruction", lambda players: gap(f"ladder/rival/{players}")),
    ])


def parts(study):
    """Parts that explain a lead, each with its interval, and the standard deviation of a lead in points."""
    variance = summary(study)["variance"]
    told = [spread(*(100 * variance[part][of] for of in ("mean", "low", "high")), 1) for part in ("skill", "seat", "deal", "rest")]
    return [part.replace(" (", "% (") for part in told] + [f"{variance['deviation']:.1f}"]


def explained():
    lines = ["| tiles | players | who plays | the seat | the deal | the rest | spread of a lead, points |", "|---" * 7 + "|"]
    for words, folder in [("first reconstruction", "luck"), ("second reconstruction", "luck/rival")]:
        for players in PLAYERS:
            cells = [words if players == 2 else "", str(players), *parts(f"{folder}/{players}")]
            lines.append(f"| {' | '.join(cells)} |")
    return lines


def runs(study):
    lines = ["| players | games | deals | games on the second reconstruction |", "|---" * 4 + "|"]
    for players in PLAYERS:
        told, rival = summary(f"{study}/{players}"), summary(f"{study}/rival/{players}")
        cells = [f"[{told['games']:,}]({players}/plan.toml)", f"{told['blocks']:,}", f"[{rival['games']:,}](rival/{players}/plan.toml)"]
        lines.append(f"| {players} | {' | '.join(cells)} |")
    return lines


def chances():
    """Largest distance of stated chances from what came true, and number of groups with the stated chance in their interval."""
    with open(f"{ROOT}/results/chance/reliability.csv", newline="") as file:
        groups = list(csv.DictReader(file))
    lines = ["| players | " + " | ".join(GAMES.values()) + " |", "|---" * (len(GAMES) + 1) + "|"]
    for players in PLAYERS:
        cells = []
        for game in GAMES:
            told = [tuple(float(row[of]) for of in ("said", "won", "low", "high")) for row in groups if (row["game"], row["players"]) == (game, str(players))]
            inside = sum(low <= said <= high for said, _, low, high in told)
            cells.append(f"{100 * max(abs(said - won) for said, won, _, _ in told):.1f} ({inside} of {len(told)})")
        lines.append(f"| {players} | {' | '.join(cells)} |")
    return lines


def ahead():
    """Number of games in 100 in which one bot finishes ahead of another."""
    remembers = {"all": "memory:p=1", "nine tenths": "memory:p=0.9", "half": "memory:p=0.5", "nothing": "memory:p=0", "`perfect`": "perfect"}
    pairs = [("all", "half"), ("all", "nine tenths"), ("nine tenths", "half"), ("half", "nothing"), ("`perfect`", "all")]
    lines = ["| players | " + " | ".join(f"{one} against {other}" for one, other in pairs) + " |", "|---" * (len(pairs) + 1) + "|"]
    for players in PLAYERS:
        cells = [f"{100 * finishes_ahead(f'memory/{players}', remembers[one], remembers[other]):.0f}" for one, other in pairs]
        lines.append(f"| {players} | {' | '.join(cells)} |")
    return lines


def skill():
    return ["| players | share of the lead |", "|---|---|"] + [f"| {players} | {parts(f'memory/{players}')[0]} |" for players in PLAYERS]


def seats():
    """Share of card games that each seat wins."""
    lines = ["| players | first | second | third | fourth | fifth |", "|---" * 6 + "|"]
    for players in PLAYERS:
        wins = [seat["metrics"]["win_share"] for seat in summary(f"cards/{players}")["arms"][0]["seats"]]
        cells = [share(one["mean"], one["half_width"], 1) for one in wins] + [""] * (5 - players)
        lines.append(f"| {players} | {' | '.join(cells)} |")
    return lines


def sources():
    """Length of a card game, and where a player's points come from."""
    lines = ["| players | turns | points | from flips of others | from the rush |", "|---" * 5 + "|"]
    for players in PLAYERS:
        told = summary(f"cards/{players}")
        metrics = {name: metric["mean"] for name, metric in told["agents"][0]["metrics"].items()}
        turns = next(one["mean"] for one in told["game_stats"]["tables"][0]["means"] if one["name"] == "turns")
        others = f"{metrics['received']:.1f} ({share(metrics['received'] / metrics['score'])})"
        lines.append(f"| {players} | {turns:.1f} | {metrics['score']:.1f} | {others} | {metrics['rush']:.1f} |")
    return lines


update("results/ladder/README.md", ratings=ratings(), gaps=gaps())
update("results/luck/README.md", explained=explained(), runs=runs("luck"))
update("results/chance/README.md", chances=chances())
update("results/memory/README.md", ahead=ahead(), skill=skill())
update("results/cards/README.md", seats=seats(), sources=sources())
