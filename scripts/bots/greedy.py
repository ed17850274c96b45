#!/usr/bin/env python3
"""A greedy bot for goldrush in plain Python: plays the turn with the best lead if the game ended after it.

    goldrush match --a exec:"python3 scripts/bots/greedy.py" --b greedy --games 100

The protocol is described in sim-cli/PROTOCOL.md. Needs Python 3.8 or newer and nothing else.
"""
import json
import random
import sys


class Greedy:
    """One game at a time, in one seat."""

    def begin(self, game):
        self.seat = game["seat"]
        self.values = {int(value): count for value, count in game["tokens"].items()}
        self.random = random.Random(game["seed"])

    def choose(self, question):
        seen = question["observation"]
        token = self.mean_token(seen["own_tokens"])
        held = [seat["tokens"] * token for seat in seen["seats"]]
        held[self.seat] = sum(seen["own_tokens"])

        def lead(outcome):
            """Own points minus the most that another seat has; unknown tokens count as the mean of their values."""
            totals = [score + tokens for score, tokens in zip(outcome["scores"], held)]
            for seat, count in enumerate(outcome.get("tokens", ())):
                totals[seat] += count * token
            own = totals.pop(self.seat)
            return own - max(totals)

        # A placement has the value of the best action after it.
        worth = [max(map(lead, move.get("then") or [move])) for move in question["moves"]]
        best = max(worth)
        equals = [move["id"] for move, value in zip(question["moves"], worth) if value > best - 1e-9]
        return self.random.choice(equals)

    def mean_token(self, own):
        """Mean of the token values that this seat has not seen."""
        unseen = dict(self.values)
        for value in own:
            unseen[value] -= 1
        count = sum(unseen.values())
        return sum(value * n for value, n in unseen.items()) / count if count else 0


def say(message):
    print(json.dumps(message), flush=True)


def main():
    bot = Greedy()
    for line in sys.stdin:
        try:
            message = json.loads(line)
            kind = message["t"]
        except (ValueError, TypeError, KeyError):
            continue  # not for us
        if kind == "hello":
            say({"t": "ready", "name": "greedy.py", "version": "1", "proto": 1, "games": ["gold-rush"],
                 "send": ["observation", "then"]})
        elif kind == "game":
            bot.begin(message)
        elif kind == "decide":
            say({"t": "move", "n": message["n"], "id": bot.choose(message)})


if __name__ == "__main__":
    main()
