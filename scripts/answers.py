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


def ahead_of(stronger, weaker):
    """Points by which a bot beats another in two-player games of the ladder, with their half width."""
    with open(f"{ROOT}/results/bots/ladder.csv", newline="") as file:
        row = next(row for row in csv.DictReader(file) if (row["game"], row["a"], row["b"], row["players"]) == ("gold-rush", stronger, weaker, "2"))
    margin, low, high = (float(row[column]) for column in ("margin", "margin_low", "margin_high"))
    return margin, (high - low) / 2


def found():
    """A row for each finding: topic, finding, second reconstruction, how sure, and other bots."""
    wins = lambda found: share(found[0])
    sure = lambda found: f"± {100 * found[1]:.1f} percentage points"
    lost = lambda found: f"{found[0]:.0f} points"
    about = lambda found: f"± {found[1]:.1f} points"
    by = lambda *bots: ", ".join(f"{number} with `{bot}`" for number, bot in bots)
    wins_by = lambda *bots: by(*((share(*found, digits=1), bot) for found, bot in bots))
    lost_by = lambda *bots: by(*((f"{found[0]:.1f} ± {found[1]:.1f} points", bot) for found, bot in bots))
    tents = lambda study, agent="heuristic": without_tent(f"tents/{study}", agent)
    locomotives = lambda study, agent="heuristic": points(f"locomotives/{study}", "locomotives", "never", agent)
    farmers = lambda study, agent="heuristic": points(f"farmers/{study}", "farmers", "no", agent)
    searches = lambda study: [(study("printed", "greedy"), "greedy"), (study("rollout/2", SEARCH), "rollout"), (study("best", "best"), "best")]
    mistakes, rivals = styles("2"), styles("rival/2")
    worst, rival_worst = (min(found, key=lambda style: found[style][0]) for found in (mistakes, rivals))
    # Styles that are as bad in the digits shown.
    worst_rivals = " or ".join(style for style in rivals if wins(rivals[style]) == wins(rivals[rival_worst]))
    best, rival_best = (max(found, key=lambda style: found[style][0]) for found in (mistakes, rivals))
    gains = lambda found, style: found[style][0] - found[style][1] > 0.5
    rival = f"worst: {worst_rivals}, {wins(rivals[rival_worst])}"
    if gains(rivals, rival_best):
        rival = f"no: {rival_best} wins {wins(rivals[rival_best])}; {rival}"
    leads = leader("gold-rush-2")
    if gains(mistakes, best):
        sys.exit(f"results/strategy/2: {best} wins more than a fair share; change the sentence of the README")
    imperfect = ahead_of("best", "heuristic")
    rows = [
        (
            "Tents", "tents", f"A player without a tent wins {wins(tents('printed'))} of games instead of 50%.", wins(tents("rival")), sure(tents("printed")),
            wins_by(*searches(tents)),
        ),
        (
            "First seat", "first-seat", f"The first player wins {wins(first_seat())} of games.", wins(first_seat(tiles="rival")), sure(first_seat()),
            wins_by((first_seat("greedy"), "greedy")),
        ),
        (
            "Locomotives", "locomotives",
            f"Without locomotives each player scores {lost(locomotives('printed'))} less, of {base('locomotives/printed', 'locomotives', 'never')}.",
            f"{lost(locomotives('rival'))} less", about(locomotives("printed")), lost_by(*searches(locomotives)),
        ),
        (
            "Farmers", "farmers",
            f"Without farmers each player scores {lost(farmers('printed'))} less, of {base('farmers/printed', 'farmers', 'no')}, and "
            f"{lost(farmers('printed', 'heuristic retuned'))} less once the bot has adapted.",
            f"{lost(farmers('rival'))} less, not adapted", about(farmers("printed")), lost_by(*searches(farmers)),
        ),
        (
            "Style", "strategy", f"No change of style is shown to win more. The worst, {worst}, wins {wins(mistakes[worst])} of games.",
            rival, sure(mistakes[worst]), "not tried",
        ),
        (
            "Leader", "leader", f"The leader at half-time wins {wins(leads)} of games.", wins(leader("gold-rush-2-rival")), sure(leads),
            wins_by((leader("gold-rush-2", "greedy"), "greedy"), (leader("gold-rush-2-search", SEARCH), "rollout")),
        ),
        (
            "Perfect play", "bots", f"`best` beats `heuristic` by {lost(imperfect)} a game, so `heuristic` is at least that far from perfect.",
            "not tried", about(imperfect), "not known how far `best` is",
        ),
    ]
    return ["| topic | finding | second reconstruction | how sure | other bots |", "|---" * 5 + "|"] + [
        f"| [{topic}](results/{study}/README.md) | {finding} | {rival} | {interval} | {bots} |" for topic, study, finding, rival, interval, bots in rows
    ]


update("README.md", found=found())
