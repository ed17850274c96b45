"""The games in OpenSpiel, for its algorithms: `pyspiel.load_game("goldrush_carcassonne", {"players": 2})` after importing this."""

import functools

import numpy as np
import pyspiel

from ._goldrush import Game as _Game

GAMES = ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"]
# More than any game has decisions and discards.
_LONGEST = 1000


@functools.cache
def _start(name, players):
    """A game before its first move, and the number of its actions."""
    game = _Game(name, players=players)
    return game, game.layout()["action_count"]


def _setup(game):
    """Name, players and deals of a game; OpenSpiel may have kept no more of it than type and parameters."""
    parameters = game.get_parameters()
    return _NAMES[game.get_type().short_name], parameters["players"], parameters["deals"]


class Game(pyspiel.Game):
    """A game of goldrush with parameters `players` and `deals`.

    The first node is chance: it draws one of `deals` seeds, each equally likely, and everything hidden follows from the seed.
    Actions have the numbers of `goldrush.Game`; a move outside its window is left out. Observation tensors are
    `goldrush.Game.summary`, and information states `goldrush.Game.information_state`. A seat gets its share of the win, scaled to
    the range from -1 to 1. Algorithms that clone a state see what is hidden in it, unless they call `resample_from_infostate` first, as
    `open_spiel.python.algorithms.ismcts` does.
    """

    name, kind = None, None

    def __init__(self, params=None):
        name, kind = self.name, self.kind
        params = {parameter: (params or {}).get(parameter, default) for parameter, default in kind.parameter_specification.items()}
        players, deals = params["players"], params["deals"]
        if deals < 1:
            raise ValueError(f"deals: {deals} is given; 1 or more is expected")
        info = pyspiel.GameInfo(
            num_distinct_actions=_start(name, players)[1],
            max_chance_outcomes=deals,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=2.0 - players,
            max_game_length=_LONGEST,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self):
        """Returns the state before the deal."""
        return State(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        """Returns an observer that writes the summary."""
        name, players, _ = _setup(self)
        return Observer(_start(name, players)[0].summary().shape)


class State(pyspiel.State):
    """A game in progress; `game` is the `goldrush.Game`, `None` before the deal."""

    def __init__(self, owner):
        super().__init__(owner)
        self._name, self._players, self._deals = _setup(owner)
        self.game = None

    def current_player(self):
        """Returns the seat to move, chance before the deal, or the end."""
        if self.game is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.game.is_over else self.game.to_move

    def chance_outcomes(self):
        """Returns the seeds, all equally likely."""
        return [(seed, 1 / self._deals) for seed in range(self._deals)]

    def _legal_actions(self, player):
        count = _start(self._name, self._players)[1]
        return sorted(action for action in self.game.legal_actions() if action < count)

    def _apply_action(self, action):
        if self.game is None:
            self.game = _Game(self._name, players=self._players, seed=action)
        else:
            self.game.act(action)

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.game.legal_moves()[self.game.legal_actions().index(action)]

    def is_terminal(self):
        """Returns true at the end."""
        return self.game is not None and self.game.is_over

    def returns(self):
        """Returns the share of the win of each seat, scaled to -1 to 1; 0 before the end."""
        return [2 * share - 1 for share in self.game.win_shares] if self.is_terminal() else [0.0] * self._players

    def information_state_string(self, player=None):
        """Returns what a seat has seen, as text."""
        return "before the deal" if self.game is None else self.game.information_state(player)

    def resample_from_infostate(self, player, probability_sampler=None):
        """Returns a state that a seat cannot tell from this one; what is hidden from it is drawn anew."""
        other = self.clone()
        draw = probability_sampler() if probability_sampler else np.random.random()
        other.game = self.game.sample(player, seed=int(draw * 2**53))
        return other

    def __str__(self):
        return "before the deal" if self.game is None else repr(self.game)


class Observer:
    """Writes the summary of a seat, and what it has seen as text."""

    def __init__(self, shape):
        self.tensor = np.zeros(shape, np.float32)
        self.dict = {"summary": self.tensor}

    def set_from(self, state, player):
        """Writes the tensor of a seat."""
        self.tensor[:] = 0 if state.game is None else state.game.summary(player)

    def string_from(self, state, player):
        """Returns what a seat has seen, as text."""
        return state.information_state_string(player)


def _register(short, name):
    kind = pyspiel.GameType(
        short_name=short,
        long_name=f"goldrush: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": 2, "deals": 1000},
    )
    # A class, because OpenSpiel lets go of it when Python has ended: a function would then be freed, which aborts.
    pyspiel.register_game(kind, type(short, (Game,), {"name": name, "kind": kind}))


_NAMES = {"goldrush_" + name.replace("-", "_").replace("+", "_with_"): name for name in GAMES}
for _short, _name in _NAMES.items():
    _register(_short, _name)
