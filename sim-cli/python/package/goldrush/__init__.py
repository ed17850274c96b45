"""Carcassonne: Gold Rush and related games: play, agents, and many games at once.

>>> import goldrush
>>> game = goldrush.Game("carcassonne", players=3, seed=7)
>>> game.play(game.legal_moves()[0])
>>> game.to_move
0
"""

from __future__ import annotations

from importlib.metadata import version as _version
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from ._goldrush import Batch, Game
from ._serve import serve

if _TYPE_CHECKING:
    from .pettingzoo import Env as _Env

__all__ = ["Batch", "Game", "env", "serve"]
__version__ = _version("goldrush")


def env(game: str = "gold-rush", **options: _Any) -> _Env:
    """A PettingZoo environment of a game: see `goldrush.pettingzoo.Env`. Needs `pip install goldrush[pettingzoo]`."""
    from .pettingzoo import Env

    return Env(game, **options)
