#!/usr/bin/env bash
# gymnasium 1.4.0 (PyPI): normalized, the reward of 1 for a win grows the longer a learner keeps winning.
# Guess: NormalizeReward scales a reward of 1 at the end of every game to about 1, and settles within some games.
# Seen: games of ten moves, all won: the reward starts at 3.3, is 2.1 in the second game, 14 after 200 games and 29 after 2,000, and keeps
#   growing. The wrapper divides by the spread of a running return, which is not started anew with a game and hardly varies if every game
#   ends alike. Lengths matter, too: a first win after 150 moves counts 12.
# A user of goldrush meets this with any wrapper of rewards around its environment, whose rewards are 0 until a game ends: gradients grow
#   as play improves. The win share, from -1 to 1, needs no scaling.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile gymnasium==1.4.0 numpy==2.4.6
cd "$folder"

venv/bin/python - << 'END'
import gymnasium

class Won(gymnasium.Env):
    """A game of some moves that is always won."""
    observation_space = action_space = gymnasium.spaces.Discrete(2)

    def __init__(self, moves):
        self.moves = moves

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.left = self.moves
        return 0, {}

    def step(self, action):
        self.left -= 1
        return 0, float(self.left == 0), self.left == 0, False, {}

def rewards(moves, games):
    env = gymnasium.wrappers.NormalizeReward(Won(moves))
    last = []
    for _ in range(games):
        env.reset()
        last.append(round(float([env.step(0) for _ in range(moves)][-1][1]), 1))
    return last

seen = rewards(10, 2000)
print("ten moves: games 1, 2, 200, 2000:", seen[0], seen[1], seen[199], seen[1999])
assert seen[:2] == [3.3, 2.1] and 14 < seen[199] < 15 and 29 < seen[1999] < 30
first = rewards(150, 1)[0]
print("150 moves: game 1:", first)
assert first == 12.3
END
