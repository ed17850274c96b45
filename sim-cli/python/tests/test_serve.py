"""A bot in Python, as goldrush speaks with it."""

import json
import subprocess
import sys

BOT = "import goldrush, random\ngoldrush.serve({agent}, name='mine', version='7')"


def answers(messages, agent="lambda game, chance: chance.choice(game.legal_moves())"):
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    done = subprocess.run([sys.executable, "-c", BOT.format(agent=agent)], input=lines, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()], done


def first_decision(seed):
    import goldrush

    game = goldrush.Game("knizia-gold", seed=3)
    moves = [{"id": at, "move": move} for at, move in enumerate(game.legal_moves())]
    begins = {"t": "game", "game": "knizia-gold", "seat": 0, "players": 2, "seed": seed, "rules": {"whole_match": False}}
    return begins, {"t": "decide", "n": 0, "count": 64, "observation": game.observation(0), "moves": moves}


def test_it_introduces_itself_and_plays():
    said, _ = answers([{"t": "hello", "proto": 1}, {"t": "later"}, *first_decision(5)])
    assert said[0] == {"t": "ready", "name": "mine", "version": "7", "proto": 1, "send": ["observation", "moves"]}
    assert said[1]["t"] == "move" and said[1]["n"] == 0 and 0 <= said[1]["id"] < 64


def test_chance_comes_from_the_seed():
    ids = [answers(first_decision(seed))[0][0]["id"] for seed in (1, 1, 2, 3, 4)]
    assert ids[0] == ids[1] and len(set(ids)) > 1


def test_numbers_will_do_and_what_is_printed_does_no_harm():
    said, done = answers(first_decision(1), agent="lambda game: print('thinking') or game.legal_actions()[7]")
    assert said[0]["id"] == 7 and "thinking" in done.stderr


def test_what_it_thinks_is_said():
    said, _ = answers(first_decision(1), agent="lambda game: ('c4', {'value': 2.5, 'note': 'gold'})")
    assert said[0]["value"] == 2.5 and said[0]["note"] == "gold"


def test_what_is_no_move_ends_it_with_a_line():
    _, done = answers(first_decision(1), agent="lambda game: 'z9'")
    assert done.returncode != 0 and "z9" in done.stderr
