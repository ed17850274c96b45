#!/usr/bin/env bash
# catanatron 3.2.1 (PyPI), a small package with another board game: a game's seed sets the random numbers of the whole program.
# Guess: Game(players, seed=…) has random numbers of its own, and seed=0 repeats a game as seed=1 does.
# Seen: making a game seeds Python's global random numbers, so that whatever draws from them afterwards, in any library, gets the same
#   numbers after each new game. A seed of 0 counts as none: two games with seed 0 differ.
# A user of goldrush who lets one learner play this game and goldrush's in one program, and explores with random.random(), explores the
#   same way in every game. goldrush's own games draw from generators of their own; its agents get one as `chance`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile catanatron==3.2.1 networkx==3.6.1
cd "$folder"

venv/bin/python - << 'END'
import random
from catanatron import Color, Game, RandomPlayer

def after(seed):
    """Returns the program's next random number after a game is made with this seed."""
    Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
    return random.random()

ones, zeros = [after(1) for _ in range(3)], [after(0) for _ in range(3)]
print("the program's random numbers after games with seed 1:", ones)
print("with seed 0:", zeros)
assert len(set(ones)) == 1 and len(set(zeros)) == 3
END
