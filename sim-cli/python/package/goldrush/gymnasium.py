"""One seat of a game as a Gymnasium environment, against bots: one game at a time, or many at once."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._goldrush import Arena, Game

__all__ = ["Env", "Illegal", "Observation", "Opponent", "Reward", "VectorEnv"]

Observation = dict[str, NDArray[Any]]
Illegal = Literal["error", "loss", "random"]
Reward = Literal["win", "margin"]
Opponent = str | Callable[[Game, np.random.Generator], str | int]

IDS = {
    "goldrush/GoldRush-v0": "gold-rush",
    "goldrush/Carcassonne-v0": "carcassonne",
    "goldrush/CarcassonneWithGoldMines-v0": "carcassonne+gold-mines",
    "goldrush/KniziaGold-v0": "knizia-gold",
}
_ILLEGAL, _REWARDS = ("error", "loss", "random"), ("win", "margin")
# The loss by an illegal action.
_LOST: dict[str, float] = {"win": -1.0, "margin": -100.0}
# Exclusive bound of seeds.
_SEEDS = 1 << 53


def _among(name: str, given: object, allowed: Sequence[object]) -> None:
    if given not in allowed:
        raise ValueError(f"{name}: {given!r} is given; {', '.join(map(repr, allowed[:-1]))} or {allowed[-1]!r} is expected")


def _opponent(game: str) -> str:
    # The card game has no `greedy`.
    return "memory" if game == "knizia-gold" else "greedy"


def _check(seat: int | None, players: int, best: int, reward: str, illegal: str) -> None:
    _among("reward", reward, _REWARDS)
    _among("illegal", illegal, _ILLEGAL)
    if seat is not None and seat not in range(players):
        raise ValueError(f"seat: {seat} is given; None or a number from 0 to {players - 1} is expected")
    if best not in range(1, 1001):
        raise ValueError(f"best: {best} is given; a whole number from 1 to 1000 is expected")


def _observation_space(layout: dict[str, Any], best: int) -> spaces.Dict:
    features = len(layout["features"])
    return spaces.Dict(
        {
            "summary": spaces.Box(-np.inf, np.inf, (len(layout["table"]) + features,), np.float32),
            "turns": spaces.Box(-np.inf, np.inf, (best, features), np.float32),
            "action_mask": spaces.Box(0, 1, (best,), np.int8),
        }
    )


class Env(gymnasium.Env[Observation, np.int64]):
    """A game of goldrush from one seat; bots play the others.

    An action is a whole turn (in the card game, one flip), one of the `best` by the lead if the game ended after it: 0 has the
    highest lead, or is one of those that do, where cards and tokens that may come count with their mean. An observation has `summary`, the position as the seat
    knows it, without the planes (`layout["table"]`, then `layout["features"]`); `turns`, a row per action with the features of the
    position that it leads to; and `action_mask`, 1 for the actions there are, which `info` has, too. Rewards are 0 until the end;
    then the seat gets its share of the win, scaled to the range from -1 (none) to 1 (all of it), or with `reward="margin"` its lead
    over the best other seat in points. No game is truncated: turns need no window.

    `gymnasium.make("goldrush/Carcassonne-v0")` makes one, too, once this module is imported; the other games are `GoldRush-v0`, `CarcassonneWithGoldMines-v0` and
    `KniziaGold-v0`.

    Parameters
    ----------
    game, players, options
        As for `goldrush.Game`.
    opponent
        Any bot that `goldrush agents` lists for the game, such as `"greedy"`, the default, or `"rollout:playouts=50"`, for all other
        seats; the default of the card game is `"memory"`. Or a function of a
        `goldrush.Game` and a `numpy.random.Generator` that returns a move or an action. It is given a game in which its seat
        knows exactly what it may know.
    seat
        The learner's seat, from 0; `None` draws it for each game, unless `reset(options={"seat": 1})` gives it.
    best
        Number of actions, from 1 to 1,000.
    reward
        `"win"` or `"margin"`.
    illegal
        What an action outside the mask does: `"error"` raises `ValueError`; `"loss"` ends the game with a reward of -1, or -100 with
        `reward="margin"`; `"random"` plays a random turn. `info["illegal"]` is then true. A learner that does not know masks, such
        as Gymnasium's `check_env`, needs one of the last two.
    render_mode
        `None`, `"ansi"` (a line), `"svg"` (a picture) or `"human"` (prints the line after each step).
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg", "human"], "render_fps": 2}

    def __init__(
        self,
        game: str = "gold-rush",
        *,
        players: int = 2,
        opponent: Opponent | None = None,
        seat: int | None = None,
        best: int = 100,
        reward: Reward = "win",
        illegal: Illegal = "error",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        _check(seat, players, best, reward, illegal)
        _among("render_mode", render_mode, [None, *self.metadata["render_modes"]])
        self._make = functools.partial(Game, game, players=players, **options)
        self.opponent = opponent = opponent or _opponent(game)
        self._seat, self._reward, self._illegal = seat, reward, illegal
        self.render_mode = render_mode
        self.game, self.seat = self._make(), seat or 0
        # A bot of that name must exist.
        if isinstance(opponent, str):
            self.game.choose(opponent)
        self.layout = self.game.layout()
        self.action_space: spaces.Discrete[np.int64] = spaces.Discrete(best)
        self.observation_space: spaces.Dict = _observation_space(self.layout, best)
        self._best = best
        self._turns: NDArray[np.int32] = np.zeros((0, 3), np.int32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deals a new game; after the same seed, all deals are the same."""
        super().reset(seed=seed)
        options = options or {}
        if unknown := set(options) - {"seat"}:
            raise ValueError(f"options: {', '.join(sorted(unknown))} is given; seat is the only one")
        seat = options.get("seat", self._seat)
        if seat is not None and seat not in range(self.game.players):
            raise ValueError(f"options: seat {seat} is given; a number from 0 to {self.game.players - 1} is expected")
        self.game = self._make(seed=self._number())
        self.seat = int(self.np_random.integers(self.game.players)) if seat is None else seat
        self._let_others_play()
        return self._seen(False)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays a turn, then the turns of the bots."""
        count = len(self._turns)
        if not count:
            raise ValueError(f"action: {action} is given; reset() comes first")
        # It has a meaning for what another type of number or an array of one may be.
        if not self.action_space.contains(action):
            raise ValueError(f"action: {action!r} is given; one of {self.action_space}, a whole number, is expected")
        turn = int(action)
        illegal = turn >= count
        if illegal:
            if self._illegal == "error":
                raise ValueError(f"action: {turn} is given, and this position has {count} turns, numbered from 0: see action_mask, or illegal=")
            if self._illegal == "loss":
                self._turns = self._turns[:0]
                observation, info = self._seen(True, over=True)
                return observation, _LOST[self._reward], True, False, info
            turn = int(self.np_random.integers(count))
        for part in self._turns[turn]:
            if part >= 0:
                self.game.act(int(part))
        self._let_others_play()
        observation, info = self._seen(illegal, over=self.game.is_over)
        return observation, self._result(), self.game.is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns a boolean for each action, as sb3-contrib's `MaskablePPO` asks for it."""
        return np.arange(self._best) < len(self._turns)

    def render(self) -> Any:
        """Returns the position as a line or as an SVG picture, or prints the line."""
        if self.render_mode == "svg":
            return self.game.svg()
        if self.render_mode == "ansi":
            return repr(self.game)
        if self.render_mode == "human":
            print(repr(self.game))
        return None

    def _number(self) -> int:
        return int(self.np_random.integers(_SEEDS))

    def _let_others_play(self) -> None:
        while self.game.to_move not in (None, self.seat):
            if isinstance(self.opponent, str):
                self.game.play(self.game.choose(self.opponent, seed=self._number()))
                continue
            move = self.opponent(self.game.sample(seed=self._number()), self.np_random)
            if isinstance(move, str):
                self.game.play(move)
            else:
                self.game.act(move)

    def _seen(self, illegal: bool, over: bool = False) -> tuple[Observation, dict[str, Any]]:
        """The observation and the information that come with it."""
        rows = np.zeros((self._best, len(self.layout["features"])), np.float32)
        mask = np.zeros(self._best, np.int8)
        if over:
            self._turns = self._turns[:0]
        else:
            self._turns, features = self.game.turns(best=self._best)
            rows[: len(features)] = features
            mask[: len(features)] = 1
        if self.render_mode == "human":
            self.render()
        info = {"action_mask": mask.copy(), "illegal": illegal}
        return {"summary": self.game.summary(self.seat), "turns": rows, "action_mask": mask}, info

    def _result(self) -> float:
        if not self.game.is_over:
            return 0.0
        if self._reward == "win":
            return 2 * self.game.win_shares[self.seat] - 1
        scores = self.game.scores
        return float(scores[self.seat] - max(score for seat, score in enumerate(scores) if seat != self.seat))


class VectorEnv(gymnasium.vector.VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many games at once, each as in `Env`: the same observations, actions and rewards, with a row for each game.

    `gymnasium.make_vec("goldrush/Carcassonne-v0", num_envs=256)` makes one. All cores play the games and the bots, outside Python.
    With `reset(seed=7)`, game i plays deal 0 of seed 7 + i, then deals 1, 2, … of it; the same seed gives the same games. Seeds from 2^53
    up stand for their remainders. `infos` has
    `action_mask`, as the observations do, and `illegal`.

    Parameters
    ----------
    num_envs
        Number of games.
    game, players, seat (not in `reset`), best, reward, illegal, options
        As for `Env`.
    opponent
        As for `Env`, but the name of a bot: for a function, make the environment with `vectorization_mode="sync"`.
    autoreset_mode
        What follows when a game ends. `AutoresetMode.NEXT_STEP`: no action is left in its mask, and the next step deals, whatever its
        action, with a reward of 0: do not learn from that step. `SAME_STEP`: the same step deals, and `infos["final_obs"]` and `infos["final_info"]` have the end of the game.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "gold-rush",
        *,
        players: int = 2,
        opponent: str | None = None,
        seat: int | None = None,
        best: int = 100,
        reward: Reward = "win",
        illegal: Illegal = "error",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        _check(seat, players, best, reward, illegal)
        _among("render_mode", render_mode, [None])
        if not isinstance(opponent, str | None):
            raise TypeError('opponent: the name of a bot is expected; with a function, use make_vec(…, vectorization_mode="sync")')
        mode = AutoresetMode(autoreset_mode)
        if mode == AutoresetMode.DISABLED:
            raise ValueError("autoreset_mode: DISABLED is given; NEXT_STEP or SAME_STEP is expected")
        same_step = mode == AutoresetMode.SAME_STEP
        self._arena = Arena(
            num_envs,
            game,
            players=players,
            seat=seat,
            opponent=opponent or _opponent(game),
            best=best,
            reward=reward,
            illegal=illegal,
            same_step=same_step,
            **options,
        )
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}  # type: ignore[misc]
        self.num_envs, self._best, self._same_step, self._was_reset = num_envs, best, same_step, False
        self.layout = Game(game, players=players, **options).layout()
        self.single_action_space = spaces.Discrete(best)
        self.single_observation_space = _observation_space(self.layout, best)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals a new game in each place. There are no options."""
        if options:
            raise ValueError(f"options: {', '.join(sorted(options))} is given; none is expected: give seat= when you make the environment")
        if seed is None and not self._was_reset:
            seed = int(self.np_random.integers(_SEEDS - self.num_envs))
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
            seed = range(int(seed), int(seed) + self.num_envs)
        self._was_reset = True
        # Any seed, as for one game; those of deals are smaller.
        seeds = None if seed is None else [place % _SEEDS if place >= _SEEDS else place for place in map(int, seed)]
        summary, turns, mask = self._arena.reset(seeds)
        observations = {"summary": summary, "turns": turns, "action_mask": mask}
        return observations, self._infos(mask, np.zeros(self.num_envs, np.bool_))

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays a turn in each game, then the turns of the bots."""
        if not self._was_reset:
            raise ValueError("reset() comes first")
        actions = np.asarray(actions)
        if actions.dtype == np.bool_:
            actions = actions.astype(np.int64)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise ValueError(f"actions: {actions.dtype} of shape {actions.shape} is given; {self.num_envs} whole numbers are expected")
        if actions.min() < 0 or actions.max() >= self._best:
            raise ValueError(f"actions: {actions.min()} to {actions.max()} are given; 0 to {self._best - 1} are expected")
        (summary, turns, mask), (rewards, terminations, illegal, last) = self._arena.step(actions)
        infos = self._infos(mask, illegal)
        if self._same_step:
            for game in np.flatnonzero(terminations).tolist():
                empty = {"turns": np.zeros_like(turns[game]), "action_mask": np.zeros_like(mask[game])}
                final = {"action_mask": empty["action_mask"].copy(), "illegal": bool(illegal[game])}
                ending = {"final_obs": {"summary": last[game].copy(), **empty}, "final_info": final}
                infos = self._add_info(infos, ending, game)
        observations = {"summary": summary, "turns": turns, "action_mask": mask}
        return observations, rewards, terminations, np.zeros(self.num_envs, np.bool_), infos

    def game(self, number: int) -> Game:
        """Returns a copy of a game, to look at it or to save it."""
        return self._arena.game(number)

    @property
    def seats(self) -> NDArray[np.int8]:
        """The learner's seat in each game."""
        return self._arena.seats

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions each game has."""
        return self._mask.astype(np.bool_)

    def _infos(self, mask: NDArray[np.int8], illegal: NDArray[np.bool_]) -> dict[str, Any]:
        self._mask = mask
        every = np.ones(self.num_envs, np.bool_)
        return {"action_mask": mask.copy(), "_action_mask": every, "illegal": illegal, "_illegal": every.copy()}


for _id, _game in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            id=_id,
            entry_point="goldrush.gymnasium:Env",
            vector_entry_point="goldrush.gymnasium:VectorEnv",
            kwargs={"game": _game},
        )
