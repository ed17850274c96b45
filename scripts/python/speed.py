"""Measure how fast many games are played at once: random decisions with masks, turns with features, and observations a second.

    python scripts/python/speed.py
"""

import time

import goldrush
import numpy as np

GAMES = ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"]


def rate(step, seconds=2.0):
    """Units a second that a call completes."""
    began, done = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        done += step()
    return done / (time.perf_counter() - began)


def main():
    print(f"{'game':24}{'decisions/s':>14}{'turns/s':>14}{'observations/s':>16}")
    for game in GAMES:
        batch = goldrush.Batch(1024, game, seed=1)

        def decide():
            batch.step(batch.random_actions())
            return len(batch)

        def look():
            _, actions, _ = found = batch.turns()
            batch.step(np.ascontiguousarray(actions[found[0][:-1]]))
            return len(actions)

        def observe():
            batch.observe()
            return len(batch)

        print(f"{game:24}{rate(decide):14,.0f}{rate(look):14,.0f}{rate(observe):16,.0f}", flush=True)


if __name__ == "__main__":
    main()
