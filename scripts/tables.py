#!/usr/bin/env python3
"""Write the tables of tents, farmers, locomotives, gold-mines, first-seat, rules, retuned, strategy, better-game and good-game in results/
from the summaries of their runs.

Usage: scripts/tables.py [--check]      --check writes nothing and fails if something would change
"""
import math, tomllib

from marked import ROOT, update
from summaries import PLAYERS, SEARCH, STUDIES, arm, by_players, effect, equal_games, share, signed, summary, winners_lead, wins_by_seat


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


def skill(studies, factor, level):
    """Wins of each bot against the next of a ladder: under the printed rules, under the other one, and the change; in the first study,
    then in those on other tiles."""
    def cell(study, pair):
        def of(players):
            # A skill is what it wins above a fair share.
            base, mean, half_width = effect(study, factor, level, "skill", pair, players)
            return f"{share(1 / players + base)} → {share(1 / players + base + mean)} ({signed(100 * mean, 100 * half_width)})"

        return of

    rows = []
    for pair in ["greedy against level4", "level7 against greedy", "heuristic against level7"]:
        words = " against ".join(f"`{bot}`" for bot in pair.split(" against "))
        rows += [("the same, second reconstruction" if at else words, cell(study, pair)) for at, study in enumerate(studies)]
    return by_players(rows)


def skills(study, factor, level):
    return skill([f"{study}/skill", f"{study}/skill-rival"], factor, level)


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
        row("`greedy` and `heuristic`", "printed"),
        row("the same on the second reconstruction", "rival"),
        row("skill of four bots", "skill"),
        row("the same on the second reconstruction", "skill-rival"),
        f"| `{SEARCH}`, {links} players | {' / '.join(games for games, _ in searched)} | {' / '.join(deals for _, deals in searched)} |",
        row("`best`", "best"),
    ]


SEATS = ["first", "second", "third", "fourth", "fifth"]


def cells_by_seat(played):
    """Number of deals of games between equal bots, and a cell for each seat."""
    deals, wins = wins_by_seat(played)
    return deals, [share(*one, 1) for one in wins] + [""] * (len(SEATS) - len(wins))


def seats():
    """Games with the printed rules, of all studies that have them."""
    lines = ["| players | bot | deals | " + " | ".join(SEATS) + " |", "|---" * 8 + "|"]
    for players in PLAYERS:
        bots = [(f"`{bot}`", equal_games(bot, players)) for bot in ("greedy", "heuristic")]
        bots.append(("`heuristic`, second reconstruction", equal_games("heuristic", players, "rival")))
        bots.append((f"`{SEARCH}`", [arm(f"{study}/rollout/{players}", f"base, {SEARCH}, {players} players") for study in STUDIES]))
        if players == 2:
            bots.append(("`best`", [arm(f"{study}/best", "base, best, 2 players") for study in STUDIES]))
        for at, (bot, played) in enumerate(bots):
            deals, cells = cells_by_seat(played)
            lines.append(f"| {players if at == 0 else ''} | {bot} | {deals:,} | " + " | ".join(cells) + " |")
    return lines


def points_of_seats(komi, players):
    """Points at the start by seat, from their text, such as A1+C5."""
    named = {part[0]: int(part[1:]) for part in komi.split("+")}
    return [named.get(seat, 0) for seat in "ABCDE"[:players]]


def komi():
    """Points at the start that make the seats even, and the share of games that each seat wins with them on other deals."""
    lines = ["| players | tiles | points at the start | bot | " + " | ".join(SEATS) + " |", "|---" * 9 + "|"]
    for players in PLAYERS:
        for at, (words, tiles) in enumerate([("first reconstruction", "gold_rush"), ("second", "gold_rush_alt")]):
            study = f"first-seat/{tiles}-komi-{players}p"
            with open(f"{ROOT}/results/{study}/run.toml", "rb") as file:
                rules = tomllib.load(file)["arms"][0]["rules"]
            points = ", ".join(str(of) for of in points_of_seats(rules["komi"], players)) if "komi" in rules else "none"
            for bot in ("heuristic", "greedy"):
                _, cells = cells_by_seat([arm(study, f"base, {bot}, {players} players")])
                first = bot == "heuristic"
                row = [players if first and at == 0 else "", words if first else "", points if first else "", f"`{bot}`", *cells]
                lines.append("| " + " | ".join(map(str, row)) + " |")
    return lines


