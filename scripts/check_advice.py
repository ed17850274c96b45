#!/usr/bin/env python3
"""Check hints and named mistakes against the truth.

scripts/check_advice.py GOLDRUSH [--game G]… [--before OLD] [--turns N] …

Plays games between bots and takes turns of them at even distances. For each it asks for the hints (`analyze --json`, which prints the
same) and for the truth: every legal turn is played to the end in common worlds, in rounds with more and more of them, and a turn that
is 4 standard errors behind the best is dropped. All advised turns stay to the end. Then it checks the mistakes that `analyze --mistakes`
names against the truth of their positions. Prints a table in Markdown.

The largest of several means is too large by chance, in the truth too. So the best turn is measured in the half of the worlds that did
not choose it, once for each half; that errs as little in the other direction. A turn is as good as the best if it is behind by no more
than half a 95% interval of the difference.
"""

import argparse
import collections
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time

AGENTS = {"knizia-gold": "memory:p=1,memory:p=0.9"}
LARGE = 5.0
# Share of the worlds in each round of the truth, and the standard errors behind the best at which a turn is dropped.
ROUNDS = (1 / 75, 1 / 50, 1 / 30, 1 / 15, 2 / 15, 7 / 30, 1 / 2)
CLEAR = 4


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("goldrush", help="the program")
    parser.add_argument("--game", action="append", help="a game; may be repeated (default: gold-rush)")
    parser.add_argument("--agents", help="bots that play the games (default: heuristic,greedy; with cards memory:p=1,memory:p=0.9)")
    parser.add_argument("--games", type=int, default=10, help="games to play (default: 10)")
    parser.add_argument("--turns", type=int, default=200, help="turns to check, in all games together (default: 200)")
    parser.add_argument("--worlds", type=int, default=3000, help="worlds in which the truth is measured (default: 3000)")
    parser.add_argument("--mistakes", type=int, default=1000, help="most named mistakes to check (default: 1000)")
    parser.add_argument("--seed", type=int, default=1501, help="seed of the games (default: 1501)")
    parser.add_argument("--threads", help="threads for everything but hints")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop checking a game after this many minutes")
    parser.add_argument("--before", help="an older build whose advice is checked against the same truth")
    parser.add_argument("--before-options", default="--moves 5 --worlds 200", help="options with which its analyze prints what its hint showed")
    return parser.parse_args()


def mean(values):
    return sum(values) / len(values)


def interval(values):
    """Mean and half width of a 95% interval."""
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return mean(values), half


def difference(one, other):
    return interval([x - y for x, y in zip(one, other)])


class Truth:
    """Margins of the turns of a position, world by world."""

    def __init__(self, margins):
        self.margins = margins
        self.best = max(self.margins, key=lambda turn: mean(self.margins[turn]))

    def behind(self, turn):
        """Points by which a turn is behind the best, neither of them measured in the worlds that chose it."""
        own, drops = self.margins[turn], []
        for choose, measure in ((0, 1), (1, 0)):
            best = max(self.margins, key=lambda other: mean(self.margins[other][choose::2]))
            drops.append(mean(self.margins[best][measure::2]) - mean(own[measure::2]))
        return mean(drops)

    def as_good(self, turn):
        return self.behind(turn) <= difference(self.margins[self.best], self.margins[turn])[1] + 1e-6


class Count:
    def __init__(self):
        self.yes, self.all = 0, 0

    def add(self, yes):
        self.yes, self.all = self.yes + bool(yes), self.all + 1

    def __str__(self):
        return f"{100 * self.yes / self.all:.1f}% ({self.yes} of {self.all})" if self.all else "none"


def told(values, digits=2):
    if not values:
        return "none"
    middle, half = interval(values)
    return f"{middle:.{digits}f} ± {half:.{digits}f}"


