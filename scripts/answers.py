#!/usr/bin/env python3
"""Write the answers of the README from the summaries of the studies.

Usage: scripts/answers.py [--check]      --check writes nothing and fails if something would change
"""
import csv, sys

from marked import ROOT, update
from summaries import SEARCH, effect, equal_games, share, summary, wins_by_seat


def without_tent(study, agent="heuristic"):
    _, mean, half_width = effect(study, "tents", "denied", "win_share", agent)
    return 0.5 + mean, half_width


def points(study, factor, level, agent="heuristic"):
    """The loss of points of each player, and its half width."""
    _, mean, half_width = effect(study, factor, level, "score", agent)
    return -mean, half_width


def base(study, factor, level):
    return round(effect(study, factor, level, "score")[0])


def first_seat(bot="heuristic", tiles="printed"):
    return wins_by_seat(equal_games(bot, 2, tiles))[1][0]


def styles(study):
    """Share of the win of each bot that does more or less of something, with its half width."""
    return {one["level"]: (0.5 + one["mean"], one["half_width"]) for one in summary(f"strategy/{study}")["effects"] if one["response"] == "skill"}


def leader(table, bot="heuristic"):
    with open(f"{ROOT}/results/good-game/{table}.csv", newline="") as file:
        rows = {(row["bot"], row["what"], row["at"]): row for row in csv.DictReader(file)}
    row = rows[bot, "leader wins", "50"]
    mean, low, high = (float(row[column]) for column in ("value", "low", "high"))
    return mean, (high - low) / 2


def found():
    """A row for each finding: topic, finding, second reconstruction, how sure, and other bots."""
    wins = lambda found: share(found[0])
    sure = lambda found: f"± {100 * found[1]:.1f} percentage points"
    lost = lambda found: f"{found[0]:.0f} points"
    about = lambda found: f"± {found[1]:.1f} points"
    tents = lambda study, agent="heuristic": without_tent(f"tents/{study}", agent)
    locomotives = lambda study, agent="heuristic": points(f"locomotives/{study}", "locomotives", "never", agent)
    farmers = lambda study, agent="heuristic": points(f"farmers/{study}", "farmers", "no", agent)
    mistakes, rivals = styles("2"), styles("rival/2")
    worst, rival_worst = (min(found, key=lambda style: found[style][0]) for found in (mistakes, rivals))
    best, rival_best = (max(found, key=lambda style: found[style][0]) for found in (mistakes, rivals))
    gains = lambda found, style: found[style][0] - found[style][1] > 0.5
    rival = f"worst: {rival_worst}, {wins(rivals[rival_worst])}"
    if gains(rivals, rival_best):
        rival = f"no: {rival_best} wins {wins(rivals[rival_best])}; {rival}"
    leads = leader("gold-rush-2")
    if gains(mistakes, best):
        sys.exit(f"results/strategy/2: {best} wins more than a fair share; change the sentence of the README")
    rows = [
        (
            "Tents", "tents", f"A player without a tent wins {wins(tents('printed'))} of games instead of 50%.", wins(tents("rival")), sure(tents("printed")),
            f"{wins(tents('printed', 'greedy'))} with `greedy`, {wins(tents('rollout/2', SEARCH))} with `rollout` †, {wins(tents('best', 'best'))} with `best` †",
        ),
        (
            "First seat", "first-seat", f"The first player wins {wins(first_seat())} of games.", wins(first_seat(tiles="rival")), sure(first_seat()),
            f"{wins(first_seat('greedy'))} with `greedy`",
        ),
        (
            "Locomotives", "locomotives",
            f"Without locomotives each player scores {lost(locomotives('printed'))} less, of {base('locomotives/printed', 'locomotives', 'never')}.",
            f"{lost(locomotives('rival'))} less", about(locomotives("printed")),
            f"{lost(locomotives('printed', 'greedy'))} with `greedy`, {lost(locomotives('rollout/2', SEARCH))} with `rollout` †",
        ),
        (
            "Farmers", "farmers",
            f"Without farmers each player scores {lost(farmers('printed'))} less, of {base('farmers/printed', 'farmers', 'no')}, and "
            f"{lost(farmers('printed', 'heuristic retuned'))} less once the bot has adapted.",
            f"{lost(farmers('rival'))} less, not adapted", about(farmers("printed")),
            f"{lost(farmers('rollout/2', SEARCH))} with `rollout` †, "
            f"{lost(farmers('best', 'best'))} with `best` †, {lost(farmers('printed', 'greedy'))} with `greedy`",
        ),
        (
            "Style", "strategy", f"Nothing we tried beats balanced play. The worst, {worst}, wins {wins(mistakes[worst])} of games.",
            rival, sure(mistakes[worst]), "not tried",
        ),
        (
            "Leader", "leader", f"The leader at half-time wins {wins(leads)} of games.", wins(leader("gold-rush-2-rival")), sure(leads),
            f"{wins(leader('gold-rush-2', 'greedy'))} with `greedy`, {wins(leader('gold-rush-2-search', SEARCH))} with `rollout`",
        ),
    ]
    return ["| topic | finding | second reconstruction | how sure | other bots |", "|---" * 5 + "|"] + [
        f"| [{topic}](results/{study}/README.md) | {finding} | {rival} | {interval} | {bots} |" for topic, study, finding, rival, interval, bots in rows
    ]


update("README.md", found=found())