def averages(columns):
    """Averages of a player of `heuristic` in games by the printed rules: a column for each metric."""
    lines = ["| players | " + " | ".join(columns.values()) + " |", "|---" * (len(columns) + 1) + "|"]
    for players in PLAYERS:
        agents = [game["agents"][0] for game in equal_games("heuristic", players)]
        results = sum(agent["results"] for agent in agents)
        means = [sum(agent["results"] * agent["metrics"][metric]["mean"] for agent in agents) / results for metric in columns]
        lines.append(f"| {players} | " + " | ".join(f"{mean:.1f}" for mean in means) + " |")
    return lines


def tents():
    return by_players([
        ("one player without a tent wins", wins_alone("tents/printed", "tents")),
        ("a fair share", fair),
        ("one player without a tent wins, second reconstruction", wins_alone("tents/rival", "tents")),
        ("one player without a tent wins, `greedy`", wins_alone("tents/printed", "tents", "greedy")),
        ("that player's score, change in points", points("tents/printed", "tents", "denied")),
        *everybody("tents", "tents", "0", "nobody has a tent"),
        ("the winner's lead, change in points", points("tents/printed", "tents", "0", response="winning_margin")),
        ("the same, second reconstruction", points("tents/rival", "tents", "0", response="winning_margin")),
        ("the same, second reconstruction, bots retuned", points("tents/rival", "tents", "0", "heuristic retuned", "winning_margin")),
        ("the same, `greedy`", points("tents/printed", "tents", "0", "greedy", "winning_margin")),
        ("the same, `greedy`, second reconstruction", points("tents/rival", "tents", "0", "greedy", "winning_margin")),
    ])


def everybody(study, factor, level, words):
    """Points of each player under another rule: by `heuristic` as it is and retuned, on both reconstructions, and by `greedy`."""
    return [
        (f"{words}: points for each player", points(f"{study}/printed", factor, level)),
        ("the same, bots retuned for it", points(f"{study}/printed", factor, level, "heuristic retuned")),
        ("the same, second reconstruction", points(f"{study}/rival", factor, level)),
        ("the same, second reconstruction, bots retuned", points(f"{study}/rival", factor, level, "heuristic retuned")),
        ("the same, `greedy`", points(f"{study}/printed", factor, level, "greedy")),
    ]


def farmers():
    return by_players([
        *everybody("farmers", "farmers", "no", "nobody has farmers"),
        ("change in points from railroads alone, not retuned", points("farmers/printed", "farmers", "no", response="railroad")),
        ("the same, bots retuned for it", points("farmers/printed", "farmers", "no", "heuristic retuned", "railroad")),
        ("the winner's lead, change in points", points("farmers/printed", "farmers", "no", response="winning_margin")),
        ("the same, bots retuned for it", points("farmers/printed", "farmers", "no", "heuristic retuned", "winning_margin")),
        ("the same, second reconstruction", points("farmers/rival", "farmers", "no", response="winning_margin")),
        ("the same, second reconstruction, bots retuned", points("farmers/rival", "farmers", "no", "heuristic retuned", "winning_margin")),
        ("the same, `greedy`", points("farmers/printed", "farmers", "no", "greedy", "winning_margin")),
        ("one player without farmers wins", wins_alone("farmers/printed", "farmers")),
        ("a fair share", fair),
        ("one player without farmers wins, second reconstruction", wins_alone("farmers/rival", "farmers")),
        ("one player without farmers wins, `greedy`", wins_alone("farmers/printed", "farmers", "greedy")),
        ("that player's score, change in points", points("farmers/printed", "farmers", "denied")),
    ])


def locomotives():
    run = "locomotives/printed"
    best = points("locomotives/best", "locomotives", "never", "best")
    return by_players([
        ("points with locomotives", lambda players: f"{effect(run, 'locomotives', 'never', 'score', players=players)[0]:.0f}"),
        ("no locomotives", points(run, "locomotives", "never")),
        ("change in points from railroads alone", points(run, "locomotives", "never", response="railroad")),
        ("doubling with two locomotives, too", points(run, "locomotives", "at-least-one")),
        ("the same, second reconstruction", points("locomotives/rival", "locomotives", "at-least-one")),
        ("the same, `greedy`", points(run, "locomotives", "at-least-one", "greedy")),
        ("22 tiles with a locomotive", points(run, "locomotive-tiles", "22")),
        ("the same, second reconstruction", points("locomotives/rival", "locomotive-tiles", "22")),
        ("the same, `greedy`", points(run, "locomotive-tiles", "22", "greedy")),
        ("no locomotives, second reconstruction", points("locomotives/rival", "locomotives", "never")),
        ("no locomotives, `greedy`", points(run, "locomotives", "never", "greedy")),
        (f"no locomotives, `{SEARCH}`", lambda players: points(f"locomotives/rollout/{players}", "locomotives", "never", SEARCH)(players)),
        ("no locomotives, `best`", lambda players: best(players) if players == 2 else ""),
    ])


