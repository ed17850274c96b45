"""Games, batches and environments as bytes: what is read is equal, and continues in the same way."""

import copy
import pickle
import random

import goldrush
import numpy as np
import pytest

GAMES = ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"]
WAYS = {
    "bytes": lambda value: type(value).from_bytes(value.to_bytes()),
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def play(game, moves, seed=1):
    chance = random.Random(seed)
    for _ in range(moves):
        if game.is_over:
            break
        game.act(chance.choice(game.legal_actions()))
    return game


def everything(game):
    seats = range(game.players)
    shown = [game.observation(seat) for seat in seats], [game.scene(seat) for seat in seats], game.scene()
    return game.history, game.scores, game.window, game.legal_actions(), repr(game), shown, game.turns()[1].tolist()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", GAMES)
def test_game_is_the_same_after_a_round_trip(name, way):
    for moves in (0, 31, 10_000):
        game = play(goldrush.Game(name, players=3, seed=8, window=31), moves)
        again = WAYS[way](game)
        assert everything(again) == everything(game) and again.record() == game.record()
        assert everything(play(again, 9)) == everything(play(game, 9))


@pytest.mark.parametrize("name", GAMES)
def test_sampled_game_is_the_same_after_a_round_trip(name):
    game = play(goldrush.Game(name, players=2, seed=3), 12)
    sampled = play(play(game.sample(1, seed=5), 7).sample(0, seed=6), 5)
    again = pickle.loads(pickle.dumps(sampled))
    assert everything(again) == everything(sampled)
    assert everything(play(again, 10_000)) == everything(play(sampled, 10_000))
    with pytest.raises(ValueError, match="no deal"):
        again.record()


@pytest.mark.parametrize("sampled", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_game_with_other_draws_is_the_same_after_a_round_trip(name, sampled, tmp_path):
    """The record and the bytes have the deal that the draws make, in a sampled game as well."""
    chance, drawn = random.Random(4), 0
    game = play(goldrush.Game(name, players=3, seed=3), 12)
    game = game.sample(1, seed=5) if sampled else game
    for moves in (30, 10_000):
        for _ in range(moves):
            outcomes = game.outcomes()
            if outcomes and chance.random() < 0.5:
                game.play_chance(chance.choice(outcomes)[0])
                drawn += 1
            if game.is_over:
                break
            game.act(chance.choice(game.legal_actions()))
        again = [pickle.loads(pickle.dumps(game))]
        if not sampled:
            game.save(tmp_path / "game.jsonl")
            again.append(goldrush.Game.load(tmp_path / "game.jsonl"))
            assert again[0].record() == again[1].record() == game.record()
        for other in again:
            assert everything(other) == everything(game) and other.outcomes() == game.outcomes()
            for tile, _ in game.outcomes()[-1:]:
                one, same = game.clone(), other.clone()
                one.play_chance(tile)
                same.play_chance(tile)
                assert everything(one) == everything(same)
            assert everything(play(other, 10_000)) == everything(play(game.clone(), 10_000))
    assert drawn > 9 and game.is_over


@pytest.mark.parametrize("options", [{"farmers": False, "tents": 3}, {"tiles": "gold_rush_alt"}, {"tiles_left_out": 9}])
def test_options_survive_a_round_trip(options):
    game = play(goldrush.Game("gold-rush", seed=2, **options), 40)
    assert everything(pickle.loads(pickle.dumps(game))) == everything(game)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", GAMES)
def test_batch_continues_in_the_same_way(name, way):
    batch = goldrush.Batch(50, name, players=3, seed=5, window=11)
    ends, truncated = 0, False
    for step in range(240):
        if step % 80 == 79 or batch.truncated.any() and not truncated:
            truncated |= batch.truncated.any()
            again = WAYS[way](batch)
            for _ in range(60):
                actions = batch.random_actions()
                assert np.array_equal(again.random_actions(), actions)
                assert np.array_equal(again.mask, batch.mask) and np.array_equal(again.truncated, batch.truncated)
                for one, other in zip(batch.turns(best=4), again.turns(best=4)):
                    assert np.array_equal(one, other)
                for one, other in zip(batch.step(actions), again.step(actions)):
                    assert np.array_equal(one, other)
        ends += batch.step(batch.random_actions())[1].sum()
    assert ends > 50 and (truncated or name == "knizia-gold")


def test_damaged_bytes_are_refused_in_one_line():
    game, batch = play(goldrush.Game("carcassonne", seed=1), 30), goldrush.Batch(3, "carcassonne")
    batch.step(batch.random_actions())
    dealt, sampled, games = game.to_bytes(), game.sample().to_bytes(), batch.to_bytes()
    for make, data, old, new, part in [
        (goldrush.Game, dealt, dealt, b"", "EOF"),
        (goldrush.Game, dealt, dealt, b"\xff\x00", "expected"),
        (goldrush.Game, games, b"", b"", "missing field"),
        (goldrush.Game, dealt, b'"rotation":0', b'"rotation":90', "not by the rules"),
        (goldrush.Game, dealt, b'"window":41', b'"window":40', "window"),
        (goldrush.Game, dealt, b'"game":"carcassonne"', b'"game":"chess"', "chess"),
        (goldrush.Game, sampled, b'"place', b'"plaice', "no legal move"),
        (goldrush.Game, sampled, b'"moves":[', b'"moves":["pass",', "no legal move"),
        (goldrush.Game, sampled, b'"players":2', b'"players":9', "players"),
        (goldrush.Game, sampled, b'"start":"', b'"start":"nonsense ', "start: line 1"),
        (goldrush.Batch, dealt, b"", b"", "missing field"),
        (goldrush.Batch, games, b'"moves":[', b'"moves":[999,', "not legal"),
        (goldrush.Batch, games, b'"window":41', b'"window":7', "window"),
        (goldrush.Batch, games, games[games.index(b'"games":[') :], b'"games":[]}', "n: 0"),
    ]:
        assert old in data
        with pytest.raises(ValueError, match=part) as told:
            make.from_bytes(data.replace(old, new, 1))
        assert len(str(told.value).splitlines()) == 1
    with pytest.raises(TypeError):
        goldrush.Game.from_bytes("text")
