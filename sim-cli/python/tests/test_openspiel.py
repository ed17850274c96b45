"""OpenSpiel's own test of games, and one of its algorithms."""

import goldrush
import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
import goldrush.openspiel  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

GAMES = {name: "goldrush_" + name.replace("-", "_").replace("+", "_with_") for name in goldrush.openspiel.GAMES}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", GAMES.values())
def test_game_passes_the_random_simulations(name, players):
    game = pyspiel.load_game(name, {"players": players, "deals": 50})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_states_are_those_of_the_game(name):
    spiel, game = pyspiel.load_game(GAMES[name]), goldrush.Game(name, seed=7)
    state, chance = spiel.new_initial_state(), np.random.default_rng(1)
    assert state.is_chance_node() and len(state.chance_outcomes()) == 1000
    state.apply_action(7)
    while not state.is_terminal():
        seat = state.current_player()
        assert seat == game.to_move and state.legal_actions() == sorted(game.legal_actions())
        assert np.array_equal(state.observation_tensor(seat), game.summary(seat))
        assert state.information_state_string(1 - seat) == game.information_state(1 - seat)
        action = int(chance.choice(state.legal_actions()))
        assert state.action_to_string(action) == game.legal_moves()[game.legal_actions().index(action)]
        copy = state.clone()
        state.apply_action(action)
        game.act(action)
        assert len(copy.game.history) == len(game.history) - 1
    assert state.returns() == [2 * share - 1 for share in game.win_shares]


@pytest.mark.parametrize("name", GAMES.values())
def test_resampled_states_differ_only_in_what_is_hidden(name):
    state, chance = pyspiel.load_game(name).new_initial_state(), np.random.default_rng(1)
    state.apply_action(3)
    for _ in range(10):
        state.apply_action(int(chance.choice(state.legal_actions())))
    seat = state.current_player()
    others = [state.resample_from_infostate(seat, chance.random) for _ in range(5)]
    assert {other.information_state_string(seat) for other in others} == {state.information_state_string(seat)}
    ends = set()
    for other in others:
        while not other.is_terminal():
            other.apply_action(other.legal_actions()[0])
        ends.add(other.information_state_string(seat))
    assert len(ends) > 1 and not state.is_terminal()


def test_search_beats_random_moves():
    """Information-set search of OpenSpiel plays the end of games, in worlds that its seat cannot tell apart."""
    spiel, won = pyspiel.load_game("goldrush_knizia_gold"), 0
    for seed in range(6):
        chance = np.random.RandomState(seed)
        bot = ismcts.ISMCTSBot(
            game=spiel,
            evaluator=mcts.RandomRolloutEvaluator(1, chance),
            uct_c=2.0,
            max_simulations=60,
            max_world_samples=-1,
            random_state=chance,
        )
        bot.set_resampler(lambda state, player, chance=chance: state.resample_from_infostate(player, chance.random_sample))
        state = spiel.new_initial_state()
        state.apply_action(seed)
        while not state.is_terminal():
            mine = state.current_player() == seed % 2 and len(state.legal_actions()) <= 16
            state.apply_action(int(bot.step(state) if mine else chance.choice(state.legal_actions())))
        won += state.returns()[seed % 2]
    assert won >= 2


def test_parameters_out_of_range_are_refused():
    for parameters, part in [({"players": 6}, "players"), ({"deals": 0}, "deals")]:
        with pytest.raises((ValueError, pyspiel.SpielError), match=part):
            pyspiel.load_game("goldrush_carcassonne", parameters)
