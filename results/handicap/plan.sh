# Plays the matches that the list names and writes the table of README.md.
rm -f results/handicap/handicap.csv
scripts/matches.sh results/handicap/handicap.txt results/handicap/handicap.csv "$GOLDRUSH"
scripts/handicap.py
