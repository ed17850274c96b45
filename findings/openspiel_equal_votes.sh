#!/usr/bin/env bash
# open_spiel 2.0.2 (PyPI): equal bots get different scores, by the order of their names.
# Guess: three bots that beat each other in a circle, and two that beat each other once, get equal scores from any method of voting.
# Seen: Schulze gives the circle 4, 2 and 0, Kemeny-Young 3, 2 and 0, ranked pairs 2, 1 and 0; named in another order, another bot is
#   ahead. Two bots with one vote each get 1 and 0 from Schulze and Kemeny-Young. Only Copeland's and Borda's scores are equal.
# A user of goldrush who ranks the bots of a tournament by these methods (voting as evaluation) gets an order where there is none, and no
#   sign of it. `goldrush tournament` warns of a circle.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile open_spiel==2.0.2 numpy==2.4.6
cd "$folder"

venv/bin/python - << 'END'
from open_spiel.python.voting import base, borda, copeland, kemeny_young, ranked_pairs, schulze

def scores(method, votes, names):
    profile = base.PreferenceProfile(votes=[base.WeightedVote(1, vote) for vote in votes], alternatives=names)
    outcome = method().run_election(profile)
    return {name: float(score) for name, score in zip(outcome.ranking, outcome.scores)}

circle = [["a", "b", "c"], ["b", "c", "a"], ["c", "a", "b"]]
pair = [["a", "b"], ["b", "a"]]
expected = {
    schulze.SchulzeVoting: ([4, 2, 0], [1, 0]),
    kemeny_young.KemenyYoungVoting: ([3, 2, 0], [1, 0]),
    ranked_pairs.RankedPairsVoting: ([2, 1, 0], [0, 0]),
    copeland.CopelandVoting: ([1, 1, 1], [0.5, 0.5]),
    borda.BordaVoting: ([3, 3, 3], [1, 1]),
}
for method, (of_circle, of_pair) in expected.items():
    first, turned = scores(method, circle, ["a", "b", "c"]), scores(method, circle, ["c", "b", "a"])
    two = scores(method, pair, ["b", "a"])
    print(f"{method.__name__}: circle {first}, named in another order {turned}, two {two}")
    assert list(first.values()) == of_circle and list(two.values()) == of_pair
    assert (list(first)[0] != list(turned)[0]) or of_circle in ([1, 1, 1], [3, 3, 3])
END
