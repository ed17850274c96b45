#!/usr/bin/env python3
"""A greedy bot for all games in plain Python: plays the turn with the best expected lead if the game ended after it.

    goldrush match --a exec:"python3 scripts/bots/greedy.py" --b greedy --games 100

The protocol is described in sim-cli/PROTOCOL.md. Needs Python 3.8 or newer and nothing else.
"""
import json
import random
import sys

READY = {"t": "ready", "name": "greedy.py", "version": "2", "proto": 2, "send": ["then"],
         "games": ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"]}


def lead(outcome, seat):
    """Own points minus the most that another seat has."""
    return outcome["scores"][seat] - max(score for other, score in enumerate(outcome["scores"]) if other != seat)


for line in sys.stdin:
    try:
        message = json.loads(line)
        kind = message["t"]
    except (ValueError, TypeError, KeyError):
        continue  # not for us
    if kind == "hello":
        print(json.dumps(READY), flush=True)
    elif kind == "game":
        seat, chance = message["seat"], random.Random(message["seed"])
    elif kind == "decide":
        # A placement has the value of the best action after it.
        values = [max(lead(end, seat) for end in move.get("then", [move])) for move in message["moves"]]
        best = [at for at, value in enumerate(values) if value > max(values) - 0.005]
        print(json.dumps({"t": "move", "n": message["n"], "id": chance.choice(best)}), flush=True)
