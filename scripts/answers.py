#!/usr/bin/env python3
"""Write the answers of README.md and results/README.md from the summaries of the studies.

Usage: scripts/answers.py [--check]      --check writes nothing and fails if something would change
"""
import csv, sys, textwrap

from marked import ROOT, update
from summaries import SEARCH, effect, equal_games, finishes_ahead, share, summary, winners_lead, wins_by_seat


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


def handicap(stronger, options):
    """Share of games that a bot two levels below wins, with its half width, when the stronger plays with a handicap."""
    with open(f"{ROOT}/results/handicap/handicap.txt") as file:
        lines = [line.split() for line in file if not line.startswith("#")]
    with open(f"{ROOT}/results/handicap/handicap.csv", newline="") as file:
        rows = csv.DictReader(file)
        row = next(row for words, row in zip(lines, rows) if words[1] == stronger and " ".join(words[8:]) == options)
    return 1 - float(row["win_share"]), (float(row["win_share_high"]) - float(row["win_share_low"])) / 2


def best_draw(tiles):
    """Points that the best tile to draw is worth above an average one, with their half width."""
    with open(f"{ROOT}/results/draws/{tiles}.csv", newline="") as file:
        mean, low, high = max((float(row["points"]), float(row["points_low"]), float(row["points_high"])) for row in csv.DictReader(file))
    return mean, (high - low) / 2


def of_a_lead(study, part):
    """The share of a lead that is due to something, with its half width."""
    told = summary(study)["variance"][part]
    return told["mean"], (told["high"] - told["low"]) / 2


def without_farmers(one, other):
    """Share of two-player games in which one bot beats another, with farmers and without."""
    before, change, _ = effect("farmers/skill", "farmers", "no", "skill", f"{one} against {other}")
    return share(0.5 + before), share(0.5 + before + change)


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
    usual_rival, retuned_rival = (lost(farmers("rival", f"heuristic{how}")) for how in ("", " retuned"))
    farmers_rival = f"{usual_rival} less, adapted or not" if usual_rival == retuned_rival else f"{usual_rival} less, and {retuned_rival} less once adapted"
    mistakes, rivals = styles("2"), styles("rival/retuned")
    worst, rival_worst = (min(found, key=lambda style: found[style][0]) for found in (mistakes, rivals))
    # Styles that are as bad in the digits shown.
    worst_rivals = " or ".join(style for style in rivals if wins(rivals[style]) == wins(rivals[rival_worst]))
    best, rival_best = (max(found, key=lambda style: found[style][0]) for found in (mistakes, rivals))
    gains = lambda found, style: found[style][0] - found[style][1] > 0.5
    rival = f"the worst, {worst_rivals}, wins {wins(rivals[rival_worst])} (bots retuned)"
    rival = f"{rival_best} wins {wins(rivals[rival_best])}; {rival}" if gains(rivals, rival_best) else f"none either; {rival}"
    leads = leader("gold-rush-2")
    if gains(mistakes, best):
        sys.exit(f"results/strategy/2: {best} wins more than a fair share; change the sentence of the README")
    imperfect = ahead_of("best", "heuristic")
    herds = {tiles: effect(f"rules/{tiles}", "herd-points", "0", "winning_margin") for tiles in ("printed", "rival")}
    _, herds_of_search, herds_sure = effect("rules/rollout", "herd-points", "0", "winning_margin", SEARCH)
    closer = {run: winners_lead(f"better-game/{run}") for run in ("printed/heuristic", "found/retuned", "printed/rival", "found/rival")}
    instead = lambda now, before: f"{lost((now,))} instead of {before:.0f}"
    no_tent, no_tent_rival = (
        (handicap("level7", f"--handicap tents{tiles}"), handicap("level7", tiles.strip())) for tiles in ("", " --tiles gold_rush_alt")
    )
    closer_by = lambda bot: f"{instead(winners_lead(f'better-game/found/{bot}')[0], winners_lead(f'better-game/printed/{bot}')[0])} with `{bot}`"
    who, deal = ({tiles: of_a_lead(f"{tiles}/2", part) for tiles in ("luck", "luck/rival")} for part in ("skill", "deal"))
    rows = [
        (
            "Tents", "tents", f"A player without a tent wins {wins(tents('printed'))} of games instead of 50%.", wins(tents("rival")), sure(tents("printed")),
            wins_by(*searches(tents)),
        ),
        (
            "Rules", "rules",
            f"Of all values tried, no points for herds make games closest: leads fall by {lost((-herds['printed'][1],))}, of {herds['printed'][0]:.0f}.",
            f"by {lost((-herds['rival'][1],))}, of {herds['rival'][0]:.0f}", about(herds["printed"][1:]),
            lost_by(((-herds_of_search, herds_sure), "rollout")),
        ),
        (
            "Better game", "better-game",
            f"Under the closest rules found, the winner leads by {instead(closer['found/retuned'][0], closer['printed/heuristic'][0])}.",
            instead(closer["found/rival"][0], closer["printed/rival"][0]), about(closer["found/retuned"]),
            f"{closer_by('greedy')}, {closer_by('rollout')}",
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
            farmers_rival, about(farmers("printed")), lost_by(*searches(farmers)),
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
            "Luck", "luck",
            f"When two of three unequal bots play, {wins(who['luck'])} of a lead is due to who plays, {wins(deal['luck'])} to the deal alone.",
            f"{wins(who['luck/rival'])}, {wins(deal['luck/rival'])}", sure(who["luck"]), "depends on the bots",
        ),
        (
            "Handicap", "handicap",
            f"`level5` wins {wins(no_tent[0])} of games against a `level7` without a tent, instead of {wins(no_tent[1])}.",
            f"{wins(no_tent_rival[0])} instead of {wins(no_tent_rival[1])}", sure(no_tent[0]),
            by((wins(handicap("level5", "--handicap tents")), "level3"), (wins(handicap("level9", "--handicap tents")), "level7")),
        ),
        (
            "Best tile", "draws", f"The best tile to draw is worth {best_draw('gold-rush')[0]:.1f} points more than an average one.",
            f"{best_draw('gold_rush_alt')[0]:.1f} points", about(best_draw("gold-rush")), "not tried",
        ),
        (
            "Perfect play", "bots", f"`best` beats `heuristic` by {lost(imperfect)} a game, so `heuristic` is at least that far from perfect.",
            "not tried", about(imperfect), "not known how far `best` is",
        ),
    ]
    return rows


