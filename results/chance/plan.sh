# Fits and tests the chances of winning of every game and number of players.
scripts/value.sh "$GOLDRUSH"
