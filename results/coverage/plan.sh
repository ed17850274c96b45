# Checks intervals against true results.
scripts/coverage.py grid
scripts/coverage.py pairs --goldrush "$GOLDRUSH"
scripts/coverage.py stop --seeds 60 --goldrush "$GOLDRUSH"
scripts/coverage.py power --seeds 10 --goldrush "$GOLDRUSH"
