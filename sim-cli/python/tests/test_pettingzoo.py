"""PettingZoo's own tests."""

import copy
import pickle

import goldrush
import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, performance_benchmark, seed_test  # noqa: E402

GAMES = ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_env_passes_the_pettingzoo_api_tests(name):
    api_test(goldrush.env(name, players=3), num_cycles=200)
    seed_test(lambda: goldrush.env(name), num_cycles=50)


def test_benchmark_runs():
    performance_benchmark(goldrush.env("knizia-gold"))


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_rewards_match_the_result(reward):
    env = goldrush.env("knizia-gold", players=2, reward=reward)
    env.reset(seed=4)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, earned, ended, _, _ = env.last()
        total[agent] += earned
        env.step(None if ended else env.action_space(agent).sample(observation["action_mask"]))
    scores = env.game.scores
    lead = [scores[0] - scores[1], scores[1] - scores[0]]
    wanted = lead if reward == "margin" else [2 * share - 1 for share in env.game.win_shares]
    assert list(total.values()) == wanted


def test_observations_match_the_arrays():
    env = goldrush.env("carcassonne")
    env.reset(seed=1)
    planes, table = env.split(env.observe("seat_1")["observation"])
    board, rest = env.game.arrays(1)
    assert np.array_equal(planes, board) and np.array_equal(table, rest)


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_games_that_leave_the_window_are_truncated(reward):
    env, ends = goldrush.env("carcassonne", window=9, reward=reward), []
    for seed in range(12):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, earned, ended, truncated, _ = env.last()
            if ended or truncated:
                ends.append((ended, truncated))
                assert not observation["action_mask"].any() and (ended or earned == 0)
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
        assert not env.agents and not env.observe("seat_0")["action_mask"].any()
    assert set(ends) == {(False, True)} and len(ends) == 24


def test_copies_of_an_env_play_the_same_games():
    env = goldrush.env("knizia-gold", players=2)
    env.reset(seed=4)
    for again in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        mine = copy.deepcopy(env)
        for _ in range(3):
            while not all(mine.terminations.values()):
                action = mine.game.legal_actions()[0]
                assert again.game.legal_actions()[0] == action and again.agent_selection == mine.agent_selection
                mine.step(action)
                again.step(action)
            assert again.rewards == mine.rewards
            mine.reset()
            again.reset()


def test_actions_outside_the_space_are_refused_and_human_mode_prints(capsys):
    env = goldrush.env("carcassonne", render_mode="human")
    env.reset(seed=1)
    action = env.game.legal_actions()[0]
    for wrong in (action + 0.7, 3358.7, None, "1", -1, 10**9, np.array([action])):
        with pytest.raises(ValueError, match="one of Discrete.*, a whole number, is expected"):
            env.step(wrong)
    assert not env.game.history
    env.step(np.array(action))
    assert len(env.game.history) == 1 and env.render() is None
    assert len(capsys.readouterr().out.splitlines()) == 3
