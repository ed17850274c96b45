"""Measure how fast many games are played at once: random decisions with masks, turns with features, observations (planes and table)
into the same arrays and into new ones, and summaries, all per second.

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
    print(f"{'game':24}{'decisions':>14}{'turns':>14}{'observations':>14}{'into new':>14}{'summaries':>14}")
    for game in GAMES:
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

        rates = [rate(step) for step in (decide, look, observe, observe_anew, summarize)]
        print(f"{game:24}" + "".join(f"{rate:14,.0f}" for rate in rates), flush=True)


if __name__ == "__main__":
    main()
