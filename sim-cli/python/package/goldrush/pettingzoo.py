"""The games as a PettingZoo environment, in which agents take turns."""

import functools

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._goldrush import Game


class Env(AECEnv):
    """A game of goldrush.

    Agents are `seat_0`, `seat_1`, … in playing order. An observation is a dictionary of `observation` and `action_mask`:
    the observation is one vector of numbers, the planes of the board (rows of `layout["planes"]`, each `side` × `side`)
    followed by `layout["table"]`; `split` returns both as arrays. A seat sees only what it may know.
    Rewards are 0 until the end; then each seat gets its share of the win, scaled to the range from -1 (none) to 1 (all of
    it), or with `reward="margin"` its lead over the best other seat in points. A game in which a legal move lies outside the
    window is truncated, with rewards of 0.

    Parameters
    ----------
    game, players, window, options
        As for `goldrush.Game`.
    reward
        `"win"` or `"margin"`.
    render_mode
        `None`, `"ansi"` (a line) or `"svg"` (a picture).
    """

    metadata = {"name": "goldrush_v0", "render_modes": ["ansi", "svg"], "is_parallelizable": False, "render_fps": 2}

    def __init__(self, game="gold-rush", *, players=2, window=41, reward="win", render_mode=None, **options):
        super().__init__()
        if reward not in ("win", "margin"):
            raise ValueError(f'reward: "{reward}" is given; "win" or "margin" is expected')
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f'render_mode: "{render_mode}" is given; "ansi" or "svg" is expected')
        self._make = functools.partial(Game, game, players=players, window=window, **options)
        self._reward, self.render_mode = reward, render_mode
        self.game = self._make()
        self.layout = self.game.layout()
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._board = (len(self.layout["planes"]), self.layout["side"], self.layout["side"])
        size, count = int(np.prod(self._board)) + len(self.layout["table"]), self.layout["action_count"]
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent):
        """Returns the space of the observations of an agent."""
        return self._observations[agent]

    def action_space(self, agent):
        """Returns the space of numbered actions; `layout["actions"]` explains them, and the mask shows which are legal."""
        return self._actions[agent]

    def split(self, observation):
        """Splits the vector of an observation into planes and table."""
        cells = int(np.prod(self._board))
        return observation[:cells].reshape(self._board), observation[cells:]

    def observe(self, agent):
        """Returns a seat's view, and its legal actions if it is to move."""
        seat = self.possible_agents.index(agent)
        board, table = self.game.arrays(seat)
        mask = np.zeros(self.layout["action_count"], np.int8)
        if self.game.to_move == seat and not self.truncations.get(agent, True):
            mask = self.game.mask().astype(np.int8)
        return {"observation": np.concatenate([board.ravel().astype(np.float32), table]), "action_mask": mask}

    def reset(self, seed=None, options=None):
        """Deals a new game; after the same seed, all deals are the same."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.game = self._make(seed=int(self._seeds.integers(1 << 62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.to_move]

    def step(self, action):
        """Plays an action of `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.act(int(action))
        if self.game.is_over:
            scores = self.game.scores
            for seat, (other, share) in enumerate(zip(self.agents, self.game.win_shares)):
                lead = scores[seat] - max(score for at, score in enumerate(scores) if at != seat)
                self.rewards[other] = 2 * share - 1 if self._reward == "win" else float(lead)
                self.terminations[other] = True
        elif max(self.game.legal_actions()) >= self.layout["action_count"]:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.game.is_over or self.truncations[agent]:
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        else:
            self.agent_selection = self.possible_agents[self.game.to_move]
        self._accumulate_rewards()

    def render(self):
        """Returns the position as a line or as an SVG picture."""
        if self.render_mode == "ansi":
            return repr(self.game)
        return self.game.svg() if self.render_mode == "svg" else None

    def close(self):
        """Does nothing: there is nothing to close."""
