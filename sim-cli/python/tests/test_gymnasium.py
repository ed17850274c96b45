"""The environment for one seat passes Gymnasium's own tests, and its opponents are the bots of that name."""

import pickle
import subprocess
import sys

import goldrush
import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
from goldrush.gymnasium import Env, VectorEnv  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

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
@pytest.mark.parametrize("illegal", ["loss", "random"])
@pytest.mark.parametrize("best", [1, 100, 1000])
@pytest.mark.parametrize("name", GAMES)
def test_env_passes_the_gymnasium_checks_with_any_number_of_actions(name, best, illegal):
    check_env(Env(name, players=3, opponent=GAMES[name], best=best, illegal=illegal), skip_render_check=True)


@pytest.mark.filterwarnings("ignore")
def test_learner_without_masks_needs_another_rule_than_error():
    with pytest.raises(ValueError, match="this position has"):
        check_env(Env("knizia-gold", opponent="random", best=1000), skip_render_check=True)


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


def test_first_action_is_greedy_in_games_with_many_equal_turns():
    """By place, the first of the equal turns of Gold Rush wins one game in eight against greedy."""
    envs = VectorEnv(200, "gold-rush", seat=0, autoreset_mode="SameStep")
    envs.reset(seed=1)
    ended, won = np.zeros(200, bool), 0.0
    while not ended.all():
        _, rewards, over, _, _ = envs.step(np.zeros(200, int))
        won += ((rewards[over & ~ended] + 1) / 2).sum()
        ended |= over
    assert 60 < won < 140


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
        (lambda: Env(render_mode="picture"), "render_mode: 'picture' is given; None, 'ansi', 'svg' or 'human' is expected"),
        (lambda: Env(illegal="skip"), "illegal: 'skip' is given; 'error', 'loss' or 'random' is expected"),
        (lambda: Env().step(0), "action: 0 is given; reset"),
        (lambda: Env().reset(options={"seats": 1}), "options: seats is given; seat is the only one"),
        (lambda: (env := Env(), env.reset(), env.step(10**6)), "action: 1000000 is given; one of Discrete.100., a whole number"),
        (lambda: (env := Env("knizia-gold", best=1000, opponent="random"), env.reset(), env.step(999)), "action: 999 .* has 6. turns"),
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
    for wrong in (0.5, None, 5, -1, "1", np.array([1]), np.array(1.0)):
        with pytest.raises(ValueError, match="one of Discrete.5., a whole number, is expected"):
            env.step(wrong)
    with pytest.raises(ValueError, match="seat 2"):
        env.reset(options={"seat": 2})
    while not env.game.is_over:
        env.step(0)
    with pytest.raises(ValueError, match="reset"):
        env.step(0)


@pytest.mark.parametrize("action", [1, True, np.int8(1), np.uint32(1), np.bool_(True).astype(int), np.array(1), np.array(1, np.int32)])
def test_step_takes_what_the_action_space_contains(action):
    """Stable-Baselines3's `predict` returns an array without dimensions."""
    env, same = Env("carcassonne", opponent="random"), Env("carcassonne", opponent="random")
    env.reset(seed=1)
    same.reset(seed=1)
    assert env.action_space.contains(action)
    assert np.array_equal(env.step(action)[0]["summary"], same.step(1)[0]["summary"])


@pytest.mark.parametrize(("reward", "lost"), [("win", -1), ("margin", -100)])
def test_illegal_action_is_an_error_a_loss_or_a_random_turn(reward, lost):
    made = {rule: Env("carcassonne", opponent="random", best=1000, reward=reward, illegal=rule) for rule in ("error", "loss", "random")}
    for env in made.values():
        assert env.reset(seed=1)[1]["illegal"] is False
    with pytest.raises(ValueError, match="see action_mask"):
        made["error"].step(999)
    observation, earned, over, truncated, info = made["loss"].step(999)
    assert (earned, over, truncated, info["illegal"]) == (lost, True, False, True) and not observation["action_mask"].any()
    with pytest.raises(ValueError, match="reset"):
        made["loss"].step(0)
    before = len(made["random"].game.history)
    _, earned, over, _, info = made["random"].step(999)
    assert (earned, over, info["illegal"]) == (0, False, True) and len(made["random"].game.history) > before
    assert made["random"].step(0)[4]["illegal"] is False


