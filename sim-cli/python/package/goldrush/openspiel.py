"""The games in OpenSpiel, for its algorithms: `pyspiel.load_game("goldrush_carcassonne", {"players": 2})` after importing this."""

import functools
import types

import numpy as np
import pyspiel

from ._goldrush import Game as _Game

GAMES = ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"]


def _key(game):
    """Short name and parameters of a game; OpenSpiel may have kept no more of it than type and parameters."""
    return game.get_type().short_name, tuple(sorted(game.get_parameters().items()))


def _deal(key, seed):
    short, parameters = key
    name, specification = _NAMES[short], _KINDS[short].parameter_specification
    changed = [(option, value) for option, value in parameters if value != specification[option]]
    options = {option: _option(value) for option, value in changed if option not in ("players", "deals")}
    return _Game(name, players=dict(parameters)["players"], seed=seed, **options)


def _parameter(value):
    """An option as a parameter. OpenSpiel writes `name=value,…` and reads digits as a number, so a text may be neither."""
    if not isinstance(value, str):
        return value
    return f":{value}" if value.isdigit() else value.translate(str.maketrans("=,", ":;"))


def _option(value):
    """An option from a parameter."""
    return value.lstrip(":").translate(str.maketrans(":;", "=,")) if isinstance(value, str) else value


@functools.cache
def _sizes(key):
    """The first deal of a game, and numbers that are the same in all."""
    game = _deal(key, 0)
    layout, seen = game.layout(), game.observation()
    # A card game ends after 1,000 turns of two flips. A tile brings at most a placement, a figure, and two ingots to put down and take.
    tiles = 1 + sum(seen["tiles_left"].values()) if "tiles_left" in seen else 0
    decisions = 6 * tiles or 2000 * seen["games"]
    draws = tiles or 64 * seen["games"]
    tokens = seen.get("token_supply", 0) + sum(pile["tokens"] for pile in seen.get("piles", []))
    return types.SimpleNamespace(
        start=game,
        actions=layout["action_count"],
        draws=layout["draws"],
        numbers={draw: number for number, draw in enumerate(layout["draws"])},
        decisions=decisions,
        observation={"summary": len(game.summary())},
        information={"summary": len(game.summary()), "tokens": tokens, "history": decisions + draws},
    )


def _load(text):
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

    kind = None

    def __init__(self, params=None):
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

    def new_initial_state(self):
        """Returns the state before the deal."""
        return State(self)

    def __reduce__(self):
        return _load, (str(self),)

    def make_py_observer(self, iig_obs_type=None, params=None):
        """Returns an observer that writes observations or, with perfect recall, information states."""
        sizes = _sizes(_key(self))
        return Observer(sizes.information if iig_obs_type and iig_obs_type.perfect_recall else sizes.observation)


class State(pyspiel.State):
    """A game in progress; `game` is the `goldrush.Game` up to the last decided draw, `None` before the first."""

    def __init__(self, owner):
        super().__init__(owner)
        self._key = _key(owner)
        self._deals = dict(self._key[1])["deals"]
        # The game after the last move, if what that drew is undecided.
        self.game, self._undecided = None, None
        if self._deals == 1:
            self._follow(_sizes(self._key).start.clone())

    def _follow(self, game):
        if game.outcomes():
            self._undecided = game
        else:
            self.game = game

    def current_player(self):
        """Returns the seat to move, chance, or the end."""
        if self.game is None or self._undecided is not None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.game.is_over else self.game.to_move

    def chance_outcomes(self):
        """Returns what can be drawn, or the seeds, with their probabilities."""
        if self._undecided is None:
            return [(seed, 1 / self._deals) for seed in range(self._deals)]
        numbers = _sizes(self._key).numbers
        return [(numbers[draw], probability) for draw, probability in self._undecided.outcomes()]

    def _legal_actions(self, player):
        count = _sizes(self._key).actions
        return sorted(action for action in self.game.legal_actions() if action < count)

    def _apply_action(self, action):
        if self._undecided is not None:
            self._undecided.play_chance(_sizes(self._key).draws[action])
            self.game, self._undecided = self._undecided, None
        elif self.game is None:
            self._follow(_deal(self._key, action))
        else:
            after = self.game.clone()
            after.act(action)
            self._follow(after)

    def _action_to_string(self, player, action):
        if player != pyspiel.PlayerId.CHANCE:
            return self.game.legal_moves()[self.game.legal_actions().index(action)]
        return f"deal {action}" if self._undecided is None else f"draw {_sizes(self._key).draws[action]}"

    def is_terminal(self):
        """Returns true at the end."""
        return self.current_player() == pyspiel.PlayerId.TERMINAL

    def returns(self):
        """Returns the share of the win of each seat, scaled to -1 to 1; 0 before the end."""
        if self.is_terminal():
            return [2 * share - 1 for share in self.game.win_shares]
        return [0.0] * self.num_players()

    def seen(self):
        """Returns what everybody has seen: moves as 1 + action, draws as -1 - outcome."""
        events = self.full_history()[self._deals > 1 :]
        return [-1 - event.action if event.player == pyspiel.PlayerId.CHANCE else 1 + event.action for event in events]

    def information_state_string(self, player=None):
        """Returns what a seat has seen, as text."""
        return f"{self.seen()} {'' if self.game is None else self.game.information_state(player)}"

    def resample_from_infostate(self, player, probability_sampler=None):
        """Returns a state that a seat cannot tell from this one; what is hidden from it is drawn anew."""
        other = self.clone()
        draw = probability_sampler() if probability_sampler else np.random.random()
        other.game = self.game.sample(player, seed=int(draw * 2**53))
        return other

    def __str__(self):
        return f"{self.history_str()} {self.game!r}"


class Observer:
    """Writes what a seat sees or has seen; `dict` has the parts of the tensor."""

    def __init__(self, sizes):
        self.tensor, self.dict, start = np.zeros(sum(sizes.values()), np.float32), {}, 0
        for part, size in sizes.items():
            self.dict[part] = self.tensor[start : start + size]
            start += size

    def set_from(self, state, player):
        """Writes the tensor of a seat."""
        self.tensor[:] = 0
        parts = {}
        if state.game is not None:
            parts["summary"] = state.game.summary(player)
            if len(self.dict.get("tokens", [])):
                parts["tokens"] = state.game.observation(player)["own_tokens"]
        if "history" in self.dict:
            parts["history"] = state.seen()
        for part, values in parts.items():
            self.dict[part][: len(values)] = values

    def string_from(self, state, player):
        """Returns what a seat has seen, as text."""
        return state.information_state_string(player)


def _register(short, name):
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