def gold_mines():
    run, factor, level = "gold-mines/printed", "game", "carcassonne+gold-mines"
    before = lambda players: f"{effect(run, factor, level, 'score', players=players)[0]:.0f}"

    def first(players):
        """Wins of the first seat without and with the gold tiles, and the change."""
        base, mean, half_width = effect(run, factor, level, "first_seat", players=players)
        return f"{share(1 / players + base)} → {share(1 / players + base + mean)} ({signed(100 * mean, 100 * half_width)})"

    search = lambda *about: lambda players: points(f"gold-mines/rollout/{players}", factor, level, SEARCH, *about)(players)
    best = lambda *about: lambda players: points("gold-mines/best", factor, level, "best", *about)(players) if players == 2 else ""

    def retuned(metric, digits=1):
        """Points that bots tuned for the gold tiles score more with them than usual ones without, on other deals."""
        def cell(players):
            usual = arm(run, f"base, heuristic, {players} players")["agents"][0]["metrics"][metric]
            tuned = summary(f"gold-mines/retuned/{players}")["agents"][0]["metrics"][metric]
            return signed(tuned["mean"] - usual["mean"], math.hypot(tuned["half_width"], usual["half_width"]), digits)

        return cell

    return by_players([
        ("points without them", before),
        ("points, change", points(run, factor, level)),
        ("of these from ingots", points(run, factor, level, response="gold", digits=2)),
        ("from roads", points(run, factor, level, response="road", digits=2)),
        ("from monasteries", points(run, factor, level, response="monastery", digits=2)),
        ("points, change, bots retuned for them", retuned("score")),
        ("of these from ingots, bots retuned", retuned("gold", 2)),
        ("points, change, `greedy`", points(run, factor, level, "greedy")),
        ("of these from ingots, `greedy`", points(run, factor, level, "greedy", "gold", digits=2)),
        (f"points, change, `{SEARCH}`", search("score")),
        (f"of these from ingots, `{SEARCH}`", search("gold")),
        ("points, change, `best`", best("score")),
        ("of these from ingots, `best`", best("gold")),
        ("the winner's lead, change in points", points(run, factor, level, response="winning_margin")),
        ("the same, `greedy`", points(run, factor, level, "greedy", "winning_margin")),
        (f"the same, `{SEARCH}`", search("winning_margin")),
        ("the same, `best`", best("winning_margin")),
        ("the first seat wins", first),
    ])


# Numbers of the rules in the order of the table, with what each value is called.
NUMBERS = {
    "camp-points": "points for a camp",
    "herd-points": "points for a herd",
    "locomotive-factor": "a locomotive multiplies by",
    "city-points": "points for a city's railroad",
    "nugget-points": "points for a nugget",
    "tokens-per-nugget": "tokens for a nugget",
    "tents": "tents",
    "cowboys": "cowboys",
    "mining-interval": "mining every … turns",
    "tokens": "mining tokens",
}
# Values that need words.
VALUES = {"2=63": "63 worth 2"}


def rules(study, response):
    """Change of scores or leads by each number of the rules, by value."""
    lines = ["| number | value | " + " | ".join(f"{players} players" for players in PLAYERS) + " |", "|---" * (len(PLAYERS) + 2) + "|"]
    for factor, words in NUMBERS.items():
        levels = {(one["level"], one["base"]) for one in summary(study)["effects"] if one["factor"] == factor}
        base = next(iter(levels))[1]
        order = sorted({level for level, _ in levels} | {base}, key=lambda level: (not level.isdigit(), level.zfill(3)))
        for at, level in enumerate(order):
            if level == base:
                cells = ["as printed"] + [""] * (len(PLAYERS) - 1)
            else:
                cells = [points(study, factor, level, response=response)(players) for players in PLAYERS]
            lines.append(f"| {words if at == 0 else ''} | {VALUES.get(level, level)} | " + " | ".join(cells) + " |")
    return lines


def rules_of_searches():
    """Changes of scores and leads by values of the rules that a search played, two players, beside those of `heuristic`."""
    bots = {"heuristic": "rules/printed", SEARCH: "rules/rollout"}
    lines = ["| number | value | " + " | ".join(f"{what}, `{bot}`" for what in ("points", "lead") for bot in bots) + " |", "|---" * 6 + "|"]
    played = {(one["factor"], one["level"]) for one in summary("rules/rollout")["effects"]}
    for factor, words in NUMBERS.items():
        for level in sorted(level for name, level in played if name == factor):
            cells = [points(study, factor, level, bot, response)(2) for response in ("score", "winning_margin") for bot, study in bots.items()]
            lines.append(f"| {words} | {level} | " + " | ".join(cells) + " |")
    return lines