def test_human_mode_prints_each_position(capsys):
    env = Env("carcassonne", opponent="random", render_mode="human")
    env.reset(seed=1)
    env.step(0)
    assert env.render() is None
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and all(line.startswith("<goldrush.Game carcassonne") for line in lines)


IDS = {"GoldRush": "gold-rush", "Carcassonne": "carcassonne", "CarcassonneWithGoldMines": "carcassonne+gold-mines", "KniziaGold": "knizia-gold"}


@pytest.mark.parametrize("name", IDS)
def test_games_are_registered(name):
    env = gymnasium.make(f"goldrush/{name}-v0", best=4)
    assert env.unwrapped.game.name == IDS[name] and env.reset(seed=1)[0] in env.observation_space
    envs = gymnasium.make_vec(f"goldrush/{name}-v0", num_envs=3, best=4)
    assert isinstance(envs, VectorEnv) and envs.game(2).name == IDS[name]
    assert envs.single_observation_space == env.observation_space and envs.single_action_space == env.action_space
    assert envs.reset(seed=1)[0] in envs.observation_space
    sync = gymnasium.make_vec(f"goldrush/{name}-v0", num_envs=2, vectorization_mode="sync", best=4, opponent="random", illegal="random")
    sync.reset(seed=1)
    assert sync.step(sync.action_space.sample())[0] in sync.observation_space


def test_an_id_with_its_module_needs_no_import():
    script = "import gymnasium; gymnasium.make('goldrush.gymnasium:goldrush/KniziaGold-v0').reset()"
    subprocess.run([sys.executable, "-c", script], check=True)


def follow(envs, steps, choose):
    """Plays steps of a vector environment; yields what each of them returned."""
    observations, infos = envs.reset(seed=11)
    for _ in range(steps):
        yield (result := envs.step(choose(observations["action_mask"])))
        observations = result[0]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("reward", ["win", "margin"])
@pytest.mark.parametrize("name", GAMES)
def test_vector_env_shows_and_pays_what_the_single_one_does(name, reward, mode):
    """Every observation is that of the game it belongs to; every reward is that of its end."""
    envs = VectorEnv(5, name, players=3, opponent=GAMES[name], best=7, reward=reward, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] == mode
    chance, ended, waiting = np.random.default_rng(1), 0, np.zeros(5, bool)
    lengths = [len(envs.game(at).history) for at in range(5)]
    for observations, rewards, terminations, truncations, infos in follow(
        envs, 250, lambda mask: np.floor(chance.random(5) * np.maximum(mask.sum(axis=1), 1)).astype(int)
    ):
        assert not truncations.any() and np.array_equal(infos["action_mask"], observations["action_mask"])
        for at in range(5):
            game, seat = envs.game(at), int(envs.seats[at])
            over, summary = bool(terminations[at]), observations["summary"][at]
            if waiting[at]:
                assert rewards[at] == 0 and not over and len(game.history) < lengths[at]
            if over and mode == AutoresetMode.SAME_STEP:
                final = infos["final_obs"][at]
                assert infos["_final_obs"][at] and final in envs.single_observation_space and not final["action_mask"].any()
            elif over:
                assert game.is_over and not observations["action_mask"][at].any() and not observations["turns"][at].any()
                best = max(score for other, score in enumerate(game.scores) if other != seat)
                assert rewards[at] == (2 * game.win_shares[seat] - 1 if reward == "win" else game.scores[seat] - best)
            if not over or mode == AutoresetMode.SAME_STEP:
                assert game.to_move == seat
                turns = game.turns(best=7)[1]
                assert np.array_equal(observations["turns"][at][: len(turns)], turns) and not observations["turns"][at][len(turns) :].any()
                assert observations["action_mask"][at].sum() == len(turns)
            assert np.array_equal(summary, game.summary(seat)) and (over or rewards[at] == 0)
            lengths[at] = len(game.history)
        ended += terminations.sum()
        waiting = terminations & (mode == AutoresetMode.NEXT_STEP)
    assert ended >= 10