def in_short(rows):
    """The table of the README: four findings."""
    shown = [(topic, study, finding) for topic, study, finding, *_ in rows if topic in ("Tents", "First seat", "Leader", "Better game")]
    return ["| topic | finding |", "|---|---|"] + [f"| [{topic}](results/{study}/README.md) | {finding} |" for topic, study, finding in shown]


def in_full(rows):
    """The table of results/README.md."""
    return ["| topic | finding | second reconstruction | how sure | other bots |", "|---" * 5 + "|"] + [
        f"| [{topic}]({study}/README.md) | {finding} | {rival} | {interval} | {bots} |" for topic, study, finding, rival, interval, bots in rows
    ]


def others():
    """Findings that a table of Gold Rush has no place for."""
    greedy, level7 = without_farmers("level7", "greedy"), without_farmers("heuristic", "level7")
    _, lead, _ = effect("gold-mines/printed", "game", "carcassonne+gold-mines", "winning_margin")
    forgets = finishes_ahead("memory/2", "memory:p=1", "memory:p=0.5")
    skill = f"""Whether farmers reward skill depends on who plays: without them `level7` wins {greedy[1]} of two-player games against `greedy`
        instead of {greedy[0]}, but `heuristic` {level7[1]} against `level7` instead of {level7[0]}. The second reconstruction shows the same.
        Whether [tents](tents/README.md) reward skill depends on who plays, too."""
    games = f"""Nothing is reconstructed in the other games. [The Gold Mines](gold-mines/README.md) add {lead:.0f} points to the winner's
        lead in two-player Carcassonne (`heuristic`). In the card game a player who forgets nothing beats one who forgets half of the cards
        each turn in {100 * forgets:.0f} of 100 two-player games ([memory](memory/README.md))."""
    lines = lambda text: textwrap.wrap(" ".join(text.split()), 140, break_on_hyphens=False)
    return [*lines(skill), "", *lines(games)]


rows = found()
update("README.md", found=in_short(rows))
update("results/README.md", found=in_full(rows), others=others())
