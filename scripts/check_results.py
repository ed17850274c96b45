#!/usr/bin/env python3
"""Play a sample of published studies on other deals, and compare every number with the published one.

Usage: scripts/check_results.py [--goldrush FILE] [--minutes M] [--record] [STUDY…]

Each run gets an equal share of the time, and at least a hundredth of its games and eight deals. Studies that are tables come after
that, with a twentieth of their games; the bots with a hundredth, which takes about a quarter of an hour. A number is in doubt if the
sample and the published value differ by more than 2.5 times what both intervals allow together, which hardly ever happens by chance.
Fails if a number is in doubt, and says for each run if its first games are still played as when it was published (by the SHA-256 of
their rows, which --record writes into the folder).
"""
import argparse, csv, gzip, hashlib, json, math, os, re, subprocess, sys, tempfile, time

import sample_tables

root = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("studies", nargs="*", metavar="STUDY", help="a folder in results/, such as memory or ladder/2 (default: all)")
parser.add_argument("--goldrush", default=os.path.join(os.environ.get("CARGO_TARGET_DIR", root + "/target"), "release/goldrush"), help="the program (default: the release build)")
parser.add_argument("--minutes", type=float, default=10.0, help="time for all studies together (default: 10)")
parser.add_argument("--record", action="store_true", help="write the SHA-256 of the first games into each study instead")
options = parser.parse_args()
# Keys that describe a run instead of a finding, or that grow with its games.
NOT_FOUND = {"seed", "run", "blocks", "games", "results", "margins", "looks", "sha256", "more_games", "p", "p_holm", "verdict", "margin_of_error"}
TOO_FAR = 2.5
# Studies that are tables, and how many times fewer games a sample of each has; the others can only be played again as a whole.
TABLES = {"bots": 100, "draws": 20, "good-game": 20, "handicap": 20, "quality": 20}


def chosen():
    """Folders of the chosen runs, and chosen studies that are tables, in order."""
    runs, tables = [], []
    for study in options.studies or [""]:
        folder = os.path.join(root, "results", study)
        found = sorted(path for path, _, files in os.walk(folder) if "plan.toml" in files)
        tables += [table for table in TABLES if study in ("", table)]
        if not found and study not in TABLES:
            sys.exit(f"results/{study}: neither a run with a plan.toml nor one of {', '.join(TABLES)}")
        runs += found
    return runs, tables


def name_of(entry):
    """Keys that identify an entry of a list."""
    keys = ["name", "question", "factor", "level", "base", "agent", "players", "about", "response", "habit", "seat", "arm"]
    return tuple((key, str(entry[key])) for key in keys if key in entry) if isinstance(entry, dict) else ()


def numbers(found, path=()):
    """Every mean with the half width of its interval: path, mean, half."""
    if isinstance(found, dict):
        mean, half = found.get("mean"), found.get("half_width")
        if half is None and "low" in found and "high" in found and found["low"] is not None:
            half = max(found["high"] - found["mean"], found["mean"] - found["low"])
        if isinstance(mean, (int, float)) and isinstance(half, (int, float)):
            yield path, mean, half
        for key, value in found.items():
            if key not in NOT_FOUND and isinstance(value, (dict, list)):
                yield from numbers(value, (*path, key))
    if isinstance(found, list):
        for at, entry in enumerate(found):
            yield from numbers(entry, (*path, name_of(entry) or at))


def words(path):
    parts = [", ".join(value for _, value in part) if isinstance(part, tuple) else str(part) for part in path]
    return " / ".join(parts)


