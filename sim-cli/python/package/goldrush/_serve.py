"""Runs a Python agent as a bot of `goldrush match`, `tournament` and `play`."""

from __future__ import annotations

import json
import numbers
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ._goldrush import Game, Seat

_VERSION = 2


def serve(
    agent: Callable[..., str | int | tuple[str | int, dict[str, Any]]],
    name: str = "python",
    version: str | None = None,
    *,
    options: Mapping[str, bool | int | float | str] | None = None,
    games: Iterable[str] | None = None,
    window: int = 41,
) -> None:
    """Serves goldrush over standard input and output until goldrush closes them.

    `agent` is called with a `Game` that holds everything the seat to move may know; what is hidden is drawn at random. It
    returns one of `game.legal_moves()` or of `game.legal_actions()`, or a tuple of such a move and a dictionary with its
    comments on the move: `value`, `pv`, `note`. If it takes a second parameter, that is `random.Random(seed)`, seeded anew
    for each game, so that games can be repeated; a third is a dictionary with the values of its options in this game.
    `options` declares these options with their defaults, which are numbers, booleans or strings, such as `{"depth": 3}`:
    `goldrush match --a 'exec:"python bot.py":depth=5'` sets one, and goldrush rejects others. `games` lists the games that it
    plays, such as `["carcassonne"]`; goldrush does not ask it to play others. Anything the agent prints goes to standard error,
    since standard output belongs to the protocol.

    >>> goldrush.serve(lambda game: game.legal_moves()[0])      # doctest: +SKIP
    """
    import inspect
    import random

    for option, default in (options or {}).items():
        if not isinstance(option, str) or not isinstance(default, (bool, int, float, str)):
            raise TypeError(f"options: {option!r}: {default!r} is given; a name with a number, a boolean or a string is expected")
    ready: dict[str, Any] = {"t": "ready", "name": name, "proto": _VERSION, "send": ["observation", "moves"]}
    ready |= {} if version is None else {"version": version}
    ready |= {"options": dict(options)} if options else {}
    ready |= {} if games is None else {"games": list(games)}
    out, sys.stdout = sys.stdout, sys.stderr
    parameters = len(inspect.signature(agent).parameters)
    seat: Seat | None = None
    extra: tuple[Any, ...] = ()

    def say(message: dict[str, Any]) -> None:
        print(json.dumps(message), file=out, flush=True)

    try:
        for line in sys.stdin:
            try:
                message = json.loads(line)
                kind = message.get("t")
            except (ValueError, AttributeError):
                continue
            if kind == "hello":
                say(ready)
            elif kind == "game":
                seat = Seat(line, json.dumps(ready), window=window)
                extra = (random.Random(message["seed"]), seat.options)[: parameters - 1]
            elif kind == "decide":
                assert seat is not None, "a question before the game"
                game = seat.asked(line)
                said = agent(game, *extra)
                move, thought = said if isinstance(said, tuple) else (said, {})
                say({"t": "move", "n": message["n"], "id": seat.answer(_text(game, move)), **thought})
    finally:
        sys.stdout = out


def _text(game: Game, move: object) -> str:
    """A move that an agent returned, as text."""
    if isinstance(move, str):
        return move
    if not isinstance(move, numbers.Integral):
        raise TypeError(f"the agent returned {move!r}; a move or an action is expected")
    return game.legal_moves()[game.legal_actions().index(int(move))]
