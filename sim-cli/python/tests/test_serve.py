"""A Python bot, addressed through the protocol as by goldrush."""

import json
import subprocess
import sys

BOT = "import goldrush, random\ngoldrush.serve({agent}, name='mine', version='7', options={options}, games={games})"


def answers(messages, agent="lambda game, chance: chance.choice(game.legal_moves())", options=None, games=None):
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    program = BOT.format(agent=agent, options=options, games=games)
    done = subprocess.run([sys.executable, "-c", program], input=lines, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()], done


def first_decision(seed):
    import goldrush

    game = goldrush.Game("knizia-gold", seed=3)
    moves = [{"id": at, "kind": "flip", "at": move} for at, move in enumerate(game.legal_moves())]
    begins = {"t": "game", "game": "knizia-gold", "seat": 0, "players": 2, "seed": seed, "rules": {"whole_match": False}}
    return begins, {"t": "decide", "n": 0, "count": 64, "observation": game.observation(0), "moves": moves}


def test_bot_introduces_itself_and_plays():
    said, _ = answers([{"t": "hello", "proto": 2}, {"t": "later"}, *first_decision(5)])
    assert said[0] == {"t": "ready", "name": "mine", "version": "7", "proto": 2, "send": ["observation", "moves"]}
    assert said[1]["t"] == "move" and said[1]["n"] == 0 and 0 <= said[1]["id"] < 64


def test_bot_lists_its_games_and_says_what_is_wrong_with_an_answer():
    said, done = answers([{"t": "hello", "proto": 2}, *first_decision(1)], agent="lambda game: None", games=["knizia-gold"])
    assert said[0]["games"] == ["knizia-gold"]
    assert "the agent returned None; a move or an action is expected" in done.stderr


def test_random_choices_come_from_the_seed():
    ids = [answers(first_decision(seed))[0][0]["id"] for seed in (1, 1, 2, 3, 4)]
    assert ids[0] == ids[1] and len(set(ids)) > 1


def test_agent_may_answer_with_numbers_and_print():
    said, done = answers(first_decision(1), agent="lambda game: print('thinking') or game.legal_actions()[7]")
    assert said[0]["id"] == 7 and "thinking" in done.stderr


def test_comments_of_the_agent_are_sent():
    said, _ = answers(first_decision(1), agent="lambda game: ('c4', {'value': 2.5, 'note': 'gold'})")
    assert said[0]["value"] == 2.5 and said[0]["note"] == "gold"


def test_illegal_answer_ends_the_bot_with_an_error():
    _, done = answers(first_decision(1), agent="lambda game: 'z9'")
    assert done.returncode != 0 and "z9" in done.stderr


def test_options_are_declared_and_passed_for_each_game():
    def told(agent, **given):
        begins, decide = first_decision(1)
        said, done = answers([{"t": "hello"}, begins | given, decide], agent=agent, options={"depth": 3, "style": "calm"})
        return [*said, {"note": None}], done.stderr

    agent = "lambda game, chance, options: ('c4', {'note': repr(options)})"
    said, _ = told(agent)
    assert said[0]["options"] == {"depth": 3, "style": "calm"}
    assert said[1]["note"] == "{'depth': 3, 'style': 'calm'}"
    assert told(agent, options={"depth": 5})[0][1]["note"] == "{'depth': 5, 'style': 'calm'}"
    said, error = told(agent, options={"dept": 5})
    assert said[1]["note"] is None and 'it has no option "dept"; its options are: depth, style' in error
    said, error = told(agent, options={"depth": "deep"})
    assert said[1]["note"] is None and "a value such as 3 is expected" in error
    assert told("lambda game, chance: 'c4'", options={"depth": 5})[0][1]["t"] == "move"


def test_option_defaults_of_other_types_are_refused():
    for options in ({"depth": [1]}, {"depth": None}, {3: 1}):
        _, done = answers([{"t": "hello"}], options=options)
        assert "TypeError: options: " in done.stderr and not done.stdout


def test_bot_that_answers_with_numbers_can_play_outside_the_window():
    """Its opponent always places its tile as far north as possible."""
    import goldrush

    def sent(move):
        kind, *words = move.split()
        if kind == "place":
            x, y = words[0].split(",")
            return {"kind": "place", "x": int(x), "y": int(y), "rotation": int(words[1])}
        return {"kind": "none"} if kind == "none" else {"kind": "follower", "segment": " ".join(words)}

    def north(move):
        return int(move.split()[1].split(",")[1]) if move.startswith("place") else 0

    program = BOT.format(agent="lambda game: max(game.legal_actions())", options=None, games=None)
    game, outside = goldrush.Game("carcassonne", seed=1), 0
    begins = {"t": "game", "game": "carcassonne", "seat": 1, "players": 2, "seed": 1, "rules": game.record()["rules"]}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", program], **pipes) as bot:
        print(json.dumps(begins), file=bot.stdin)
        while not game.is_over:
            moves = game.legal_moves()
            if game.to_move == 0:
                game.play(min(moves, key=north))
                continue
            offers = [{"id": at, **sent(move)} for at, move in enumerate(moves)]
            decide = {"t": "decide", "n": 0, "observation": game.observation(1), "moves": offers}
            print(json.dumps(decide), file=bot.stdin, flush=True)
            outside += max(game.legal_actions()) >= game.layout()["action_count"]
            game.play(moves[json.loads(bot.stdout.readline())["id"]])
        bot.stdin.close()
    assert outside > 3 and bot.returncode == 0
