"""A small program over the whole package, which type checkers must accept in their strictest mode. It is checked, and a test runs it."""

import random
from pathlib import Path

import goldrush
import goldrush.gymnasium
import goldrush.openspiel
import gymnasium
import numpy as np
from goldrush import Batch, Game
from goldrush.gymnasium import Env, VectorEnv
from numpy.typing import NDArray


def one_game(folder: Path) -> list[int]:
    game = Game("carcassonne", players=3, seed=7, farmers=False)
    while not game.is_over:
        moves: list[str] = game.legal_moves()
        game.play(moves[0] if game.to_move == 0 else game.choose("greedy"))
    game.save(folder / "game.jsonl")
    assert Game.load(folder / "game.jsonl").history == game.history
    return game.scores


def many_games() -> float:
    batch = Batch(8, "gold-rush", seed=1)
    total: NDArray[np.float32] = np.zeros((8, batch.players), np.float32)
    for _ in range(5):
        starts, actions, features = batch.turns(best=1)
        assert len(features) == starts[-1]
        rewards, done, _, _ = batch.step(actions)
        total += rewards
        assert not done.any()
    return float(total.sum())


def opponent(game: Game, chance: np.random.Generator) -> int:
    return int(chance.choice(game.legal_actions()))


def one_environment() -> float:
    env = Env("carcassonne", opponent=opponent, best=20, illegal="random")
    observation, _ = env.reset(seed=1)
    total, over = 0.0, False
    while not over:
        action = int(np.argmax(observation["action_mask"]))
        observation, reward, over, _, _ = env.step(action)
        total += reward
    return total


def many_environments() -> float:
    envs = VectorEnv(4, "knizia-gold", opponent="memory", illegal="loss")
    _, infos = envs.reset(seed=1)
    mask: NDArray[np.int8] = infos["action_mask"]
    observations, rewards, _, _, _ = envs.step(mask.argmax(axis=1))
    assert observations["summary"].shape[0] == envs.num_envs
    made = gymnasium.make("goldrush/GoldRush-v0", best=5)
    assert made.action_space.contains(4)
    return float(rewards.sum())


def taking_turns() -> str:
    env = goldrush.env("gold-rush", players=2)
    env.reset(seed=1)
    for agent in env.agent_iter(max_iter=4):
        observation = env.observe(agent)
        env.step(env.action_space(agent).sample(observation["action_mask"]))
    planes, _ = env.split(env.observe("seat_0")["observation"])
    return f"{planes.shape}"


def in_openspiel(chance: random.Random) -> list[float]:
    state = goldrush.openspiel.load("knizia-gold").new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, shares)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    assert goldrush.openspiel.GAMES
    return [float(value) for value in state.returns()]


def agent(game: Game, chance: random.Random) -> str:
    return chance.choice(game.legal_moves())


def serve() -> None:
    goldrush.serve(agent, name="typed")


def main(folder: Path) -> None:
    print(one_game(folder), many_games(), one_environment(), many_environments(), taking_turns(), in_openspiel(random.Random(1)))
