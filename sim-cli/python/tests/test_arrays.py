"""Arrays: their entries are named, reveal nothing hidden, and have room for all games."""

import random

import goldrush
import numpy as np
import pytest

GAMES = ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"]
AGENTS = {
    "knizia-gold": ["random", "memory", "perfect", "level3"],
    None: ["random", "greedy", "heuristic", "level2", "level8", "rollout:playouts=8"],
}


@pytest.mark.parametrize("name", GAMES)
def test_every_entry_has_a_name(name):
    game = goldrush.Game(name, players=3)
    layout, (board, table) = game.layout(), game.arrays()
    assert board.shape == (len(layout["planes"]), layout["side"], layout["side"]) and board.dtype == np.uint8
    assert table.shape == (len(layout["table"]),) and game.features().shape == (len(layout["features"]),)
    for names in (layout["draws"], layout["planes"], layout["table"], layout["features"]):
        assert len(set(names)) == len(names)
    first = 0
    for _, start, size, _ in layout["actions"]:
        assert start == first
        first += size
    assert first == layout["action_count"]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", GAMES)
def test_arrays_show_a_seat_only_what_it_may_know(name, players):
    """Another game that agrees with everything a seat knows looks the same to it."""
    chance, changed = random.Random(1), 0
    for seed in range(3):
        game = goldrush.Game(name, players=players, seed=seed)
        while not game.is_over:
            for seat in range(players):
                other = game.sample(seat, seed=chance.randrange(10**9))
                for shown, same in zip(game.arrays(seat), other.arrays(seat)):
                    assert np.array_equal(shown, same)
                assert np.array_equal(game.features(seat), other.features(seat))
                changed += any(not np.array_equal(game.arrays(at)[1], other.arrays(at)[1]) for at in range(players))
            game.play(chance.choice(game.legal_moves()))
    # Only their owners know the values of tokens; if no view ever changed, this test could not fail.
    assert changed > 0 or name != "gold-rush"


def after(game, actions):
    for action in actions:
        if action >= 0:
            game.act(int(action))
    return game


def expected_features(game, actions):
    """The features after a turn, averaged over what it may bring to light."""
    seat, reached, features = game.to_move, after(game.clone(), actions), np.zeros(len(game.layout()["features"]))
    outcomes = reached.outcomes() if game.name == "knizia-gold" else []
    for card, share in outcomes:
        reached.play_chance(card)
        features += share * reached.features(seat)
    if outcomes:
        return features, 1e-4
    held = [len(one.observation(seat).get("own_tokens", [])) for one in (game, reached)]
    if held[0] == held[1]:
        return reached.features(seat), 1e-4
    return np.mean([after(game.sample(seat, seed=seed), actions).features(seat) for seed in range(400)], axis=0), 0.4


@pytest.mark.parametrize("name", GAMES)
def test_turn_features_are_those_expected_of_the_position_reached(name):
    chance, game, uncertain = random.Random(3), goldrush.Game(name, seed=6), 0
    while not game.is_over:
        actions, features = game.turns()
        at = chance.randrange(len(actions))
        expected, tolerance = expected_features(game, actions[at])
        assert np.allclose(expected, features[at], atol=tolerance)
        uncertain += tolerance > 0.1
        game.act(int(actions[at][0]))
    assert uncertain > 0 or name != "gold-rush"


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("name", [name for name in GAMES if name != "knizia-gold"])
def test_features_of_all_turns_are_those_of_playing_them(name, players):
    """Turns are listed by what they change, and not played: both must agree, also where tiles complete features."""
    chance, game, compared = random.Random(5), goldrush.Game(name, players=players, seed=3), 0
    while not game.is_over:
        seat, tokens = game.to_move, [held["tokens"] for held in game.observation()["seats"]] if name == "gold-rush" else None
        actions, features = game.turns()
        assert len({tuple(turn) for turn in actions.tolist()}) == len(actions)
        for turn, row in zip(actions.tolist(), features):
            reached = after(game.clone(), turn)
            told = reached.features(seat)
            # A tile that fits nowhere leaves one tile fewer; tokens count with their mean until they are seen.
            is_equal = told[1] == row[1] and (tokens is None or [held["tokens"] for held in reached.observation(seat)["seats"]] == tokens)
            if is_equal:
                compared += 1
                assert np.array_equal(told, row), (turn, np.flatnonzero(told != row))
        best = game.choose(chance.choice(["greedy", "heuristic", "random"]), seed=1)
        game.play(best)
        while game.to_move == seat and not game.is_over:
            game.play(game.choose("greedy", seed=1))
    assert compared > 1000


