"""Carcassonne: Gold Rush and related games: play, agents, and many games at once.

>>> import goldrush
>>> game = goldrush.Game("carcassonne", players=3, seed=7)
>>> game.play(game.legal_moves()[0])
>>> game.to_move
0
"""

from importlib.metadata import version as _version

from ._goldrush import Batch, Game
from ._serve import serve

__all__ = ["Batch", "Game", "env", "serve"]
__version__ = _version("goldrush")


def env(game="gold-rush", **options):
    """A PettingZoo environment of a game: see `goldrush.pettingzoo.Env`. Needs `pip install goldrush[pettingzoo]`."""
    from .pettingzoo import Env

    return Env(game, **options)
