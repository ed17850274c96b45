"""An agent of one's own as a bot of `goldrush match`, `tournament` and `play`."""

import json
import sys

from ._goldrush import Seat

_VERSION = 1


def serve(agent, name="python", version=None, *, window=41):
    """Answers goldrush at standard input and output until it is done.

    `agent` is called with a `Game` in which the seat to move knows as much as it may, and what is hidden is drawn at random;
    it returns one of `game.legal_moves()`, or of `game.legal_actions()`, or such a move and a dictionary of what it thinks of it: `value`, `pv`,
    `note`. A second parameter of it is given `random.Random(seed)`, seeded anew for each game, so that games can
    be repeated. Whatever the agent prints goes to standard error, since standard output belongs to the protocol.

    >>> goldrush.serve(lambda game: game.legal_moves()[0])      # doctest: +SKIP
    """
    import inspect
    import random

    out, sys.stdout = sys.stdout, sys.stderr
    wants_chance = len(inspect.signature(agent).parameters) > 1
    seat = chance = None

    def say(**message):
        print(json.dumps(message), file=out, flush=True)

    try:
        for line in sys.stdin:
            try:
                message = json.loads(line)
                kind = message.get("t")
            except (ValueError, AttributeError):
                continue
            if kind == "hello":
                told = {} if version is None else {"version": version}
                say(t="ready", name=name, proto=_VERSION, send=["observation", "moves"], **told)
            elif kind == "game":
                seat, chance = Seat(line, window=window), random.Random(message["seed"])
            elif kind == "decide":
                game = seat.asked(line)
                move = agent(game, chance) if wants_chance else agent(game)
                move, thought = move if isinstance(move, tuple) else (move, {})
                if not isinstance(move, str):
                    move = game.legal_moves()[game.legal_actions().index(int(move))]
                say(t="move", n=message["n"], id=seat.answer(move), **thought)
    finally:
        sys.stdout = out
