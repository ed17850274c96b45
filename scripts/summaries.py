#!/usr/bin/env python3
"""Numbers of the studies, from the summaries in results/.

Usage: scripts/summaries.py RUN FOLDER      keeps a run in a folder of results/: run.toml, its tiles, and its summary with numbers
                                            rounded to six digits, half widths to four
"""
import functools, glob, gzip, hashlib, json, math, os, shutil, sys

from marked import ROOT

# Games, with their names as headings.
GAMES = {
    "gold-rush": "Gold Rush",
    "carcassonne": "Carcassonne",
    "carcassonne+gold-mines": "with The Gold Mines",
    "knizia-gold": "the card game",
}
SEARCH = "rollout:playouts=40"
PLAYERS = range(2, 6)
# The studies of one rule.
STUDIES = ["tents", "farmers", "locomotives"]


@functools.cache
def summary(study):
    with gzip.open(f"{ROOT}/results/{study}/summary.json.gz") as file:
        return json.load(file)


def effect(study, factor, level, response, agent="heuristic", players=2):
    """The effect of a rule, or of taking something from one player (level `denied`): base mean, mean, half width of its interval."""
    wanted = {"factor": factor, "level": level, "response": response, "agent": agent, "players": players}
    found = [one for one in summary(study)["effects"] if wanted.items() <= one.items()]
    if len(found) != 1:
        raise SystemExit(f"results/{study} has {len(found)} effects {wanted}")
    return found[0]["base_mean"], found[0]["mean"], found[0]["half_width"]


def arm(study, name):
    """One of the games that a study compares, such as `base, heuristic, 2 players`."""
    return next(one for one in summary(study)["arms"] if one["name"] == name)


def equal_games(bot, players, tiles="printed"):
    """Games of a bot against itself by the printed rules, from the studies that have them."""
    seats = {"printed": "first-seat/gold_rush", "rival": "first-seat/gold_rush_alt"}[tiles]
    return [arm(study, f"base, {bot}, {players} players") for study in [seats, *(f"{study}/{tiles}" for study in STUDIES)]]


def wins_by_seat(played):
    """The share of games that each seat wins, from games on different deals: number of deals, and mean and half width for each seat."""
    found = [game["seats"] for game in played]
    deals = sum(seats[0]["results"] for seats in found)
    wins = []
    for seat in range(len(found[0])):
        told = [(seats[seat]["results"], seats[seat]["metrics"]["win_share"]) for seats in found]
        half_width = math.hypot(*(count * one["half_width"] for count, one in told)) / deals
        wins.append((sum(count * one["mean"] for count, one in told) / deals, half_width))
    return deals, wins


def winners_lead(study):
    """The mean lead of the winner in points, and the half width of its interval, in a study of one kind of game."""
    games = summary(study)["games"]
    leads = list(enumerate(summary(study)["game_stats"]["winning_margins"]))
    mean = sum(lead * count for lead, count in leads) / games
    variance = sum(count * (lead - mean) ** 2 for lead, count in leads) / games
    return mean, 1.96 * math.sqrt(variance / games)


def finishes_ahead(study, one, other):
    """The share of games in which one bot of a tournament finishes ahead of another."""
    told = summary(study)["ratings"]
    at = {agent["name"]: index for index, agent in enumerate(told["agents"])}
    return told["ahead"][at[one]][at[other]]


def share(mean, half_width=None, digits=0):
    text = f"{100 * mean:.{digits}f}%"
    return text if half_width is None else f"{text} ± {100 * half_width:.{digits}f}"


def signed(mean, half_width=None, digits=1):
    text = f"{mean:+.{digits}f}".replace("-", "−")
    return text if half_width is None else f"{text} ± {half_width:.{digits}f}"


def by_players(rows):
    """Rows of a label and a function of the number of players that returns a cell."""
    lines = ["| | " + " | ".join(f"{players} players" for players in PLAYERS) + " |", "|---" * (len(PLAYERS) + 1) + "|"]
    return lines + [f"| {label} | " + " | ".join(cell(players) for players in PLAYERS) + " |" for label, cell in rows]


def rounded(found, digits=6):
    if isinstance(found, dict):
        return {key: rounded(value, 4 if key == "half_width" else 6) for key, value in found.items()}
    if isinstance(found, list):
        return [rounded(value) for value in found]
    # Always to six digits first, so that a kept summary can be rounded again to the same bytes.
    return float(f"{float(f'{found:.6g}'):.{digits}g}") if isinstance(found, float) else found


def keep(run, folder):
    os.makedirs(folder, exist_ok=True)
    for path in glob.glob(f"{folder}/tiles-*.toml"):
        os.remove(path)
    for path in [f"{run}/run.toml", *sorted(glob.glob(f"{run}/tiles-*.toml"))]:
        shutil.copy(path, folder)
    with open(f"{run}/summary.json") as file:
        summary = rounded(json.load(file))
    # Sealed like the file of the run: with the SHA-256 of the text above.
    del summary["sha256_above"]
    above = json.dumps(summary, indent=2).removesuffix("\n}")
    text = f'{above},\n  "sha256_above": "{hashlib.sha256(above.encode()).hexdigest()}"\n}}\n'
    with open(f"{folder}/summary.json.gz", "wb") as file:
        # Without a name and a time: the same run makes the same bytes.
        file.write(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    keep(*sys.argv[1:])
