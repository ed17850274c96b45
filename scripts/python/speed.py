"""Measure how fast games are played in Python, per second of all cores together (CPU-second), and where the time of the environments goes.

    pip install "./sim-cli/python[gymnasium,openspiel]"
    python scripts/python/speed.py

First many games at once: random decisions with masks, turns with features, observations (planes and table) into the same arrays and into
new ones, and summaries. Then steps of the environments against `greedy` (`memory` in the card game), with 100 turns to choose from: one game,
and 256 at once. Then decisions of random games in OpenSpiel, its own chess beside them. Environments that are not installed are skipped.
"""

import cProfile
import pstats
import random
import time

import goldrush
import numpy as np

GAMES = ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"]
AT_ONCE = 256


def rate(step, seconds=2.0):
    """Units that a call completes, per second of CPU of this process."""
    step()
    began, done = time.process_time(), 0
    while time.process_time() - began < seconds:
        done += step()
    return done / (time.process_time() - began)


def opponent(game):
    return "memory" if game == "knizia-gold" else "greedy"


def batches(game):
    """Rates of many games at once."""
    batch = goldrush.Batch(1024, game, seed=1)
    # Games are then in all stages.
    for _ in range(200):
        batch.step(batch.random_actions())
    arrays, summary = batch.observe(), batch.summary()

    def decide():
        batch.step(batch.random_actions())
        return len(batch)

    def look():
        _, actions, _ = found = batch.turns()
        batch.step(np.ascontiguousarray(actions[found[0][:-1]]))
        return len(actions)

    def observe():
        batch.observe(out=arrays)
        return len(batch)

    def observe_anew():
        batch.observe()
        return len(batch)

    def summarize():
        batch.summary(out=summary)
        return len(batch)

    return [rate(step) for step in (decide, look, observe, observe_anew, summarize)]


def single(game):
    """A step of one environment with a random turn."""
    from goldrush.gymnasium import Env

    env, chance = Env(game, opponent=opponent(game)), random.Random(1)
    env.reset(seed=1)

    def step():
        if env.step(chance.randrange(int(env.action_masks().sum())))[2]:
            env.reset()
        return 1

    return step


def vector(game):
    """A step of many environments with random turns."""
    from goldrush.gymnasium import VectorEnv

    envs, chance = VectorEnv(AT_ONCE, game, opponent=opponent(game)), np.random.default_rng(1)
    counts = envs.reset(seed=1)[1]["action_mask"].sum(axis=1)

    def step():
        nonlocal counts
        actions = (chance.random(AT_ONCE) * counts).astype(np.int64)
        counts = envs.step(actions)[4]["action_mask"].sum(axis=1)
        return AT_ONCE

    return step


def spiel(name):
    """A random game of OpenSpiel; its decisions count, its draws do not."""
    import pyspiel

    game, chance = pyspiel.load_game(name), random.Random(1)

    def play():
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes())
                state.apply_action(chance.choices(outcomes, shares)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def profile(what, step, calls):
    """Prints where the time of some calls goes: the five functions with most of it."""
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(calls):
        step()
    profiler.disable()
    entries = pstats.Stats(profiler).stats.items()
    whole = sum(own for _, (_, _, own, _, _) in entries)
    most = sorted(entries, key=lambda entry: -entry[1][2])[:5]
    print(f"{what}: " + ", ".join(f"{name} {100 * own / whole:.0f}%" for (_, _, name), (_, _, own, _, _) in most))


def main():
    print(f"{'per CPU-second':24}{'decisions':>14}{'turns':>14}{'observations':>14}{'into new':>14}{'summaries':>14}")
    for game in GAMES:
        print(f"{game:24}" + "".join(f"{rate:14,.0f}" for rate in batches(game)), flush=True)
    try:
        import gymnasium
    except ImportError:
        gymnasium = None
    if gymnasium:
        print(f"\n{'steps per CPU-second':24}{'one game':>14}{f'{AT_ONCE} games':>14}{'times':>14}")
        for game in GAMES:
            one, many = rate(single(game)), rate(vector(game))
            print(f"{game:24}{one:14,.0f}{many:14,.0f}{many / one:14.1f}", flush=True)
        profile("one game of Carcassonne", single("carcassonne"), 300)
        profile(f"{AT_ONCE} games of Carcassonne", vector("carcassonne"), 30)
    try:
        import goldrush.openspiel
    except ImportError:
        return
    names = {"chess": "chess", **dict(zip(goldrush.openspiel.GAMES, goldrush.openspiel._NAMES))}
    print(f"\n{'OpenSpiel, per CPU-second':28}{'decisions':>10}")
    for game, name in names.items():
        print(f"{game:28}{rate(spiel(name)):10,.0f}", flush=True)
    profile("Carcassonne in OpenSpiel", spiel("goldrush_carcassonne"), 5)


if __name__ == "__main__":
    main()
