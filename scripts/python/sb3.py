"""Train a bot with Stable-Baselines3, save it, load it, and let it play.

    pip install "./sim-cli/python[gymnasium]" stable-baselines3 sb3-contrib
    python scripts/python/sb3.py --steps 20000

MaskablePPO of sb3-contrib knows which actions there are. PPO of Stable-Baselines3 does not, so `illegal="random"` plays another turn
where it names none. Both flatten the turns of a position into one row, so they learn slowly: a few thousand steps show that everything
works. scripts/python/ppo.py values each turn by itself.
"""

import argparse
import tempfile

from goldrush.gymnasium import Env
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env


def play(model, env, games, with_masks):
    """Share of games that the model wins, a tie counting as half, and of its turns that were illegal."""
    won = turns = illegal = 0
    for game in range(games):
        seen, _ = env.reset(seed=1000 + game)
        over = False
        while not over:
            masks = {"action_masks": env.action_masks()} if with_masks else {}
            action, _ = model.predict(seen, deterministic=True, **masks)
            seen, reward, over, _, info = env.step(action)
            turns, illegal = turns + 1, illegal + info["illegal"]
        won += (reward + 1) / 2
    return won / games, illegal / turns


def train(learner, env, steps, games, with_masks):
    model = learner("MultiInputPolicy", env, n_steps=256, batch_size=64, seed=1, device="cpu")
    model.learn(steps)
    with tempfile.TemporaryDirectory() as folder:
        model.save(f"{folder}/bot")
        loaded = learner.load(f"{folder}/bot", device="cpu")
    results = play(model, env, games, with_masks)
    if play(loaded, env, games, with_masks) != results:
        raise SystemExit(f"{learner.__name__}: the model that was loaded plays other games")
    won, illegal = results
    print(f"{learner.__name__}: wins {100 * won:.0f}% of {games} games; {100 * illegal:.0f}% of its turns were illegal", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="carcassonne", help="the game (default: carcassonne)")
    parser.add_argument("--opponent", default="random", help="the bot that it plays against (default: random)")
    parser.add_argument("--steps", type=int, default=20000, help="turns from which each learns (default: 20000)")
    parser.add_argument("--games", type=int, default=20, help="games afterward (default: 20)")
    args = parser.parse_args()
    # Few actions, those with the best leads.
    settings = {"game": args.game, "opponent": args.opponent, "best": 20}
    check_env(Env(**settings, illegal="random"))
    train(MaskablePPO, Env(**settings), args.steps, args.games, True)
    train(PPO, Env(**settings, illegal="random"), args.steps, args.games, False)


if __name__ == "__main__":
    main()