@pytest.mark.parametrize("name", GAMES)
def test_all_games_of_all_agents_fit_the_window(name):
    for seed, agent in enumerate(AGENTS.get(name, AGENTS[None])):
        for deal in range(2 if "playouts" in agent else 6):
            game = goldrush.Game(name, seed=100 * seed + deal, players=2 + deal % 4)
            while not game.is_over:
                assert max(game.legal_actions()) < game.layout()["action_count"]
                game.play(game.choose(agent, seed=deal))
    batch = goldrush.Batch(512, name, seed=9)
    over = 0
    while over < 1500:
        over += batch.step(batch.random_actions())[1].sum()


def test_moves_outside_the_window_are_numbered_last():
    chance, outside = random.Random(1), 0
    game, same = goldrush.Game("carcassonne", window=9, seed=2), goldrush.Game("carcassonne", seed=2)
    while not game.is_over:
        count, actions, moves = game.layout()["action_count"], game.legal_actions(), game.legal_moves()
        assert len(set(actions)) == len(moves)
        numbered = [action for action in actions if action < count]
        assert all(action == count + at for at, action in enumerate(actions) if action >= count)
        assert np.flatnonzero(game.mask()).tolist() == sorted(numbered) and len(game.mask()) == count
        turns, _ = game.turns()
        assert set(actions) == set(turns[:, 0].tolist())
        at = chance.randrange(len(moves))
        outside += actions[at] >= count
        game.act(actions[at])
        same.play(moves[at])
    assert outside > 0 and game.history == same.history and game.scores == same.scores


@pytest.mark.parametrize("name", ["gold-rush", "carcassonne", "carcassonne+gold-mines"])
def test_games_that_leave_the_window_are_truncated(name):
    """The other games continue, and every mask has all legal moves of its game."""
    batch, game = goldrush.Batch(64, name, window=9, seed=3), goldrush.Game(name, window=9, seed=3)
    ends = []
    for _ in range(400):
        actions = batch.random_actions()
        if not ends:
            game.act(int(actions[0]))
        rewards, done, scores, wins = batch.step(actions)
        truncated = batch.truncated
        assert not (truncated & ~done).any() and not rewards[truncated].any() and not wins[truncated].any()
        assert np.allclose(wins[done & ~truncated].sum(axis=1), 1) and batch.mask.any(axis=1).all()
        if not ends:
            legal = game.legal_actions()
            left = bool(legal) and max(legal) >= game.layout()["action_count"]
            assert truncated[0] == left and done[0] == (left or game.is_over)
            if done[0]:
                assert scores[0].tolist() == game.scores
            else:
                assert np.array_equal(batch.mask[0], game.mask())
        ends += truncated[done].tolist()
    assert sum(ends) > 100


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", GAMES)
def test_batch_plays_the_same_as_single_games(name, players):
    """Game 0 is the game with the same seed: masks, seats, observations and results are equal at every step."""
    batch, game = goldrush.Batch(3, name, players=players, seed=7), goldrush.Game(name, players=players, seed=7)
    while not game.is_over:
        assert batch.to_move[0] == game.to_move
        assert np.flatnonzero(batch.mask[0]).tolist() == sorted(game.legal_actions())
        starts, legal = batch.legal_actions()
        assert legal[: starts[1]].tolist() == game.legal_actions()
        board, table = batch.observe()
        assert np.array_equal(board[0], game.arrays()[0]) and np.array_equal(table[0], game.arrays()[1])
        actions = batch.random_actions()
        game.act(int(actions[0]))
        rewards, done, scores, wins = batch.step(actions)
        assert done[0] == game.is_over and (done[0] or not rewards[0].any())
    assert scores[0].tolist() == game.scores and np.allclose(wins[0], game.win_shares)
    best_other = [max(score for at, score in enumerate(game.scores) if at != seat) for seat in range(players)]
    assert rewards[0].tolist() == [own - other for own, other in zip(game.scores, best_other)]


def test_same_seed_gives_the_same_results():
    def results(seed):
        batch = goldrush.Batch(200, "gold-rush", seed=seed)
        return np.concatenate([batch.step(batch.random_actions())[2] for _ in range(300)])

    assert np.array_equal(results(1), results(1)) and not np.array_equal(results(1), results(2))


def test_illegal_action_changes_nothing():
    batch = goldrush.Batch(4, "carcassonne")
    before, actions = batch.mask.copy(), batch.random_actions()
    actions[2] = -1
    with pytest.raises(ValueError, match="game 2: action -1 is not legal"):
        batch.step(actions)
    assert np.array_equal(batch.mask, before)


