"""Count games that leave the window in which actions are numbered: random games, and games of bots.

    python scripts/python/window.py --games 10000                # a quarter of an hour on two cores
"""

import argparse
from concurrent.futures import ProcessPoolExecutor

import goldrush

GAMES = ["gold-rush", "carcassonne", "carcassonne+gold-mines"]


def random_games(game, window, count):
    """Random games, and how many of them left the window."""
    batch, played, left = goldrush.Batch(1024, game, window=window, seed=1), 0, 0
    while played < count:
        played += int(batch.step(batch.random_actions())[1].sum())
        left += int(batch.truncated.sum())
    return played, left


def leaves(game, bot, window, seed):
    """True if a game of a bot against itself leaves the window."""
    state = goldrush.Game(game, players=2 + seed % 4, seed=seed, window=window)
    count = state.layout()["action_count"]
    while not state.is_over:
        if max(state.legal_actions()) >= count:
            return True
        state.play(state.choose(bot, seed=seed))
    return False


def bot_games(game, bot, window, seeds):
    return sum(leaves(game, bot, window, seed) for seed in seeds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="games per bot; ten times as many random ones (default: 10000)")
    parser.add_argument("--window", type=int, default=41, help="cells per side (default: 41)")
    parser.add_argument("--bots", nargs="*", default=["greedy", "heuristic"], help="bots (default: greedy heuristic)")
    args = parser.parse_args()
    for game in GAMES:
        played, left = random_games(game, args.window, 10 * args.games)
        print(f"{game}: {left} of {played} random games left a window of {args.window}", flush=True)
        with ProcessPoolExecutor() as pool:
            for bot in args.bots:
                parts = [pool.submit(bot_games, game, bot, args.window, range(first, args.games, 64)) for first in range(64)]
                left = sum(part.result() for part in parts)
                print(f"{game}: {left} of {args.games} games of {bot} left a window of {args.window}", flush=True)


if __name__ == "__main__":
    main()
