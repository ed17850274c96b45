"""One seat of a game as a Gymnasium environment, against bots."""

import functools
import numbers

import gymnasium
import numpy as np
from gymnasium import spaces

from ._goldrush import Game


class Env(gymnasium.Env):
    """A game of goldrush from one seat; bots play the others.

    An action is a whole turn (in the card game, one flip), one of the `best` by the lead if the game ended after it: 0 has the
    highest lead, where cards and tokens that may come count with their mean. An observation has `summary`, the position as the seat knows it, without the planes (`layout["table"]`, then `layout["features"]`); `turns`,
    a row per action with the features of the position that it leads to; and `action_mask`, 1 for the actions there are. Rewards
    are 0 until the end; then the seat gets its share of the win, scaled to the range from -1 (none) to 1 (all of it), or with
    `reward="margin"` its lead over the best other seat in points. No game is truncated: turns need no window.

    Only actions within the mask are legal. Gymnasium's `check_env` does not know masks: give it an environment with `best=3`.

    Parameters
    ----------
    game, players, options
        As for `goldrush.Game`.
    opponent
        Any bot that `goldrush agents` lists, such as `"greedy"` or `"rollout:playouts=50"`, for all other seats; or a function of a
        `goldrush.Game` and a `numpy.random.Generator` that returns a move or an action. It is given a game in which its seat
        knows exactly what it may know.
    seat
        The learner's seat, from 0; `None` draws it for each game, unless `reset(options={"seat": 1})` gives it.
    best
        Number of actions, from 1 to 1,000.
    reward
        `"win"` or `"margin"`.
    render_mode
        `None`, `"ansi"` (a line) or `"svg"` (a picture).
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 2}

    def __init__(
        self, game="gold-rush", *, players=2, opponent="greedy", seat=None, best=100, reward="win", render_mode=None, **options
    ):
        if reward not in ("win", "margin"):
            raise ValueError(f'reward: "{reward}" is given; "win" or "margin" is expected')
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f'render_mode: "{render_mode}" is given; "ansi" or "svg" is expected')
        if seat is not None and seat not in range(players):
            raise ValueError(f"seat: {seat} is given; None or a number from 0 to {players - 1} is expected")
        if best not in range(1, 1001):
            raise ValueError(f"best: {best} is given; a whole number from 1 to 1000 is expected")
        self._make = functools.partial(Game, game, players=players, **options)
        self.opponent, self._seat, self._reward, self.render_mode = opponent, seat, reward, render_mode
        self.game, self.seat = self._make(), seat or 0
        # A bot of that name must exist.
        if not callable(opponent):
            self.game.choose(opponent)
        self.layout = self.game.layout()
        features = len(self.layout["features"])
        self.action_space = spaces.Discrete(best)
        self.observation_space = spaces.Dict(
            {
                "summary": spaces.Box(-np.inf, np.inf, (len(self.layout["table"]) + features,), np.float32),
                "turns": spaces.Box(-np.inf, np.inf, (best, features), np.float32),
                "action_mask": spaces.Box(0, 1, (best,), np.int8),
            }
        )
        self._turns = np.zeros((0, 3), np.int32)

    def reset(self, *, seed=None, options=None):
        """Deals a new game; after the same seed, all deals are the same."""
        super().reset(seed=seed)
        seat = (options or {}).get("seat", self._seat)
        if seat is not None and seat not in range(self.game.players):
            raise ValueError(f"options: seat {seat} is given; a number from 0 to {self.game.players - 1} is expected")
        self.game = self._make(seed=self._number())
        self.seat = int(self.np_random.integers(self.game.players)) if seat is None else seat
        self._let_others_play()
        return self._observation(), {}

    def step(self, action):
        """Plays a turn, then the turns of the bots."""
        if self.game.is_over or not len(self._turns):
            raise ValueError(f"action: {action} is given; reset() comes first")
        if not isinstance(action, numbers.Integral) or not 0 <= action < len(self._turns):
            raise ValueError(f"action: {action} is given; a whole number from 0 to {len(self._turns) - 1} is expected")
        for part in self._turns[action]:
            if part >= 0:
                self.game.act(int(part))
        self._let_others_play()
        return self._observation(), self._result(), self.game.is_over, False, {}

    def action_masks(self):
        """Returns a boolean for each action, as sb3-contrib's `MaskablePPO` asks for it."""
        return np.arange(self.action_space.n) < len(self._turns)

    def render(self):
        """Returns the position as a line or as an SVG picture."""
        if self.render_mode == "ansi":
            return repr(self.game)
        return self.game.svg() if self.render_mode == "svg" else None

    def _number(self):
        return int(self.np_random.integers(1 << 62))

    def _let_others_play(self):
        while self.game.to_move not in (None, self.seat):
            if not callable(self.opponent):
                self.game.play(self.game.choose(self.opponent, seed=self._number()))
                continue
            move = self.opponent(self.game.sample(seed=self._number()), self.np_random)
            self.game.play(move) if isinstance(move, str) else self.game.act(move)

    def _observation(self):
        best, width = self.observation_space["turns"].shape
        rows, mask = np.zeros((best, width), np.float32), np.zeros(best, np.int8)
        if self.game.is_over:
            self._turns = self._turns[:0]
        else:
            self._turns, features = self.game.turns(best=best)
            rows[: len(features)], mask[: len(features)] = features, 1
        return {"summary": self.game.summary(self.seat), "turns": rows, "action_mask": mask}

    def _result(self):
        if not self.game.is_over:
            return 0.0
        if self._reward == "win":
            return 2 * self.game.win_shares[self.seat] - 1
        scores = self.game.scores
        return float(scores[self.seat] - max(score for seat, score in enumerate(scores) if seat != self.seat))
