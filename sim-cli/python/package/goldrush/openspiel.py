"""The games in OpenSpiel, for its algorithms: `pyspiel.load_game("goldrush_carcassonne", {"players": 2})` after importing this."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ._goldrush import Game as _Game

GAMES = ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"]

_CHANCE, _TERMINAL = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL
_Key = tuple[str, tuple[tuple[str, Any], ...]]


def _key(game: Any) -> _Key:
    """Short name and parameters of a game; OpenSpiel may have kept no more of it than type and parameters."""
    return game.get_type().short_name, tuple(sorted(game.get_parameters().items()))


def _deal(key: _Key, seed: int) -> _Game:
    short, parameters = key
    name, specification = _NAMES[short], _KINDS[short].parameter_specification
    changed = [(option, value) for option, value in parameters if value != specification[option]]
    options = {option: _option(value) for option, value in changed if option not in ("players", "deals")}
    return _Game(name, players=dict(parameters)["players"], seed=seed, **options)


def _parameter(value: Any) -> Any:
    """An option as a parameter. OpenSpiel writes `name=value,…` and reads digits as a number, so a text may be neither."""
    if not isinstance(value, str):
        return value
    return f":{value}" if value.isdigit() else value.translate(str.maketrans("=,", ":;"))


def _option(value: Any) -> Any:
    """An option from a parameter."""
    return value.lstrip(":").translate(str.maketrans(":;", "=,")) if isinstance(value, str) else value


class _Sizes:
    """The first deal of a game, and numbers that are the same in all. States share it, and copies of them, too."""

    def __init__(self, key: _Key) -> None:
        game = _deal(key, 0)
        layout, seen = game.layout(), game.observation()
        # A card game ends after 1,000 turns of two flips. A tile brings at most a placement, a figure, and two ingots to put down and
        # take.
        tiles = 1 + sum(seen["tiles_left"].values()) if "tiles_left" in seen else 0
        decisions = 6 * tiles or 2000 * seen["games"]
        draws = tiles or 64 * seen["games"]
        tokens = seen.get("token_supply", 0) + sum(pile["tokens"] for pile in seen.get("piles", []))
        self.key, self.start = key, game
        self.deals: int = dict(key[1])["deals"]
        self.actions: int = layout["action_count"]
        self.draws: list[str] = layout["draws"]
        self.decisions: int = decisions
        self.observation = {"summary": len(game.summary())}
        self.information = {"summary": len(game.summary()), "tokens": tokens, "history": decisions + draws}

    def __deepcopy__(self, _memo: Any) -> _Sizes:
        return self


@functools.cache
def _sizes(key: _Key) -> _Sizes:
    return _Sizes(key)


def _load(text: str) -> Any:
    return pyspiel.load_game(text)


class Game(pyspiel.Game):
    """A game of goldrush. A seat gets its share of the win, scaled to the range from -1 to 1.

    Parameters
    ----------
    players
        Number of seats.
    deals
        Number of seeds for what has no chance node of its own: the values of tokens in Gold Rush, which only their owners see,
        and which tiles are set aside because they fit nowhere (3 to 11 in 100 games). Above 1, a chance node before the first draw
        chooses a seed, each equally likely. By default 1,000 in Gold Rush and 1 in the other games.
    options
        The rule options of `goldrush.Game`, such as `{"tents": 2, "farmers": False}`. In OpenSpiel's text of a game, values have
        `:` for `=`, `;` for `,`, and a colon before a number that is text: `gold_cards=1:6;2:6;3:6;4:6,komi=:4`.

    Every draw is a chance node: the tile for the next turn, or the flipped card if nobody had seen it. Its outcomes, numbered as
    in `goldrush.Game.layout()["draws"]`, are all that could come given what everybody has seen; no order of the deck decides them
    before. At a chance node, `game` and the observations still are those before the move that led to it. Algorithms that clone
    states see what the seed hides from their seat, unless they call `resample_from_infostate` first, as
    `open_spiel.python.algorithms.ismcts` does.

    Actions have the numbers of `goldrush.Game`; a move outside its window is left out.

    An observation is `goldrush.Game.summary`. An information state has perfect recall: the summary, then `tokens`, the values of
    the seat's own tokens in the order acquired, then `history`, each move as 1 + action and each draw as -1 - outcome. Both have
    room for the longest possible game, with zeros at the end: 742 numbers in all for two players of Gold Rush, 2,122 in the card
    game, which allows 2,000 flips. `Observer.dict` has the parts by name. As text, it is the history, then
    `goldrush.Game.information_state`.
    """

    kind: ClassVar[Any] = None

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        short, specification = self.kind.short_name, self.kind.parameter_specification
        params = {name: _parameter((params or {}).get(name, printed)) for name, printed in specification.items()}
        if params["deals"] < 1:
            raise ValueError(f"deals: {params['deals']} is given; 1 or more is expected")
        sizes = _sizes((short, tuple(sorted(params.items()))))
        info = pyspiel.GameInfo(
            num_distinct_actions=sizes.actions,
            max_chance_outcomes=max(params["deals"], len(sizes.draws)),
            num_players=params["players"],
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=2.0 - params["players"],
            max_game_length=sizes.decisions,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self) -> State:
        """Returns the state before the deal."""
        return State(self)

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return _load, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Returns an observer that writes observations or, with perfect recall, information states."""
        sizes = _sizes(_key(self))
        return Observer(sizes.information if iig_obs_type and iig_obs_type.perfect_recall else sizes.observation)


