#!/usr/bin/env bash
# pettingzoo 1.27.0 (PyPI): average_total_reward ignores the action mask that it seems to use.
# Guess: the helper plays random legal moves in games whose observations have an action_mask, as its source suggests, and the rewards
#   of a game in which one wins what the other loses add up to 0.
# Seen: in tic-tac-toe most games end by an illegal move. The helper asks for the last step without an observation, so it never sees a
#   mask and draws from all actions. With one player punished and nobody rewarded, the sum is negative.
# A user of goldrush who measures a random player with it meets refused moves at once: nearly all actions of these games are illegal. The
#   loop in the package's README, which samples with the mask, plays legal games.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile pettingzoo==1.27.0 gymnasium==1.4.0 numpy==2.4.6 pygame==2.6.1
cd "$folder"

venv/bin/python - > out 2>&1 << 'END' || { cat out; exit 1; }
from pettingzoo.classic import tictactoe_v3
from pettingzoo.utils import average_total_reward

env = tictactoe_v3.env()
env.reset(seed=1)
assert env.last()[0]["action_mask"].tolist() == [1] * 9
average = average_total_reward(env, max_episodes=50)
assert average < -0.5, average
END
illegal=$(grep -ic 'illegal move' out)
echo "$illegal of 50 games ended by an illegal move; $(grep 'Average total reward' out)"
test "$illegal" -ge 30
