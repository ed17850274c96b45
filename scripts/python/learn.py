"""Learn the value of turns by playing against itself: a linear value of afterstates, by temporal differences.

    pip install ./sim-cli/python
    python scripts/python/learn.py --game carcassonne --out weights.npz          # two minutes on two cores
    python scripts/python/learn.py --serve weights.npz                           # as a goldrush bot
    goldrush match --game carcassonne --a 'exec:"python scripts/python/learn.py --serve weights.npz"' --b greedy --games 400

The value of a turn is the lead over the best other seat at the end, in points, estimated as a weighted sum of the features of what the
turn leads to (`Game.layout()["features"]`). Many games are played at once; each seat takes the turn with the highest value, and now and
then another. After each round, the weights are those for which the values of consecutive turns differ least, and the last from the
result: least-squares temporal differences, LSTD(lambda), of Boyan, "Least-squares temporal difference learning" (1999).
"""

import argparse
import csv
import time

import goldrush
import numpy as np

# Turns of every game in a round: most games end within one.
TURNS = 80


def best_rows(values, offsets):
    """Row with the highest value of each game."""
    highest = np.maximum.reduceat(values, offsets[:-1])
    is_best = np.flatnonzero(values == np.repeat(highest, np.diff(offsets)))
    return is_best[np.searchsorted(is_best, offsets[:-1])]


class Learner:
    """Weights, and the sums from which they are solved."""

    def __init__(self, batch, chance, fading=0.8):
        self.batch, self.chance, self.fading = batch, chance, fading
        self.width = len(batch.layout()["features"])
        n, players = len(batch), batch.players
        self.weights = np.zeros(self.width)
        self.left = np.zeros((self.width, self.width))
        self.right = np.zeros(self.width)
        self.last = np.zeros((n, players, self.width), np.float32)
        self.trace = np.zeros((n, players, self.width), np.float32)
        self.games = 0

    def turn(self, exploring):
        """Plays one turn of every game."""
        games, seats = np.arange(len(self.batch)), self.batch.to_move
        offsets, actions, features = self.batch.turns()
        values = features @ self.weights.astype(np.float32) + self.chance.random(len(features), np.float32) * 1e-3
        rows = best_rows(values, offsets)
        others = offsets[:-1] + (self.chance.random(len(games)) * np.diff(offsets)).astype(np.int64)
        rows = np.where(self.chance.random(len(games)) < exploring, others, rows)
        self.remember(games, seats, features[rows])
        rewards, done, _, _ = self.batch.step(actions[rows])
        # A game that left the window has no result.
        self.end(np.flatnonzero(done & ~self.batch.truncated), rewards)
        self.last[done] = self.trace[done] = 0

    def remember(self, games, seats, now):
        last, trace = self.last[games, seats], self.trace[games, seats]
        # A seat that has not played yet has zeros, which add nothing.
        self.left += trace.T @ (last - now)
        self.trace[games, seats] = self.fading * trace + now
        self.last[games, seats] = now

    def end(self, over, rewards):
        for seat in range(self.batch.players):
            trace = self.trace[over, seat]
            self.left += trace.T @ self.last[over, seat]
            self.right += trace.T @ rewards[over, seat]
        self.games += len(over)

    def solve(self, forgetting=0.5):
        """Solves for new weights; older experience counts less."""
        scale = np.sqrt(np.maximum(np.abs(np.diag(self.left)), 1e-9))
        scaled = self.left / np.outer(scale, scale) + 1e-4 * np.eye(self.width)
        self.weights = np.linalg.solve(scaled, self.right / scale) / scale
        self.left *= forgetting
        self.right *= forgetting


def choose(game, weights):
    """First action of the turn with the highest value."""
    actions, features = game.turns()
    return actions[np.argmax(features @ weights), 0]