class Check:
    """Advice of one program, checked against the truth."""

    def __init__(self, title, program, options):
        self.title, self.program, self.options = title, program, options
        self.among, self.margins, self.behinds = Count(), Count(), Count()
        self.losses, self.seconds = [], []
        self.first_bias = []
        self.named, self.covered, self.excess, self.largest_told = 0, Count(), [], []
        self.large, self.missed = 0, 0

    def ask(self, case):
        """The five turns of a hint, the first one first."""
        begun = time.monotonic()
        moves = case.analyze(self.program, self.options, None)["moves"]
        self.seconds.append(time.monotonic() - begun)
        # The turn that was played is shown too if it is not one of the five.
        return [(tuple(move["turn"]), move) for move in moves if len(moves) <= 5 or not move["played"]]

    def hint(self, five, truth):
        self.among.add(any(truth.as_good(turn) for turn, _ in five))
        first = five[0][0]
        self.losses.append(truth.behind(first))
        for turn, move in five:
            margin, behind = move["margin"], move["behind"]
            true = mean(truth.margins[turn])
            self.margins.add(abs(margin["mean"] - true) <= (margin["half_width"] or 0) + 1e-6)
            if turn == first:
                self.first_bias.append(margin["mean"] - true)
            else:
                true = mean(truth.margins[first]) - true
                self.behinds.add(abs(behind["mean"] - true) <= (behind["half_width"] or 0) + 1e-6)

    def mistake(self, turn, truth):
        """Adds a named mistake: the better turn against the one that was played."""
        self.named += 1
        drop = turn.get("gave_away") or turn["played"]["behind"]
        played = tuple(turn["played"]["turn"])
        true, _ = difference(truth.margins[better(turn)], truth.margins[played])
        self.covered.add(abs(drop["mean"] - true) <= drop["half_width"] + 1e-6)
        self.excess.append(drop["mean"] - true)


class Case:
    """A position of a recorded game."""

    def __init__(self, args, file, record, turn):
        self.args, self.file, self.record, self.turn = args, file, record, turn

    def analyze(self, program, options, threads):
        return analyze(program, self.file, self.record, ["--turn", self.turn, *options], threads)

    def truth(self, stay):
        """The truth; turns that are to stay are measured to the end."""
        margins = {}
        for at, part in enumerate(ROUNDS):
            which = ["--moves", "0"] if margins else ["--moves", "20000", "--choose-worlds", "1"]
            for turn in margins:
                which += ["--also", ", ".join(turn)]
            worlds = str(max(2, round(self.args.worlds * part)))
            options = [*which, "--worlds", worlds, "--seed", str(20001 + at), "--by-world"]
            for move in self.analyze(self.args.goldrush, options, self.args.threads)["moves"]:
                margins.setdefault(tuple(move["turn"]), []).extend(move["margins"])
            best = max(margins, key=lambda turn: mean(margins[turn]))
            for turn in set(margins) - stay - {best}:
                drop, half = difference(margins[best], margins[turn])
                if drop > CLEAR * max(half / 1.96, 0.02):
                    del margins[turn]
        return Truth(margins)


def analyze(program, file, record, options, threads):
    command = [program, "analyze", file, "--number", str(record), "--json", *options]
    command += ["--threads", threads] if threads else []
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)


def better(turn):
    """The turn named as better than the one that was played."""
    return tuple(turn.get("better") or turn["best"]["turn"])


def name_before(name):
    """The moment before a choice of this name: 21 begins after 20 turns, 21b after 21a."""
    if name.isdigit():
        return str(int(name) - 1)
    return name[:-1] + chr(ord(name[-1]) - 1) if name[-1] != "a" else str(int(name[:-1]) - 1)