def retuned():
    """Changes of rules by bots as tuned for the printed game, and retuned for each."""
    with open(f"{ROOT}/results/retuned/run.toml", "rb") as file:
        gains = tomllib.load(file)["balance"]["retuned"]
    lines = ["| change | gain | `greedy` | `heuristic` | `heuristic` retuned |", "|---" * 5 + "|"]
    for factor, level, words in [
        ("cowboys", "1", "1 cowboy instead of 4"), ("cowboys", "2", "2 cowboys"), ("cowboys", "3", "3 cowboys"), ("cowboys", "6", "6 cowboys"),
        ("tents", "2", "2 tents"), ("locomotives", "never", "locomotives never double"), ("mining-interval", "3", "mining once in 3 turns"),
        ("tiles", "gold_rush_alt", "the second reconstruction"),
    ]:
        gain = gains.get(f"{factor}={level}, 2 players")
        cells = ["–" if gain is None else signed(gain["gain"], gain["half_width"])]
        cells += [points("retuned", factor, level, agent)(2) for agent in ("greedy", "heuristic")]
        cells.append("" if gain is None else points("retuned", factor, level, "heuristic retuned")(2))
        lines.append(f"| {words} | " + " | ".join(cells) + " |")
    return lines


# Counts that styles of play change; that of cowboys kept at hand changes none.
ACTIONS = {
    "tents pitched": "tents_pitched",
    "miners": "miners",
    "farmers": "farmers",
    "points from locomotives": "locomotive_bonus",
}


def hardly_changed(told, style):
    """True if a bot did what its style is named for less than a tenth more or less often."""
    action = ACTIONS.get(style.split(" ", 1)[1])
    bots = next(game for game in told["arms"] if game["name"].startswith(style + ","))["agents"]
    return action and abs(math.log(bots[0]["metrics"][action]["mean"] / bots[1]["metrics"][action]["mean"])) < math.log(1.1)


def mistakes(runs):
    """Wins of a bot that does more or less of something, with a star where it changed what it does by less than a tenth; a column for
    each heading, number of players and run."""
    found = {}
    for at, (_, players, run) in enumerate(runs):
        told = summary(run)
        for one in told["effects"]:
            if one["response"] == "skill":
                name = one["level"]
                star = " *" if hardly_changed(told, name) else ""
                found.setdefault(name, {})[at] = share(1 / players + one["mean"], one["half_width"], 1) + star
    lines = ["| | " + " | ".join(heading for heading, *_ in runs) + " |", "|---" * (len(runs) + 1) + "|"]
    lines.append("| a fair share | " + " | ".join(fair(players) for _, players, _ in runs) + " |")
    return lines + [f"| {name} | " + " | ".join(cells[at] for at in range(len(runs))) + " |" for name, cells in found.items()]


def strategy_runs_of(folder):
    return [(f"{players} players", players, f"strategy/{folder}{players}") for players in PLAYERS]


def winners():
    """Differences between winners and losers of the same game."""
    told = {players: {one["metric"]: one["difference"] for one in summary(f"strategy/{players}")["winners"]} for players in PLAYERS}
    row = lambda metric: lambda players: signed(told[players][metric]["mean"], told[players][metric]["half_width"])
    names = {
        "cowboys_placed": "cowboys placed", "tokens_mined": "tokens mined", "prairie": "points from prairies", "tokens": "points from tokens",
        "railroad": "points from railroads", "mountain": "points from mountains",
    }
    return by_players([(words, row(metric)) for metric, words in names.items()])


