"""The games as a PettingZoo environment, in which agents take turns."""

from __future__ import annotations

import functools
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ._goldrush import Game

__all__ = ["Env", "Observation"]

Observation = dict[str, NDArray[Any]]


class Env(AECEnv[str, Observation, "int | np.integer[Any] | None"]):
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
        `None`, `"ansi"` (a line), `"svg"` (a picture) or `"human"` (prints the line after each step).
    """

    metadata: dict[str, Any] = {
        "name": "goldrush_v0",
        "render_modes": ["ansi", "svg", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str = "gold-rush",
        *,
        players: int = 2,
        window: int = 41,
        reward: Literal["win", "margin"] = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if reward not in ("win", "margin"):
            raise ValueError(f'reward: "{reward}" is given; "win" or "margin" is expected')
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f'render_mode: "{render_mode}" is given; None, "ansi", "svg" or "human" is expected')
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
        self._actions: dict[str, spaces.Discrete[np.int64]] = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Returns the space of the observations of an agent."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """Returns the space of numbered actions; `layout["actions"]` explains them, and the mask shows which are legal."""
        return self._actions[agent]

    def split(self, observation: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Splits the vector of an observation into planes and table."""
        cells = int(np.prod(self._board))
        return observation[:cells].reshape(self._board), observation[cells:]

    def observe(self, agent: str) -> Observation:
        """Returns a seat's view, and its legal actions if it is to move."""
        seat = self.possible_agents.index(agent)
        board, table = self.game.arrays(seat)
        mask = np.zeros(self.layout["action_count"], np.int8)
        if self.game.to_move == seat and not self.truncations.get(agent, True):
            mask = self.game.mask().astype(np.int8)
        return {"observation": np.concatenate([board.ravel().astype(np.float32), table]), "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game; after the same seed, all deals are the same."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.game = self._make(seed=int(self._seeds.integers(1 << 53)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.to_move or 0]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Plays an action of `agent_selection`; `None` for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._actions[agent].contains(action):
            raise ValueError(f"action: {action!r} is given; one of {self._actions[agent]}, a whole number, is expected")
        self.game.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
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
            self.agent_selection = self.possible_agents[self.game.to_move or 0]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Returns the position as a line or as an SVG picture, or prints the line."""
        if self.render_mode == "human":
            print(repr(self.game))
        if self.render_mode == "ansi":
            return repr(self.game)
        return self.game.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""
