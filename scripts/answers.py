#!/usr/bin/env python3
"""Write the answers of the README from the summaries of the studies.

Usage: scripts/answers.py [--check]      --check writes nothing and fails if something would change
"""
import csv, math

from marked import ROOT, update
from summaries import PLAYERS, SEARCH, arm, effect, share, summary


def without_tent(study, agent="heuristic"):
    return share(0.5 + effect(study, "tents", "denied", "win_share", agent)[1])


def fewer(study, factor, level, agent="heuristic"):
    return round(-effect(study, factor, level, "score", agent)[1])


def base(study, factor, level):
    return round(effect(study, factor, level, "score")[0])


def seats(study, players):
    """Share of the win of each seat in games of `heuristic` against itself."""
    played = arm(f"first-seat/{study}/{players}", f"base, heuristic, {players} players")
    return [seat["metrics"]["win_share"]["mean"] for seat in played["seats"]]


def style(study, name):
    """Share of the win of a bot that does more or less of something."""
    played = next(one for one in summary(f"strategy/{study}")["arms"] if one["name"].startswith(name + ","))
    return played["agents"][0]["metrics"]["win_share"]["mean"]


def leader(table):
    with open(f"{ROOT}/results/good-game/{table}.csv", newline="") as file:
        rows = {(row["bot"], row["what"], row["at"]): float(row["value"]) for row in csv.DictReader(file)}
    return share(rows["heuristic", "leader wins", "50"])


def found():
    """A row for each finding: topic, finding, second reconstruction, bots."""
    distance = max(abs(one - other) for n in PLAYERS for one, other in zip(seats("heuristic", n), seats("rival", n)))
    locomotives = lambda study, agent="heuristic": fewer(f"locomotives/{study}", "locomotives", "never", agent)
    farmers = lambda study, agent="heuristic": fewer(f"farmers/{study}", "farmers", "no", agent)
    tents = lambda study, agent: without_tent(f"tents/{study}", agent)
    rows = [
        (
            "Tents", "tents", f"A player without a tent wins {without_tent('tents/heuristic')} of games instead of 50%.", without_tent("tents/rival"),
            f"`heuristic`; {tents('heuristic', 'greedy')} with `greedy`, {tents('rollout/2', SEARCH)} with `rollout`, {tents('best', 'best')} with `best`",
        ),
        (
            "First seat", "first-seat", f"The first player wins {share(seats('heuristic', 2)[0])} of games.",
            f"the same, within {math.ceil(1000 * distance) / 10} percentage points", "every bot tried, from `greedy` to `best`",
        ),
        (
            "Locomotives", "locomotives",
            f"Without locomotives each player scores {locomotives('heuristic')} points less, of {base('locomotives/heuristic', 'locomotives', 'never')}.",
            f"{locomotives('rival')} points less",
            f"`heuristic`; {locomotives('heuristic', 'greedy')} points with `greedy`, {locomotives('rollout/2', SEARCH)} with `rollout`",
        ),
        (
            "Farmers", "farmers",
            f"Without farmers each player scores {farmers('heuristic')} points less, of {base('farmers/heuristic', 'farmers', 'no')}.",
            f"{farmers('rival')} points less",
            f"`heuristic`; {farmers('rollout/2', SEARCH)} points with `rollout`, {farmers('best', 'best')} with `best`, {farmers('heuristic', 'greedy')} with `greedy`",
        ),
        (
            "Style", "strategy",
            f"Nothing we tried beats balanced play. Farming too much is the worst mistake: it wins {share(style('2', 'more farmers'))} of games.",
            f"{share(style('rival/2', 'more farmers'))}; too much mining wins {share(style('rival/2', 'more miners'))}", "`heuristic`",
        ),
        (
            "Leader", "leader", f"The leader at half-time wins {leader('gold-rush-2')} of games.", leader("gold-rush-2-rival"), "`heuristic`",
        ),
    ]
    return ["| topic | finding | second reconstruction | bots |", "|---|---|---|---|"] + [
        f"| [{topic}](results/{study}/README.md) | {finding} | {rival} | {bots} |" for topic, study, finding, rival, bots in rows
    ]


update("README.md", found=found())