def styles():
    """Two-player games of each style against all others: wins on both reconstructions, and where its points are from."""
    metrics = {"railroad": "railroads", "mountain": "mountains", "prairie": "prairies", "tokens": "tokens"}
    lines = ["| style | wins | second reconstruction | points | " + " | ".join(metrics.values()) + " |", "|---" * (len(metrics) + 4) + "|"]
    rivals = {bot["name"]: bot["metrics"] for bot in summary("strategy/styles-rival")["agents"]}
    wins = lambda metrics: share(metrics["win_share"]["mean"], metrics["win_share"]["half_width"], 1)
    for bot in sorted(summary("strategy/styles")["agents"], key=lambda bot: -bot["metrics"]["win_share"]["mean"]):
        mean = lambda metric: f"{bot['metrics'][metric]['mean']:.0f}"
        name = "`heuristic`" if bot["name"] == "heuristic" else bot["name"]
        cells = [name, wins(bot["metrics"]), wins(rivals[bot["name"]]), mean("score"), *map(mean, metrics)]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def strategy_runs():
    lines = ["| players | games | second reconstruction |", "|---" * 3 + "|"]
    for players in PLAYERS:
        cells = [f"[{summary(f'strategy/{run}')['games']:,}]({run}/plan.toml)" for run in (str(players), f"rival/{players}")]
        lines.append(f"| {players} | " + " | ".join(cells) + " |")
    lines.append(f"| 2, all retuned for the second |  | [{summary('strategy/rival/retuned')['games']:,}](rival/retuned/plan.toml) |")
    cells = [f"[{summary(f'strategy/{run}')['games']:,}]({run}/plan.toml)" for run in ("styles", "styles-rival")]
    return lines + ["| 2, style against style | " + " | ".join(cells) + " |"]


# Bots of results/better-game, with their runs by the printed rules and by the best ones found.
FOUND = {
    "`heuristic`, tuned for each": ["printed/heuristic", "found/retuned"],
    "`heuristic` as it is": ["found/heuristic"],
    "`heuristic`, second reconstruction": ["printed/rival", "found/rival"],
    "`greedy`": ["printed/greedy", "found/greedy"],
    f"`{SEARCH}`": ["printed/rollout", "found/rollout"],
}


def better_game(heading, runs):
    """A row for each run, by the rules printed or found; `runs` by what the first column says of them."""
    sources = {"railroad": "railroads", "mountain": "mountains", "city": "cities", "prairie": "prairies", "tokens": "tokens"}
    lines = [f"| {heading} | rules | winner's lead | first seat wins | points | " + " | ".join(sources.values()) + " |", "|---" * (len(sources) + 5) + "|"]
    for first, run in ((name if at == 0 else "", run) for name, these in runs.items() for at, run in enumerate(these)):
        told = summary(f"better-game/{run}")
        lead, half_width = winners_lead(f"better-game/{run}")
        metrics = told["agents"][0]["metrics"]
        seat = told["arms"][0]["seats"][0]["metrics"]["win_share"]
        cells = [first, run.split("/")[0], f"{lead:.1f} ± {half_width:.1f}", share(seat["mean"], seat["half_width"], 1)]
        cells += [f"{metrics['score']['mean']:.0f}", *(f"{metrics[one]['mean']:.0f}" for one in sources)]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


update(
    "results/tents/README.md",
    numbers=tents(), skill=skills("tents", "tents", "0"), searches=searches("tents", "tents", "0"), runs=runs("tents"),
)
update(
    "results/farmers/README.md",
    numbers=farmers(), skill=skills("farmers", "farmers", "no"), searches=searches("farmers", "farmers", "no"), runs=runs("farmers"),
)
update(
    "results/locomotives/README.md",
    numbers=locomotives(), skill=skills("locomotives", "locomotives", "never"), runs=runs("locomotives"),
)
update("results/gold-mines/README.md", numbers=gold_mines(), skill=skill(["gold-mines/skill"], "game", "carcassonne+gold-mines"))
update("results/first-seat/README.md", seats=seats(), komi=komi())
update(
    "results/rules/README.md",
    numbers=rules("rules/printed", "score"), leads=rules("rules/printed", "winning_margin"),
    searches=rules_of_searches(), rival_numbers=rules("rules/rival", "score"), rival_leads=rules("rules/rival", "winning_margin"),
)
update("results/retuned/README.md", numbers=retuned())
update(
    "results/better-game/README.md",
    games=better_game("bot", FOUND),
    more=better_game("players", {str(players): [f"{rules}/heuristic-{players}" for rules in ("printed", "found")] for players in (3, 4, 5)}),
)
update(
    "results/strategy/README.md",
    mistakes=mistakes(strategy_runs_of("")),
    rivals=mistakes([*strategy_runs_of("rival/"), ("2 players, all retuned", 2, "strategy/rival/retuned")]),
    winners=winners(), styles=styles(), runs=strategy_runs(),
)
update(
    "results/good-game/README.md",
    sources=averages({"score": "points", "railroad": "railroads", "mountain": "mountains", "city": "cities", "prairie": "prairies", "tokens": "tokens"}),
    actions=averages({
        "tokens_mined": "tokens mined", "tokens_won": "tokens won", "tents_pitched": "tents pitched", "cowboys_placed": "cowboys placed",
    }),
)
