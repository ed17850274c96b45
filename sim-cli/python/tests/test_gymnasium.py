"""The environment for one seat passes Gymnasium's own tests, and its opponents are the bots of that name."""

import pickle

import numpy as np
import pytest

pytest.importorskip("gymnasium")
from goldrush.gymnasium import Env  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

GAMES = {"gold-rush": "greedy", "carcassonne": "heuristic", "carcassonne+gold-mines": "level2", "knizia-gold": "memory"}


def play(env, choose, seed=None):
    """Plays a game; returns the last observation and the sum of the rewards."""
    observation, _ = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        observation, reward, over, truncated, _ = env.step(choose(observation))
        assert not truncated and over == env.game.is_over == (not observation["action_mask"].any())
        total += reward
    return observation, total


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_env_passes_the_gymnasium_checks(name):
    env = Env(name, players=3, opponent=GAMES[name], best=3)
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("reward", ["win", "margin"])
@pytest.mark.parametrize("name", GAMES)
def test_observations_and_rewards_are_those_of_the_seat(name, reward):
    env = Env(name, players=3, opponent="random", seat=1, reward=reward, best=7)

    def choose(observation):
        assert env.game.to_move == 1 and np.array_equal(observation["summary"], env.game.summary(1))
        count = observation["action_mask"].sum()
        assert observation["action_mask"][:count].all() and not observation["turns"][count:].any()
        assert (observation["turns"][:count, 0] == 1).all()
        return count - 1

    _, total = play(env, choose, seed=5)
    scores, share = env.game.scores, env.game.win_shares[1]
    assert total == (2 * share - 1 if reward == "win" else scores[1] - max(scores[0], scores[2]))


def test_first_action_beats_random_and_loses_to_search():
    """Action 0 counts points, as greedy does."""
    won = {bot: sum(play(Env("carcassonne", opponent=bot), lambda _: 0, seed)[1] for seed in range(20)) for bot in ("random", "heuristic")}
    assert won["random"] > 15 and won["heuristic"] < -10


def test_seats_are_drawn_and_seeds_repeat_games():
    env = Env("knizia-gold", players=4, opponent="random")
    seats = {env.reset(seed=seed) and env.seat for seed in range(40)}
    assert seats == {0, 1, 2, 3}
    histories = [play(env, lambda _: 0, seed)[0] and env.game.history for seed in (1, 1, 2)]
    assert histories[0] == histories[1] != histories[2]


def test_copy_of_an_env_plays_the_same_games():
    env = Env("carcassonne", opponent="random")
    env.reset(seed=3)
    env.step(2)
    again = pickle.loads(pickle.dumps(env))
    for _ in range(5):
        for one, other in zip(env.step(1)[0].values(), again.step(1)[0].values()):
            assert np.array_equal(one, other)
    assert [play(env, lambda _: 0)[1]] == [play(again, lambda _: 0)[1]]


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (lambda: Env(opponent="gredy"), "did you mean greedy"),
        (lambda: Env(seat=2), "seat: 2"),
        (lambda: Env(best=0), "best: 0"),
        (lambda: Env(reward="fame"), "reward"),
        (lambda: Env(render_mode="human"), "render_mode"),
        (lambda: Env().step(0), "action: 0 is given; reset"),
        (lambda: (env := Env(), env.reset(), env.step(10**6)), "action: 1000000"),
    ],
)
def test_bad_input_is_reported_in_one_line(make, part):
    with pytest.raises(ValueError, match=part) as told:
        make()
    assert len(str(told.value).splitlines()) == 1


def test_opponents_may_be_functions():
    """A function is given a game in which its seat knows what it may, and plays for every other seat."""
    asked = []

    def opponent(game, chance):
        asked.append(game.to_move)
        return game.legal_moves()[0] if len(asked) % 2 else int(chance.choice(game.legal_actions()))

    env = Env("gold-rush", players=3, opponent=opponent, seat=2, best=5)
    play(env, lambda observation: 0, seed=4)
    assert set(asked) == {0, 1}


def test_seat_masks_and_errors():
    env = Env("carcassonne", best=5)
    for seat in (1, 0):
        observation, _ = env.reset(seed=1, options={"seat": seat})
        assert env.seat == seat and np.array_equal(env.action_masks(), observation["action_mask"].astype(bool))
    for wrong in (0.5, None, 5):
        with pytest.raises(ValueError, match="a whole number from 0 to"):
            env.step(wrong)
    with pytest.raises(ValueError, match="seat 2"):
        env.reset(options={"seat": 2})
    while not env.game.is_over:
        env.step(0)
    with pytest.raises(ValueError, match="reset"):
        env.step(0)