def least_games(published):
    """A hundredth of the games of a study, and at least eight deals."""
    return max(published["games"] // 100, 8 * published["games"] // published["blocks"])


def first_games(folder, published):
    """The SHA-256 of the first games of a study, played now by its plan with bots that are not retuned."""
    with open(folder + "/plan.toml") as file:
        plan = file.read()
    with tempfile.TemporaryDirectory() as work:
        copy = os.path.join(work, "plan.toml")
        with open(copy, "w") as file:
            file.write(re.sub(r"^(until|precision|adapt)\b.*\n", "", plan, flags=re.M))
        games = min(least_games(published), 2000)
        play(folder, copy, re.match(r"# goldrush (.+)", plan)[1], games, published["seed"], work)
        with open(os.path.join(work, f"run-{games}/games.csv"), newline="") as file:
            rows = [row[1:] for row in csv.reader(file)]
    return hashlib.sha256("\n".join(",".join(row) for row in rows).encode()).hexdigest()


def changed(folder, published):
    """Says if a study's first games are played as they were when it was published."""
    try:
        with open(folder + "/first-games.sha256") as file:
            before = file.read().strip()
    except FileNotFoundError:
        return "older than the record of its first games"
    return "unchanged" if first_games(folder, published) == before else "changed: its first games are played differently now"


def play(folder, plan, command, games, seed, work):
    run = os.path.join(work, f"run-{games}")
    arguments = [options.goldrush, *command.split(), "--plan", plan, "--games", str(games), "--seed", str(seed), "--out", run]
    began = time.monotonic()
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{folder}: {done.stderr.strip()}")
    with open(run + "/summary.json") as file:
        return json.load(file), time.monotonic() - began


def check(folder, seconds):
    """Plays a sample of one study; returns how many numbers are in doubt."""
    study = os.path.relpath(folder, root + "/results")
    with gzip.open(folder + "/summary.json.gz") as file:
        published = json.load(file)
    with open(folder + "/plan.toml") as file:
        plan = file.read()
    command = re.match(r"# goldrush (.+)", plan)[1]
    with tempfile.TemporaryDirectory() as work:
        # Without the rule that stops it early, to get exactly the number of games requested.
        copy = os.path.join(work, "plan.toml")
        with open(copy, "w") as file:
            file.write(re.sub(r"^(until|precision)\b.*\n", "", plan, flags=re.M))
        sample, took = play(folder, copy, command, least_games(published), published["seed"] + 1, work)
        games = min(published["games"], int(sample["games"] * seconds / max(took, 0.05)))
        if games > 2 * sample["games"]:
            sample, _ = play(folder, copy, command, games, published["seed"] + 1, work)
    before = {path: (mean, half) for path, mean, half in numbers(published)}
    # So much wider is an interval of as few games, also if nothing rare happened to happen in them.
    wider = math.sqrt(published["games"] / sample["games"])
    pairs = [(words(path), *before[path], mean, half, wider, 0) for path, mean, half in numbers(sample) if path in before]
    return told(f"{study}: {changed(folder, published)}; {sample['games']:,} games", pairs)


def check_tables(study):
    """Plays a sample of a study that is tables; returns how many numbers are in doubt."""
    pairs, divisor = [], TABLES[study]
    for published, sample in sample_tables.play(study, os.path.abspath(options.goldrush), divisor):
        before = {path: (mean, half, games) for path, mean, half, _, games in published}
        for path, mean, half, digit, games in sample:
            if path in before:
                *there, all_games = before[path]
                times = int(all_games) / int(games) if games else divisor
                pairs.append((", ".join(path), *there, mean, half, math.sqrt(times), digit))
    return told(f"{study}: a part of its games", pairs)


def told(what, pairs):
    """Prints how far published and sampled numbers agree, each with its half width, how much wider the sample's must be, and what
    the last digit is worth; returns how many are in doubt."""
    inside, doubts = 0, []
    for name, there, there_half, mean, half, wider, digit in pairs:
        room = math.hypot(max(half, wider * there_half), there_half) + digit
        inside += abs(mean - there) <= room
        if abs(mean - there) > TOO_FAR * room + 1e-9:
            doubts.append((abs(mean - there) / max(room, 1e-12), f"{name}: {there:.4g} ± {there_half:.2g} published, {mean:.4g} ± {half:.2g} now"))
    share = f"{100 * inside / len(pairs):.0f}%" if pairs else "none"
    print(f"{what}, {len(pairs):,} numbers compared, {share} agree within their intervals", flush=True)
    if not pairs:
        doubts.append((0, "none of the sampled numbers is published"))
    doubts.sort(reverse=True)
    for _, doubt in doubts[:5]:
        print(f"  in doubt: {doubt}")
    if len(doubts) > 5:
        print(f"  and {len(doubts) - 5} more")
    return len(doubts)


runs, tables = chosen()
if options.record:
    for folder in runs:
        with gzip.open(folder + "/summary.json.gz") as file:
            hashed = first_games(folder, json.load(file))
        with open(folder + "/first-games.sha256", "w") as file:
            file.write(hashed + "\n")
    sys.exit()
doubts = sum(check(folder, 60 * options.minutes / len(runs)) for folder in runs) + sum(map(check_tables, tables))
sys.exit(f"{doubts} published numbers are in doubt; scripts/regenerate_results.sh plays a study again" if doubts else 0)