def check_game(args, game):
    checks = [Check("now", args.goldrush, [])]
    if args.before:
        checks.insert(0, Check("before", args.before, args.before_options.split()))
    begun, looked_at = time.monotonic(), 0
    late = lambda share: time.monotonic() - begun > 60 * args.minutes * share
    with tempfile.TemporaryDirectory() as folder:
        run = os.path.join(folder, "run")
        agents = args.agents or AGENTS.get(game, "heuristic,greedy")
        play = [args.goldrush, "simulate", "--game", game, "--agents", agents, "--games", str(args.games)]
        play += ["--seed", str(args.seed), "--records", "all", "--out", run]
        subprocess.run(play, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        file = os.path.join(run, "records.jsonl")
        graph = ["--mistakes", "--svg", os.path.join(folder, "graph.svg")]
        analyses = {
            (check.title, record): analyze(check.program, file, record, graph, args.threads)["turns"]
            for record in range(args.games if args.mistakes else 0)
            for check in checks
        }
        truths, turns = {}, []
        for record in range(args.games):
            last = analyze(args.goldrush, file, record, ["--choose-worlds", "1", "--worlds", "2"], args.threads)
            count = last["turn"] + 1
            mine = [args.turns * (at + 1) // args.games - args.turns * at // args.games for at in range(args.games)][record]
            turns += [(at, record, int((at + (record + 0.5) / args.games) * count / mine)) for at in range(mine)]
        # Mixes early and late turns of all games, in case there is no time for all.
        turns.sort(key=lambda turn: (turn[0] * 7 % max(1, len(turns) // args.games), turn[1]))
        named = []
        for check in checks:
            for record in range(args.games if args.mistakes else 0):
                for seat, own in by_seat(analyses[check.title, record]):
                    named += [(rank, record, seat, turn, check) for rank, turn in enumerate(own[:5])]
        named.sort(key=lambda one: one[:3])
        named = named[: args.mistakes * len(checks)]
        # Turns that must be measured in a position: the one that was played, and the one named as better.
        stay = collections.defaultdict(set)
        for (_, record), looks in analyses.items():
            for look in looks:
                stay[record, name_before(look["name"])].add(tuple(look["played"]["turn"]))
        for _, record, _, look, _ in named:
            stay[record, name_before(look["name"])].add(better(look))
        for _, record, turn in turns:
            if late(0.6 if args.mistakes else 1.0):
                break
            case = Case(args, file, record, str(turn))
            fives = [check.ask(case) for check in checks]
            shown = {turn for five in fives for turn, _ in five}
            truths[record, str(turn)] = truth = case.truth(stay[record, str(turn)] | shown)
            looked_at += 1
            for check, five in zip(checks, fives):
                if len(five) > 1:
                    check.hint(five, truth)
            progress(f"{game}: {looked_at} of {len(turns)} turns")
        for check in checks:
            for (record, moment), truth in truths.items() if args.mistakes else ():
                large_mistake(check, analyses[check.title, record], moment, truth)
        for _, record, _, turn, check in named:
            if late(1.0):
                break
            moment = name_before(turn["name"])
            if (record, moment) not in truths:
                truths[record, moment] = Case(args, file, record, moment).truth(stay[record, moment])
            check.mistake(turn, truths[record, moment])
            progress(f"{game}: mistakes {sum(check.named for check in checks)}")
    table(args, game, agents, looked_at, checks)


def by_seat(turns):
    """Named mistakes of each seat, the largest first."""
    size = lambda turn: (turn.get("gave_away") or turn["played"]["behind"])["mean"]
    for seat in sorted({turn["seat"] for turn in turns}):
        yield seat, sorted((turn for turn in turns if turn["mistake"] and turn["seat"] == seat), key=size, reverse=True)


def large_mistake(check, turns, moment, truth):
    """Counts a large mistake that should have been one of the three shown to a seat at the end of a game."""
    here = [turn for turn in turns if name_before(turn["name"]) == moment]
    if not here:
        return
    drop = truth.behind(tuple(here[0]["played"]["turn"]))
    if drop <= LARGE:
        return
    check.large += 1
    own = dict(by_seat(turns))[here[0]["seat"]]
    larger = [turn for turn in own if (turn.get("gave_away") or turn["played"]["behind"])["mean"] >= drop]
    check.missed += not here[0]["mistake"] and len(larger) < 3


def progress(text):
    print(f"\r{text}   " if sys.stderr.isatty() else f"{text}\n", end="", file=sys.stderr, flush=True)


def table(args, game, agents, looked_at, checks):
    print(f"\n## {game}\n")
    print(
        f"{looked_at} turns of {args.games} games of {agents}, seed {args.seed}. Truth: all legal turns, the advised "
        f"ones in {args.worlds} worlds.\n"
    )
    rows = [
        ("", *(check.title for check in checks)),
        ("---", *("---" for _ in checks)),
        ("one of the five hints is as good as the best turn", *(check.among for check in checks)),
        ("points the first hint is behind the best turn", *(told(check.losses) for check in checks)),
        ("the most it is behind in any turn", *(f"{max(check.losses, default=0):.1f}" for check in checks)),
        ("stated lead of the first hint minus the true one", *(told(check.first_bias) for check in checks)),
        ("ranges of a lead that contain the true one", *(check.margins for check in checks)),
        ("ranges of the distance to the first hint that do", *(check.behinds for check in checks)),
        ("named mistakes checked", *(check.named for check in checks)),
        ("their stated cost minus the true one, points", *(told(check.excess) for check in checks)),
        ("ranges of that cost that contain the true one", *(check.covered for check in checks)),
        (f"turns that gave away more than {LARGE:.0f} points", *(check.large for check in checks)),
        ("of these, missed: neither named nor behind three larger ones", *(check.missed for check in checks)),
        ("seconds a hint took (median, largest)", *(seconds(check.seconds) for check in checks)),
    ]
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    sys.stdout.flush()


def seconds(all_of_them):
    return f"{statistics.median(all_of_them):.2f}, {max(all_of_them):.2f}" if all_of_them else "none"


def main():
    args = arguments()
    for game in args.game or ["gold-rush"]:
        check_game(args, game)


if __name__ == "__main__":
    main()
