"""OpenSpiel's own test of games, and some of its algorithms."""

import pickle

import goldrush
import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
import goldrush.openspiel  # noqa: E402
from open_spiel.python import observation  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts, minimax  # noqa: E402

GAMES = {name: "goldrush_" + name.replace("-", "_").replace("+", "_with_") for name in goldrush.openspiel.GAMES}
OPTIONS = {
    "gold-rush": {"tents": 2, "farmers": False, "tokens": "1=20,2=9"},
    "carcassonne": {"followers": 5, "komi": "4", "deals": 20},
    "carcassonne+gold-mines": {"choose_ingots": False, "tiles_left_out": 9},
    "knizia-gold": {"whole_match": True, "gold_cards": "1=6,2=6,3=6,4=6"},
}


def play(state, chance, moves=10**9):
    """Plays moves of seats at random, and the draws before and after them by their probabilities."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes())
            state.apply_action(int(chance.choice(outcomes, p=shares)))
        elif moves == 0:
            break
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))
            moves -= 1
    return state


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", GAMES.values())
def test_game_passes_the_random_simulations(name, players):
    game = pyspiel.load_game(name, {"players": players})
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_options_of_the_rules_are_parameters(name):
    game = pyspiel.load_game(GAMES[name], OPTIONS[name])
    for same in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
        assert str(same) == str(game) and same.get_parameters() == game.get_parameters()
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    rules = {option: value for option, value in OPTIONS[name].items() if option != "deals"}
    state = play(game.new_initial_state(), np.random.default_rng(1), 9)
    dealt = goldrush.Game(name, **rules)
    assert state.game.record()["rules"] == dealt.record()["rules"] != goldrush.Game(name).record()["rules"]
    printed = game.get_type().parameter_specification
    assert set(printed) == {"players", "deals", *goldrush.Game.options(name)}
    assert pyspiel.load_game(GAMES[name], printed).get_parameters() == printed


@pytest.mark.parametrize("name", GAMES)
def test_states_are_those_of_the_game(name):
    """Every draw is a chance node that shows nothing of it before, and a game of the same moves and draws agrees."""
    spiel, game, chance = pyspiel.load_game(GAMES[name]), goldrush.Game(name, seed=7), np.random.default_rng(1)
    state, draws, drawn = spiel.new_initial_state(), game.layout()["draws"], 0
    if name == "gold-rush":
        assert state.is_chance_node() and len(state.chance_outcomes()) == 1000
        state.apply_action(7)
    else:
        game = goldrush.Game(name, seed=0)
    while not state.is_terminal():
        if state.is_chance_node():
            assert state.game is None or np.array_equal(state.observation_tensor(seat), shown)
            assert [(draws[number], share) for number, share in state.chance_outcomes()] == game.outcomes()
            action = int(chance.choice([number for number, _ in state.chance_outcomes()]))
            assert state.action_to_string(action) == f"draw {draws[action]}"
            game.play_chance(draws[action])
            state.apply_action(action)
            drawn += 1
            continue
        seat = state.current_player()
        shown = state.observation_tensor(seat)
        assert seat == game.to_move and state.legal_actions() == sorted(game.legal_actions())
        assert np.array_equal(shown, game.summary(seat))
        assert state.information_state_string(1 - seat).endswith(game.information_state(1 - seat))
        action = int(chance.choice(state.legal_actions()))
        assert state.action_to_string(action) == game.legal_moves()[game.legal_actions().index(action)]
        copy = state.clone()
        state.apply_action(action)
        game.act(action)
        assert len(copy.game.history) == len(game.history) - 1
    assert state.returns() == [2 * share - 1 for share in game.win_shares] and drawn > 40


@pytest.mark.parametrize("name", GAMES)
def test_information_state_has_all_that_a_seat_has_seen(name):
    game, chance, tokens = pyspiel.load_game(GAMES[name]), np.random.default_rng(3), 0
    writer = observation.make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    state = game.new_initial_state()
    while not state.is_terminal():
        play(state, chance, 1)
        for seat in range(2):
            writer.set_from(state, seat)
            assert np.array_equal(writer.tensor, state.information_state_tensor(seat))
            assert np.array_equal(writer.dict["summary"], state.observation_tensor(seat))
            events = [-1 - event.action if event.player < 0 else 1 + event.action for event in state.full_history()]
            events = events[name == "gold-rush" :]
            assert np.trim_zeros(writer.dict["history"], "b").tolist() == events
            own = state.game.observation(seat).get("own_tokens", [])
            assert np.trim_zeros(writer.dict["tokens"], "b").tolist() == own
            tokens += len(own)
    assert (tokens > 0) == (name == "gold-rush") and len(events) > 100


@pytest.mark.parametrize("name", GAMES.values())
def test_resampled_states_differ_only_in_what_is_hidden(name):
    chance = np.random.default_rng(1)
    state = play(pyspiel.load_game(name).new_initial_state(), chance, 60)
    seat = state.current_player()
    others = [state.resample_from_infostate(seat, chance.random) for _ in range(5)]
    assert {other.information_state_string(seat) for other in others} == {state.information_state_string(seat)}
    assert {tuple(other.information_state_tensor(seat)) for other in others} == {tuple(state.information_state_tensor(seat))}
    worlds = {str(other.game.to_bytes()) for other in others}
    assert len(worlds) > 1 and not state.is_terminal()


@pytest.mark.parametrize("name", ["carcassonne", "carcassonne+gold-mines", "knizia-gold"])
def test_search_does_not_see_the_hidden_order(name):
    """MCTS clones states, and finds the same in all that its seat cannot tell apart."""
    game, found = pyspiel.load_game(GAMES[name]), []
    state = play(game.new_initial_state(), np.random.default_rng(5), 40)
    worlds = [state.resample_from_infostate(state.current_player(), np.random.default_rng(seed).random) for seed in range(3)]
    assert len({world.game.to_bytes() for world in worlds}) == 3
    for world in [state, *worlds]:
        chance = np.random.RandomState(2)
        bot = mcts.MCTSBot(game, 2.0, 40, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
        root = bot.mcts_search(world)
        found.append([(child.action, child.explore_count, child.total_reward) for child in root.children])
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize("name", GAMES)
def test_expectiminimax_averages_over_the_draws(name):
    """A move and the draw after it in the middle of a game, against the average made without chance nodes."""
    chance = np.random.default_rng(2)
    state = play(pyspiel.load_game(GAMES[name]).new_initial_state(), chance, 40)
    while not any(state.child(action).is_chance_node() for action in state.legal_actions()):
        play(state, chance, 1)
    seat = state.current_player()

    def worth(game):
        return float(game.summary(seat) @ np.arange(game.summary(seat).size))

    def value(state):
        if state.is_chance_node():
            return sum(share * value(state.child(draw)) for draw, share in state.chance_outcomes())
        return worth(state.game)

    best = -np.inf
    for action in state.legal_actions():
        game, average = state.game.clone(), 0.0
        game.act(action)
        for draw, share in game.outcomes():
            game.play_chance(draw)
            average += share * worth(game)
        best = max(best, average if game.outcomes() else worth(game))
    assert minimax.expectiminimax(state, 1, value, seat)[0] == pytest.approx(best)


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
        state = play(spiel.new_initial_state(), chance, 0)
        while not state.is_terminal():
            mine = state.current_player() == seed % 2 and len(state.legal_actions()) <= 16
            state.apply_action(int(bot.step(state) if mine else chance.choice(state.legal_actions())))
            play(state, chance, 0)
        won += state.returns()[seed % 2] > 0
    assert won >= 4


def test_parameters_out_of_range_are_refused():
    wrong = [({"players": 6}, "players"), ({"deals": 0}, "deals"), ({"followers": 99}, "followers"), ({"tents": 1}, "tents")]
    for parameters, part in wrong:
        with pytest.raises((ValueError, pyspiel.SpielError), match=part):
            pyspiel.load_game("goldrush_carcassonne", parameters)