def test_vector_env_repeats_games_by_seed():
    def rewards(seed):
        envs = VectorEnv(20, "knizia-gold", opponent="memory:p=0.5")
        envs.reset(seed=seed)
        return np.array([envs.step(np.zeros(20, int))[1] for _ in range(80)])

    assert np.array_equal(rewards(3), rewards(3)) and not np.array_equal(rewards(3), rewards(4))
    # Game i has seed + i.
    assert np.array_equal(rewards(3)[:, 1:], rewards(4)[:, :-1])


def test_vector_env_takes_any_seed():
    envs = VectorEnv(2, "knizia-gold", opponent="memory")
    first = envs.reset(seed=2**53 + 5)[0]["summary"]
    for seed in (5, np.int64(5), [2**60 + 5, 2**70 + 6]):
        assert (envs.reset(seed=seed)[0]["summary"] == first).all(), seed
    with pytest.raises(gymnasium.error.Error):
        envs.reset(seed=-1)


def test_vector_env_deals_the_games_of_its_seeds():
    envs = VectorEnv(2, "carcassonne", opponent="random", seat=0)
    envs.reset(seed=[7, 9])
    envs.step(np.zeros(2, int))
    for game, seed in ((envs.game(0), 7), (envs.game(1), 9)):
        record = game.record()
        assert (record["seed"], record["block"]) == (seed, 0)
        assert record["deal"] == goldrush.Game("carcassonne", seed=seed).record()["deal"]


@pytest.mark.parametrize(("rule", "lost"), [("loss", True), ("random", False)])
def test_illegal_actions_of_a_vector_env(rule, lost):
    envs = VectorEnv(3, "carcassonne", opponent="random", best=1000, illegal=rule)
    envs.reset(seed=1)
    _, rewards, terminations, _, infos = envs.step(np.array([0, 999, 0]))
    assert infos["illegal"].tolist() == [False, True, False]
    assert terminations.tolist() == [False, lost, False] and rewards.tolist() == [0, -1 if lost else 0, 0]
    envs.step(np.zeros(3, int))
    assert not envs.step(np.zeros(3, int))[2].any()


@pytest.mark.parametrize(
    ("step", "part"),
    [
        (lambda envs: envs.step(np.array([0, 999, 0])), "game 1 has 6. turns, numbered from 0, and no turn 999"),
        (lambda envs: envs.step(np.zeros(2, int)), "int64 of shape .2,. is given; 3 whole numbers are expected"),
        (lambda envs: envs.step(np.zeros(3)), "float64 of shape .3,. is given"),
        (lambda envs: envs.step(np.array([0, -1, 1000])), "actions: -1 to 1000 are given; 0 to 999 are expected"),
        (lambda envs: envs.reset(seed=[1]), "seeds: 3 are expected"),
        (lambda envs: envs.reset(options={"seat": 1}), "options: seat is given; none is expected"),
        (lambda envs: VectorEnv(3, opponent="gredy"), "did you mean greedy"),
        (lambda envs: VectorEnv(0), "num_envs: 0"),
        (lambda envs: VectorEnv(3).step(np.zeros(3, int)), "reset.. comes first"),
        (lambda envs: VectorEnv(3, autoreset_mode="Disabled"), "autoreset_mode: DISABLED"),
    ],
)
def test_bad_input_of_a_vector_env_is_reported_in_one_line_and_plays_nothing(step, part):
    envs = VectorEnv(3, "knizia-gold", opponent="random", best=1000)
    envs.reset(seed=1)
    before = [envs.game(at).history for at in range(3)]
    with pytest.raises(ValueError, match=part) as told:
        step(envs)
    assert len(str(told.value).splitlines()) == 1 and [envs.game(at).history for at in range(3)] == before
    with pytest.raises(TypeError, match="vectorization_mode"):
        VectorEnv(3, opponent=lambda game, chance: 0)
