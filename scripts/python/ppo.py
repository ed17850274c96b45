"""Learn to beat a bot with masked PPO, in numpy alone, through the Gymnasium environment.

    pip install "./sim-cli/python[gymnasium]"
    python scripts/python/ppo.py --game carcassonne --opponent greedy            # four minutes on one core

An action is a whole turn. The policy scores each turn by the features of the position that it leads to, with one hidden layer, and
draws a turn from the softmax of the scores; only turns there are take part. A second network estimates the final lead from the
summary of the position. Both learn from games against the bot: PPO of Schulman and others, "Proximal policy optimization algorithms"
(2017), with generalized advantage estimation.
"""

import argparse
import time

import numpy as np
from goldrush.gymnasium import Env

HIDDEN, LAMBDA, CLIP, ENTROPY = 32, 0.95, 0.2, 0.01
EPOCHS, MINIBATCH, STEP_SIZE = 4, 256, 1e-3
# Points of lead that count as a reward of 1.
POINTS = 30


class Network:
    """One hidden layer over standardized inputs, and Adam."""

    def __init__(self, inputs, chance):
        shapes = {"a": (inputs, HIDDEN), "b": (HIDDEN,), "c": (HIDDEN,), "d": ()}
        spread = {name: (0.5 if name == "a" else 0.1) / np.sqrt(inputs) for name in shapes}
        self.weights = {name: chance.normal(0, spread[name], shape).astype(np.float32) for name, shape in shapes.items()}
        self.moments = {name: (np.zeros(shape), np.zeros(shape)) for name, shape in shapes.items()}
        self.mean, self.scale, self.updates = np.zeros(inputs, np.float32), np.ones(inputs, np.float32), 0

    def standardize(self, inputs):
        self.mean, self.scale = inputs.mean(axis=0), 1 / (inputs.std(axis=0) + 1e-2)

    def forward(self, inputs):
        """Values of some rows, and what `learn` needs again."""
        scaled = (inputs - self.mean) * self.scale
        hidden = np.tanh(scaled @ self.weights["a"] + self.weights["b"])
        return hidden @ self.weights["c"] + self.weights["d"], (scaled, hidden)

    def learn(self, slopes, kept):
        """Moves the weights against the slopes of a loss in the values."""
        scaled, hidden = kept
        inner = np.outer(slopes, self.weights["c"]) * (1 - hidden**2)
        gradients = {"a": scaled.T @ inner, "b": inner.sum(axis=0), "c": hidden.T @ slopes, "d": slopes.sum()}
        self.updates += 1
        for name, gradient in gradients.items():
            first, second = self.moments[name]
            first = 0.9 * first + 0.1 * gradient
            second = 0.999 * second + 0.001 * gradient**2
            self.moments[name] = first, second
            mean, square = first / (1 - 0.9**self.updates), second / (1 - 0.999**self.updates)
            self.weights[name] = (self.weights[name] - STEP_SIZE * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def log_softmax(scores, starts, counts):
    """Logarithms of the probabilities of the rows of each decision."""
    scores = scores - np.repeat(np.maximum.reduceat(scores, starts), counts)
    return scores - np.repeat(np.log(np.add.reduceat(np.exp(scores), starts)), counts)


def turns_of(observation):
    return observation["turns"][observation["action_mask"] == 1]


class Learner:
    def __init__(self, env, chance):
        self.chance = chance
        spaces = env.observation_space
        self.policy = Network(spaces["turns"].shape[1], chance)
        self.critic = Network(spaces["summary"].shape[0], chance)

    def best(self, observation):
        return int(np.argmax(self.policy.forward(turns_of(observation))[0]))

    def draw(self, observation):
        """A turn, and the logarithm of its probability."""
        turns = turns_of(observation)
        logs = log_softmax(self.policy.forward(turns)[0], np.array([0]), [len(turns)])
        turn = min(int(np.searchsorted(np.cumsum(np.exp(logs)), self.chance.random())), len(turns) - 1)
        return turn, logs[turn]

    def collect(self, envs, observations, steps):
        """Plays some turns in each environment; returns the decisions, and the results of finished games."""
        rows, results = [], []
        for at, env in enumerate(envs):
            path, observation = [], observations[at]
            for _ in range(steps):
                turn, log = self.draw(observation)
                following, reward, over, _, _ = env.step(turn)
                path.append([turns_of(observation), observation["summary"], turn, log, reward / POINTS, over])
                if over:
                    results.append(reward)
                    following, _ = env.reset()
                observation = following
            observations[at] = observation
            self.judge(path, observation)
            rows += path
        return rows, results

    def judge(self, path, after):
        """Adds advantages and returns to a path: generalized advantage estimation."""
        values = self.critic.forward(np.stack([*(row[1] for row in path), after["summary"]]))[0]
        advantage = 0.0
        for at in reversed(range(len(path))):
            reward, over = path[at][4:]
            surprise = reward + (0 if over else values[at + 1]) - values[at]
            advantage = surprise + (0 if over else LAMBDA * advantage)
            path[at] += [advantage, advantage + values[at]]

    def learn(self, rows):
        if not self.policy.updates:
            self.policy.standardize(np.concatenate([row[0] for row in rows]))
            self.critic.standardize(np.stack([row[1] for row in rows]))
            # The probabilities so far were those of other inputs.
            for row in rows:
                row[3] = log_softmax(self.policy.forward(row[0])[0], np.array([0]), [len(row[0])])[row[2]]
        advantages = np.array([row[6] for row in rows])
        center, scale = advantages.mean(), advantages.std() + 1e-6
        for _ in range(EPOCHS):
            order = self.chance.permutation(len(rows))
            for first in range(0, len(rows), MINIBATCH):
                self.update([rows[at] for at in order[first : first + MINIBATCH]], center, scale)

    def update(self, rows, center, scale):
        counts = np.array([len(row[0]) for row in rows])
        starts = np.cumsum(counts) - counts
        chosen = starts + np.array([row[2] for row in rows])
        advantages = (np.array([row[6] for row in rows]) - center) / scale
        scores, kept = self.policy.forward(np.concatenate([row[0] for row in rows]))
        logs = log_softmax(scores, starts, counts)
        odds, ratio = np.exp(logs), np.exp(logs[chosen] - np.array([row[3] for row in rows]))
        # The loss is flat where the ratio has left the clipping range in the direction of the advantage.
        pull = np.where(np.sign(advantages) * (ratio - 1) > CLIP, 0, -advantages * ratio)
        entropy = -np.add.reduceat(odds * logs, starts)
        slopes = -np.repeat(pull, counts) * odds + ENTROPY * odds * (logs + np.repeat(entropy, counts))
        slopes[chosen] += pull
        self.policy.learn((slopes / len(rows)).astype(np.float32), kept)
        values, kept = self.critic.forward(np.stack([row[1] for row in rows]))
        self.critic.learn(((values - np.array([row[7] for row in rows])) / len(rows)).astype(np.float32), kept)


def play(learner, env, games, seed):
    """Win rate of the best turns against the bot, with the half width of its 95% interval."""
    shares = []
    for game in range(games):
        observation, over = env.reset(seed=seed + game)[0], False
        while not over:
            observation, _, over, _, _ = env.step(learner.best(observation))
        shares.append(env.game.win_shares[env.seat])
    return np.mean(shares), 1.96 * np.std(shares, ddof=1) / np.sqrt(games)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="carcassonne", help="the game (default: carcassonne)")
    parser.add_argument("--players", type=int, default=2, help="number of players (default: 2)")
    parser.add_argument("--opponent", default="greedy", help="any bot of `goldrush agents` (default: greedy)")
    parser.add_argument("--rounds", type=int, default=60, help="rounds of learning (default: 60)")
    parser.add_argument("--at-once", type=int, default=16, help="environments (default: 16)")
    parser.add_argument("--turns", type=int, default=128, help="turns per environment and round (default: 128)")
    parser.add_argument("--every", type=int, default=20, help="rounds between matches (default: 20)")
    parser.add_argument("--games", type=int, default=200, help="games of a match (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    args = parser.parse_args()

    options = {"game": args.game, "players": args.players, "opponent": args.opponent, "reward": "margin"}
    envs, chance = [Env(**options) for _ in range(args.at_once)], np.random.default_rng(args.seed)
    observations = [env.reset(seed=args.seed + 1000 * at)[0] for at, env in enumerate(envs)]
    learner, played, spent = Learner(envs[0], chance), 0, 0.0
    for round_ in range(args.rounds + 1):
        if round_ % args.every == 0 or round_ == args.rounds:
            share, half = play(learner, Env(**options), args.games, seed=10**6)
            print(f"after {played:5} games, {spent:4.0f} s: wins {100 * share:.1f}% ± {100 * half:.1f} against {args.opponent}", flush=True)
        if round_ < args.rounds:
            began = time.time()
            rows, results = learner.collect(envs, observations, args.turns)
            learner.learn(rows)
            played, spent = played + len(results), spent + time.time() - began


if __name__ == "__main__":
    main()
