"""Tests of greedy.py: they start it as goldrush does. python3 -m unittest runs them."""
import json
import subprocess
import sys
import unittest
from pathlib import Path

BOT = Path(__file__).with_name("greedy.py")
HELLO = {"t": "hello", "proto": 2}
GAME = {"t": "game", "game": "gold-rush", "seat": 0, "players": 2, "seed": 7}


def decision(*moves):
    """The message that asks for one of these moves."""
    moves = [dict(move, id=at) for at, move in enumerate(moves)]
    return {"t": "decide", "n": 0, "phase": "place", "count": len(moves), "time_ms": 10000, "moves": moves}


def answers(*messages):
    """Sends messages, or other lines, to the bot; returns its answers."""
    lines = [message if isinstance(message, str) else json.dumps(message) for message in messages]
    ran = subprocess.run([sys.executable, str(BOT)], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, universal_newlines=True,
                         timeout=60, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


class TestBot(unittest.TestCase):
    def test_introduces_itself(self):
        ready, = answers(HELLO)
        self.assertEqual((ready["t"], ready["proto"]), ("ready", 2))
        self.assertIn("knizia-gold", ready["games"])

    def test_takes_the_move_with_the_best_lead(self):
        move, = answers(GAME, decision({"scores": [3, 5]}, {"scores": [6, 5]}, {"scores": [7, 9]}))
        self.assertEqual(move, {"t": "move", "n": 0, "id": 1})

    def test_takes_the_card_with_the_best_expected_lead(self):
        move, = answers(dict(GAME, game="knizia-gold"), decision({"kind": "flip", "scores": [0.5, 0.25]}, {"kind": "flip", "scores": [2, 0]}))
        self.assertEqual(move["id"], 1)

    def test_values_a_placement_by_the_best_action_after_it(self):
        later = {"scores": [0, 0], "then": [{"scores": [0, 0]}, {"scores": [9, 0]}]}
        move, = answers(GAME, decision({"scores": [5, 0]}, later))
        self.assertEqual(move["id"], 1)

    def test_ignores_what_it_does_not_know(self):
        self.assertEqual(answers("]no JSON", [1], {"t": "news"}, "3"), [])

    def test_plays_the_same_with_the_same_seed(self):
        alike = decision(*[{"scores": [1, 1]}] * 20)
        self.assertEqual(answers(GAME, alike), answers(GAME, alike))


if __name__ == "__main__":
    unittest.main()
