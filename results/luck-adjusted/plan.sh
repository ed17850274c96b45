# Prints the tables of README.md: what removing luck is worth, then whether the intervals hold.
scripts/check_luck.py --worth --deals 300
scripts/check_luck.py
