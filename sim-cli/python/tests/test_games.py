"""Single games: every game is played through the same calls."""

import copy
import json
import random
import xml.dom.minidom

import goldrush
import pytest

GAMES = ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"]


def played(game, moves, seed=1):
    chance = random.Random(seed)
    for _ in range(moves):
        if game.is_over:
            break
        game.play(chance.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", GAMES)
def test_game_can_be_played_to_its_end(name, players):
    game = played(goldrush.Game(name, players=players, seed=players), 10_000)
    assert game.is_over and game.to_move is None and game.legal_moves() == [] == game.legal_actions()
    assert len(game.scores) == players and abs(sum(game.win_shares) - 1) < 1e-9
    assert game.name == name and not game.mask().any()


@pytest.mark.parametrize("name", GAMES)
def test_copies_are_independent(name):
    game = played(goldrush.Game(name, seed=3), 9)
    before, copies = game.observation(0), [game.clone(), copy.copy(game), copy.deepcopy(game)]
    for other in copies:
        played(other, 5)
    assert game.observation(0) == before and all(len(other.history) == 14 for other in copies)


@pytest.mark.parametrize("name", GAMES)
def test_numbers_and_texts_are_the_same_moves(name):
    by_text, by_number = goldrush.Game(name, seed=5), goldrush.Game(name, seed=5)
    chance = random.Random(2)
    while not by_text.is_over:
        at = chance.randrange(len(by_text.legal_moves()))
        actions = by_number.legal_actions()
        assert len(set(actions)) == len(actions) == len(by_text.legal_moves())
        by_text.play(by_text.legal_moves()[at])
        by_number.act(actions[at])
    assert by_text.history == by_number.history and by_text.scores == by_number.scores


@pytest.mark.parametrize("moves", [0, 30, 31, 10_000])
@pytest.mark.parametrize("name", GAMES)
def test_saved_game_loads_unchanged(name, moves, tmp_path):
    game = played(goldrush.Game(name, players=3, seed=8), moves)
    game.save(tmp_path / "game.jsonl")
    again = goldrush.Game.load(tmp_path / "game.jsonl")
    assert again.history == game.history and again.scores == game.scores
    seats = range(3)
    assert [again.observation(seat) for seat in seats] == [game.observation(seat) for seat in seats]


@pytest.mark.parametrize("name", GAMES)
def test_sample_agrees_with_what_a_seat_knows(name):
    game = played(goldrush.Game(name, players=2, seed=4), 20)
    samples = [game.sample(1, seed=seed) for seed in range(5)]
    assert all(sample.observation(1) == game.observation(1) for sample in samples)
    ends = {tuple(played(sample, 10_000).history) for sample in samples}
    assert len(ends) > 1, "what is hidden is always the same"
    with pytest.raises(ValueError, match="no deal"):
        samples[0].save("nowhere")


@pytest.mark.parametrize("name", GAMES)
def test_agents_suggest_legal_moves(name):
    game = played(goldrush.Game(name, seed=4), 20)
    assert game.choose("greedy" if name != "knizia-gold" else "perfect", seed=1) in game.legal_moves()
    best = game.best_moves(3, worlds=20)
    assert 1 <= len(best) <= 3 and best[0]["turn"][0] in game.legal_moves()
    assert 0 <= best[0]["win_share"]["mean"] <= 1


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_shown(name):
    game = played(goldrush.Game(name, seed=4), 20)
    xml.dom.minidom.parseString(game.svg())
    assert game._repr_svg_() == game.svg()
    json.dumps([game.scene(), game.scene(0), game.record()])
    assert name in repr(game)


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (lambda: goldrush.Game("gold-rash"), "did you mean gold-rush"),
        (lambda: goldrush.Game("gold-rush", players=6), "players"),
        (lambda: goldrush.Game("gold-rush", tants=2), "tants"),
        (lambda: goldrush.Game("gold-rush", tents=9), "tents"),
        (lambda: goldrush.Game("gold-rush", window=40), "window"),
        (lambda: goldrush.Game().play("place 9,9 0"), "not legal"),
        (lambda: goldrush.Game().act(1), "not legal"),
        (lambda: goldrush.Game().choose("gredy"), "did you mean greedy"),
        (lambda: goldrush.Batch(0), "n: 0"),
        (lambda: goldrush.env("gold-rush", reward="fame"), "reward"),
    ],
)
def test_bad_input_is_reported_in_one_line(make, part):
    with pytest.raises(ValueError, match=part) as told:
        make()
    assert len(str(told.value).splitlines()) == 1


def test_options_change_the_rules():
    assert goldrush.Game("gold-rush", farmers=False).record()["rules"]["farmers"] is False
    assert goldrush.Game("gold-rush", tents=2).observation()["seats"][0]["tent_supply"] == 2


def test_damaged_record_is_refused(tmp_path):
    file = tmp_path / "game.jsonl"
    played(goldrush.Game("carcassonne", seed=1), 40).save(file)
    file.write_text(file.read_text().replace('"rotation":0', '"rotation":90'))
    with pytest.raises(ValueError, match="game 0"):
        goldrush.Game.load(file)
