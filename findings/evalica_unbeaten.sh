#!/usr/bin/env bash
# evalica 0.4.2 (PyPI): one player who never loses makes all Bradley-Terry scores equal.
# Guess: for an unbeaten player an error is raised, or the score is infinite or very large; the others are rated as usual.
# Seen: everybody, the unbeaten player too, gets the score 0.000001, so that each has even chances against each. It is the same with both
#   solvers. Nothing is raised and nothing warns. As soon as the player loses once, the scores are as expected.
# A user of goldrush meets this with results of a tournament in which the strongest bot won all its games, or the weakest none;
#   goldrush itself prints a bound for such a bot and rates the others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile evalica==0.4.2
cd "$folder"

venv/bin/python - << 'END'
import evalica

others = ["bc"] * 3 + ["cb"]    # the first of the two wins
def scores(games, **options):
    winners, losers = zip(*games)
    result = evalica.bradley_terry(winners, losers, [evalica.Winner.X] * len(games), **options)
    return {name: round(float(score), 6) for name, score in sorted(result.scores.items())}

unbeaten = ["ab", "ac"] * 5 + others
for solver in "pyo3", "naive":
    print(f"a never loses ({solver}):", scores(unbeaten, solver=solver))
    assert scores(unbeaten, solver=solver) == {"a": 1e-6, "b": 1e-6, "c": 1e-6}
once = scores(unbeaten + ["ba"])
print("a loses once:", once)
assert once["a"] > 3 * once["b"] and once["b"] > once["c"] > 0.01
END