def play(weights, options, against, games, seed):
    """Win rate against a bot, with the half width of its 95% interval; each deal is played from every seat."""
    players, shares = options["players"], []
    for deal in range(games // players):
        share = 0.0
        for own in range(players):
            game = goldrush.Game(options["game"], players=players, seed=seed + deal)
            while not game.is_over:
                if game.to_move == own:
                    game.act(int(choose(game, weights)))
                else:
                    game.play(game.choose(against, seed=deal))
            share += game.win_shares[own] / players
        shares.append(share)
    return np.mean(shares), 1.96 * np.std(shares, ddof=1) / np.sqrt(len(shares))


def learn(args):
    options = {"game": args.game, "players": args.players}
    batch = goldrush.Batch(args.at_once, seed=args.seed, **options)
    learner, rows, began = Learner(batch, np.random.default_rng(args.seed)), [], time.time()
    for round_ in range(args.rounds + 1):
        if round_ and round_ % args.every == 0 or round_ == args.rounds:
            learning = time.time() - began
            share, half = play(learner.weights, options, args.against, args.games, seed=10**6)
            print(f"after {learner.games:6} games, {learning:4.0f} s: wins {100 * share:.1f}% ± {100 * half:.1f} against {args.against}", flush=True)
            rows.append((round_, learner.games, f"{share:.4f}", f"{half:.4f}"))
            began = time.time() - learning
        if round_ < args.rounds:
            for _ in range(TURNS):
                learner.turn(exploring=0.05)
            learner.solve()
    np.savez(args.out, weights=learner.weights, **options)
    if args.curve:
        with open(f"{args.curve}.csv", "w", newline="") as file:
            csv.writer(file).writerows([("round", "games", "win_share", "half_width"), *rows])
        draw(rows, args)


def draw(rows, args):
    """Draws the curve; needs matplotlib."""
    import matplotlib

    matplotlib.use("svg")
    # Letters as text, not as outlines: half the size.
    matplotlib.rcParams.update({"svg.hashsalt": "goldrush", "svg.fonttype": "none"})
    from matplotlib import pyplot

    games, share, half = (np.array([float(row[at]) for row in rows]) for at in (1, 2, 3))
    figure, axes = pyplot.subplots(figsize=(7, 3.6), layout="constrained")
    axes.errorbar(games, 100 * share, 100 * half, fmt="o-", capsize=3, color="#2b6cf6")
    axes.axhline(100 / args.players, color="#888", linestyle="--")
    axes.text(games[-1], 100 / args.players + 1.5, f"as good as {args.against}", color="#666", ha="right")
    axes.set(ylim=(0, 102), xlabel="games played against itself", ylabel=f"wins against {args.against}, %")
    axes.set_title(f"Learning {args.game}: wins against {args.against}, with 95% intervals")
    figure.savefig(f"{args.curve}.svg", metadata={"Date": None})


def serve(file):
    saved = np.load(file)
    weights = saved["weights"]
    goldrush.serve(lambda game: choose(game, weights), name="learned", games=[str(saved["game"])])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="carcassonne", help="the game (default: carcassonne)")
    parser.add_argument("--players", type=int, default=2, help="number of players (default: 2)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    parser.add_argument("--rounds", type=int, default=12, help="rounds of learning (default: 12)")
    parser.add_argument("--at-once", type=int, default=256, help="games at once (default: 256)")
    parser.add_argument("--every", type=int, default=3, help="rounds between matches (default: 3)")
    parser.add_argument("--games", type=int, default=200, help="games of a match (default: 200)")
    parser.add_argument("--out", default="weights.npz", help="file for the weights (default: weights.npz)")
    parser.add_argument("--curve", help="write the matches to NAME.csv and NAME.svg (needs matplotlib)", metavar="NAME")
    parser.add_argument("--against", default="greedy", help="opponent in matches (default: greedy)")
    parser.add_argument("--serve", metavar="WEIGHTS", help="play as a goldrush bot with these weights")
    args = parser.parse_args()
    serve(args.serve) if args.serve else learn(args)


if __name__ == "__main__":
    main()
