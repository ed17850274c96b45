"""Chance and information: every draw can be looked at, and an information state reveals nothing hidden."""

import json
import random
from collections import Counter

import goldrush
import pytest

TILES = ["gold-rush", "carcassonne", "carcassonne+gold-mines"]


@pytest.mark.parametrize("name", TILES)
def test_every_outcome_can_be_played(name):
    """Probabilities are the shares of the tiles left, and no other tile changes hands."""
    game, chance = goldrush.Game(name, seed=3, players=3), random.Random(2)
    hands = [entry[9:] for entry in game.layout()["table"] if entry.startswith("in hand: ")]
    while not game.is_over:
        outcomes = dict(game.outcomes())
        table = dict(zip(game.layout()["table"], game.arrays()[1]))
        if not table["a tile is to be laid"]:
            assert not outcomes
        elif chance.random() < 0.1:
            hand = next(kind for kind in hands if table[f"in hand: {kind}"])
            left = Counter({kind: int(table[f"left: {kind}"]) for kind in hands}) + Counter([hand])
            assert hand in outcomes and abs(sum(outcomes.values()) - 1) < 1e-9
            for tile, share in outcomes.items():
                other = game.clone()
                other.play_chance(tile)
                seen = dict(zip(game.layout()["table"], other.arrays()[1]))
                assert seen[f"in hand: {tile}"] == 1 and seen[f"left: {tile}"] == left[tile] - 1
                assert share == pytest.approx(left[tile] / sum(left[kind] for kind in outcomes))
                assert other.history == game.history and other.outcomes() == game.outcomes()
                other.play(other.legal_moves()[0])
        game.play(chance.choice(game.legal_moves()))


@pytest.mark.parametrize("whole_match", [False, True])
def test_every_card_can_be_flipped(whole_match):
    """Probabilities are the shares of the cards that nobody had seen; a card that was seen before is no outcome."""
    game, chance, repeated = goldrush.Game("knizia-gold", seed=3, players=2, whole_match=whole_match), random.Random(2), 0
    assert game.outcomes() == []
    while not game.is_over:
        before, move = game.observation(), chance.choice(game.legal_moves())
        at = (int(move[1]) - 1) * 8 + ord(move[0]) - ord("a")
        game.play(move)
        outcomes = dict(game.outcomes())
        if before["grid"][at] != "??":
            assert outcomes == {}
            repeated += 1
            continue
        unseen = before["unseen"]
        assert outcomes == pytest.approx({card: count / sum(unseen.values()) for card, count in unseen.items()})
        for card in outcomes:
            other = game.clone()
            other.play_chance(card)
            assert other.history == game.history and other.outcomes() == game.outcomes()
            if other.observation()["open"]:
                assert other.observation()["grid"][at] == card
            else:
                assert other.record()["turns"][-1]["flipped"][-1] == {"at": move, "card": card}
            other.act(other.legal_actions()[0]) if not other.is_over else None
    assert repeated > 0


def test_outcomes_that_cannot_come_are_refused():
    game, cards = goldrush.Game("carcassonne", seed=3), goldrush.Game("knizia-gold", seed=3)
    with pytest.raises(ValueError, match="nothing that was hidden"):
        cards.play_chance("g4")
    cards.play("a1")
    for one, wrong in [(game, "Z"), (game.sample(), "g4"), (cards, "f2"), (cards.sample(), "A")]:
        before = one.record() if one in (game, cards) else None
        with pytest.raises(ValueError, match=f'"{wrong}" cannot come; one of'):
            one.play_chance(wrong)
        assert before is None or one.record() == before
    game.play(game.legal_moves()[0])
    with pytest.raises(ValueError, match="nothing that was hidden"):
        game.play_chance("A")


@pytest.mark.parametrize("name", [*TILES, "knizia-gold"])
def test_information_state_shows_a_seat_only_what_it_has_seen(name):
    game, chance, changed = goldrush.Game(name, players=2, seed=1), random.Random(1), 0
    while not game.is_over:
        before = game.information_state()
        for seat in range(2):
            other = game.sample(seat, seed=chance.randrange(10**9))
            assert other.information_state(seat) == game.information_state(seat)
            changed += other.information_state(1 - seat) != game.information_state(1 - seat)
        assert json.loads(before)["moves"] == game.history
        game.play(chance.choice(game.legal_moves()))
        assert game.information_state() != before
    flipped = [flip["card"] for turn in game.record()["turns"] for flip in turn.get("flipped", [])]
    assert json.loads(game.information_state())["cards"] == flipped
    # Only their owners know the values of tokens.
    assert changed > 0 or name != "gold-rush"


@pytest.mark.parametrize("name", TILES)
def test_record_of_a_chosen_draw_says_so(name):
    """The deal is not that of the seed any more, and a copy made from bytes knows it."""
    game = goldrush.Game(name, seed=3)
    assert "chosen" not in game.record()
    game.play_chance(game.outcomes()[0][0])
    for same in (game, goldrush.Game.from_bytes(game.to_bytes())):
        same.play(same.choose("random", seed=1))
        assert same.record()["chosen"] and goldrush.Game.from_bytes(same.to_bytes()).history == same.history