class State(pyspiel.State):
    """A game in progress; `game` is the `goldrush.Game` up to the last decided draw, `None` before the first."""

    def __init__(self, owner: Any) -> None:
        super().__init__(owner)
        self._sizes = _sizes(_key(owner))
        # The game after the last move, whose draw is undecided if there are outcomes.
        self._game: _Game | None = None
        self._outcomes: list[tuple[int, float]] = []
        self._moves = 0
        if self._sizes.deals == 1:
            self._follow(self._sizes.start.clone())

    def _follow(self, game: _Game) -> None:
        self._game, self._outcomes = game, game._numbered_outcomes()

    @property
    def game(self) -> _Game | None:
        """The game, before the last move if what that drew is undecided."""
        if not self._outcomes:
            return self._game
        return self._game._before() if self._game is not None and self._moves else None

    def current_player(self) -> Any:
        """Returns the seat to move, chance, or the end."""
        if self._game is None or self._outcomes:
            return _CHANCE
        seat = self._game.to_move
        return _TERMINAL if seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns what can be drawn, or the seeds, with their probabilities."""
        if self._game is None:
            deals = self._sizes.deals
            return [(seed, 1 / deals) for seed in range(deals)]
        return self._outcomes

    def _legal_actions(self, player: int) -> list[int]:
        return self._playing()._numbered_actions()

    def _apply_action(self, action: int) -> None:
        if self._game is None:
            self._follow(_deal(self._sizes.key, action))
        elif self._outcomes:
            self._game._play_numbered_chance(action)
            self._outcomes = []
        else:
            self._game.act(action)
            self._moves += 1
            self._outcomes = self._game._numbered_outcomes()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != _CHANCE:
            game = self._playing()
            return game.legal_moves()[game.legal_actions().index(action)]
        return f"deal {action}" if self._game is None else f"draw {self._sizes.draws[action]}"

    def _playing(self) -> _Game:
        assert self._game is not None, "the deal comes first"
        return self._game

    def is_terminal(self) -> bool:
        """Returns true at the end."""
        return self._game is not None and not self._outcomes and self._game.is_over

    def returns(self) -> list[float]:
        """Returns the share of the win of each seat, scaled to -1 to 1; 0 before the end."""
        if self.is_terminal():
            return [2 * share - 1 for share in self._playing().win_shares]
        return [0.0] * self.num_players()

    def seen(self) -> list[int]:
        """Returns what everybody has seen: moves as 1 + action, draws as -1 - outcome."""
        events = self.full_history()[self._sizes.deals > 1 :]
        return [-1 - event.action if event.player < 0 else 1 + event.action for event in events]

    def information_state_string(self, player: int | None = None) -> str:
        """Returns what a seat has seen, as text."""
        game = self.game
        return f"{self.seen()} {'' if game is None else game.information_state(player)}"

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float] | None = None) -> State:
        """Returns a state that a seat cannot tell from this one; what is hidden from it is drawn anew."""
        other: State = self.clone()
        draw = probability_sampler() if probability_sampler else np.random.random()
        other._game = self._playing().sample(player, seed=int(draw * 2**53))
        return other

    def __str__(self) -> str:
        return f"{self.history_str()} {self.game!r}"


def load(game: str = "gold-rush", **parameters: Any) -> Any:
    """Loads a game by its name in goldrush; the same as `pyspiel.load_game`, and known to type checkers."""
    return pyspiel.load_game("goldrush_" + game.replace("-", "_").replace("+", "_with_"), parameters)


class Observer:
    """Writes what a seat sees or has seen; `dict` has the parts of the tensor."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for part, size in sizes.items():
            self.dict[part] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: State, player: int) -> None:
        """Writes the tensor of a seat."""
        self.tensor[:] = 0
        parts: dict[str, Any] = {}
        game = state.game
        if game is not None:
            parts["summary"] = game.summary(player)
            if len(self.dict.get("tokens", [])):
                parts["tokens"] = game.observation(player)["own_tokens"]
        if "history" in self.dict:
            parts["history"] = state.seen()
        for part, values in parts.items():
            self.dict[part][: len(values)] = values

    def string_from(self, state: State, player: int) -> str:
        """Returns what a seat has seen, as text."""
        return state.information_state_string(player)


def _register(short: str, name: str) -> Any:
    options = {option: _parameter(value) for option, value in _Game.options(name).items()}
    kind = pyspiel.GameType(
        short_name=short,
        long_name=f"goldrush: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        # OpenSpiel's algorithms for hidden information refuse games that declare perfect information.
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": 2, "deals": 1000 if name == "gold-rush" else 1, **options},
    )
    # A class, because OpenSpiel lets go of it when Python has ended: a function would then be freed, which aborts.
    pyspiel.register_game(kind, type(short, (Game,), {"kind": kind}))
    return kind


_NAMES = {"goldrush_" + name.replace("-", "_").replace("+", "_with_"): name for name in GAMES}
_KINDS = {short: _register(short, name) for short, name in _NAMES.items()}