@pytest.mark.parametrize("name", GAMES)
def test_turn_is_played_in_all_games_or_none(name):
    """An illegal last action of a turn is found before any game moves."""
    batch, other = goldrush.Batch(40, name, seed=5), goldrush.Batch(40, name, seed=5)
    for _ in range(30):
        starts, actions, _ = batch.turns()
        turns = actions[starts[:-1]]
        wrong, last = turns.copy(), np.flatnonzero(turns[17] >= 0)[-1]
        wrong[17, last] = 10**6
        before = [batch.mask.copy(), batch.to_move, *batch.observe()]
        with pytest.raises(ValueError, match="game 17: action 1000000 is not legal"):
            batch.step(wrong)
        for then, now in zip(before, [batch.mask, batch.to_move, *batch.observe()]):
            assert np.array_equal(then, now)
        other.turns()
        for mine, theirs in zip(batch.step(turns), other.step(turns)):
            assert np.array_equal(mine, theirs)


@pytest.mark.parametrize("name", GAMES)
def test_observe_writes_the_same_into_given_arrays(name):
    """Only what the last call wrote is cleared, so any array that was not its last is cleared as a whole."""
    batch = goldrush.Batch(20, name, players=3, seed=2)
    mine, other = batch.observe(), [np.full_like(array, 7) for array in batch.observe()]
    for step in range(150):
        given = other if step % 7 == 3 else mine
        told = batch.observe(out=(given[0], given[1]))
        assert told[0] is given[0] and told[1] is given[1]
        for wanted, array in zip(batch.observe(), given):
            assert np.array_equal(wanted, array)
        batch.step(batch.random_actions())


def test_observe_refuses_arrays_it_cannot_fill():
    batch = goldrush.Batch(4, "carcassonne")
    board, table = batch.observe()
    read_only = table.copy()
    read_only.setflags(write=False)
    for wrong, error, part in [
        ((board.astype(np.float32), table), TypeError, "uint8 array"),
        ((board, None), TypeError, "NoneType is given"),
        ((board[:3], table), ValueError, r"\[4, 49, 41, 41\] is expected; shape \[3, "),
        ((board, table[:, ::-1]), ValueError, "not contiguous"),
        ((board, read_only), ValueError, "read-only"),
        ((table, board), TypeError, "uint8 array"),
    ]:
        with pytest.raises(error, match=part) as told:
            batch.observe(out=wrong)
        assert len(str(told.value).splitlines()) == 1
    with pytest.raises(ValueError, match="out: "):
        batch.summary(out=np.zeros((4, 3), np.float32))
    assert np.array_equal(batch.observe(out=(board, table))[0], batch.observe()[0])


@pytest.mark.parametrize("name", GAMES)
def test_summary_is_the_table_and_the_features(name):
    batch, game = goldrush.Batch(3, name, players=3, seed=7), goldrush.Game(name, players=3, seed=7)
    summary = batch.summary()
    while not game.is_over:
        assert batch.summary(out=summary) is summary and np.array_equal(summary, batch.summary())
        assert np.array_equal(summary[0], game.summary())
        for seat in range(3):
            assert np.array_equal(game.summary(seat), np.concatenate([game.arrays(seat)[1], game.features(seat)]))
        actions = batch.random_actions()
        game.act(int(actions[0]))
        batch.step(actions)


def lead(names, features):
    """Points of the seat minus the mean of the others if the game ended, from the names of the features."""
    now = [name.endswith((": points", ": gold")) or "if the game ended now" in name and "times" not in name for name in names]
    sign = [name.startswith("the seat") * 1 - name.startswith("others") for name in names]
    return features @ (np.array(now) * sign)


@pytest.mark.parametrize("name", GAMES)
def test_best_turns_have_the_highest_lead(name):
    game, batch, chance = goldrush.Game(name, players=3, seed=4), goldrush.Batch(9, name, seed=4), random.Random(1)
    names, sorted_anew = game.layout()["features"], 0
    while not game.is_over:
        actions, features = game.turns()
        order = np.argsort(-lead(names, features), kind="stable")
        best, told = game.turns(best=10)
        assert np.allclose(lead(names, told), lead(names, features)[order[:10]], atol=1e-4) and len(best) == min(10, len(actions))
        assert {tuple(turn) for turn in best.tolist()} <= {tuple(turn) for turn in actions.tolist()}
        sorted_anew += order[0] != 0
        game.act(int(chance.choice(best)[0]))
    assert sorted_anew > 0
    starts, actions, features = batch.turns(best=3)
    assert np.diff(starts).max() == 3 and len(actions) == len(features) == starts[-1]
    batch.step(actions[starts[1:] - 1])
