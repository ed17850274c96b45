#!/usr/bin/env python3
"""Write the answers of the README from the summaries of the studies.

Usage: scripts/answers.py [--check]      --check writes nothing and fails if something would change
"""
import csv, functools, gzip, json, os

from marked import ROOT, update

RIVAL, SEARCH = "rival", "rollout:playouts=40"


@functools.cache
def summary(study):
    with gzip.open(f"{ROOT}/results/{study}/summary.json.gz") as file:
        return json.load(file)


def effect(study, factor, level, response, agent="heuristic"):
    """The mean of the first effect of a rule, or of taking something from one player, with two players."""
    wanted = {"factor": factor, "level": level, "response": response, "agent": agent, "players": 2}
    return next(one for one in summary(study)["effects"] if wanted.items() <= one.items())


def percent(share):
    return f"{100 * share:.0f}%"


def without_tent(study, agent="heuristic"):
    return percent(0.5 + effect(study, "tents", "denied", "win_share", agent)["mean"])


def fewer(study, factor, level, agent="heuristic"):
    return round(-effect(study, factor, level, "score", agent)["mean"])


def base(study, factor, level):
    return round(effect(study, factor, level, "score")["base_mean"])


def seats(study, players):
    """Share of the win of each seat in games of `heuristic` against itself."""
    arm = next(arm for arm in summary(f"first-seat/{study}/{players}")["arms"] if arm["name"] == f"base, heuristic, {players} players")
    return [seat["metrics"]["win_share"]["mean"] for seat in arm["seats"]]


def style(study, name):
    """Share of the win of a bot that does more or less of something."""
    arm = next(arm for arm in summary(f"strategy/{study}")["arms"] if arm["name"].startswith(name + ","))
    return arm["agents"][0]["metrics"]["win_share"]["mean"]


def leader(table):
    with open(f"{ROOT}/results/good-game/{table}.csv", newline="") as file:
        rows = {(row["bot"], row["what"], row["at"]): float(row["value"]) for row in csv.DictReader(file)}
    return percent(rows["heuristic", "leader wins", "50"])


def found():
    """A row for each finding: topic, finding, second reconstruction, bots."""
    distance = max(abs(one - other) for n in range(2, 6) for one, other in zip(seats("heuristic", n), seats(RIVAL, n)))
    locomotives = lambda study, agent="heuristic": fewer(f"locomotives/{study}", "locomotives", "never", agent)
    farmers = lambda study, agent="heuristic": fewer(f"farmers/{study}", "farmers", "no", agent)
    tents = lambda study, agent: without_tent(f"tents/{study}", agent)
    rows = [
        (
            "Tents", "tents", f"A player without a tent wins {without_tent('tents/heuristic')} of games instead of 50%.", without_tent("tents/rival"),
            f"`heuristic`; {tents('heuristic', 'greedy')} with `greedy`, {tents('rollout/2', SEARCH)} with `rollout`, {tents('best', 'best')} with `best`",
        ),
        (
            "First seat", "first-seat", f"The first player wins {percent(seats('heuristic', 2)[0])} of games.",
            f"the same, within {100 * distance:.1f} percentage points", "every bot tried, from `greedy` to `best`",
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
            f"Nothing we tried beats balanced play. Farming too much is the worst mistake: it wins {percent(style('2', 'more farmers'))} of games.",
            f"{percent(style('rival/2', 'more farmers'))}; too much mining wins {percent(style('rival/2', 'more miners'))}", "`heuristic`",
        ),
        (
            "Leader", "leader", f"The leader at half-time wins {leader('gold-rush-2')} of games.", leader("gold-rush-2-rival"), "`heuristic`",
        ),
    ]
    return ["| topic | finding | second reconstruction | bots |", "|---|---|---|---|"] + [
        f"| [{topic}](results/{study}/README.md) | {finding} | {rival} | {bots} |" for topic, study, finding, rival, bots in rows
    ]


update("README.md", found=found())
