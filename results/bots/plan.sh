# Plays the matches that the lists name and writes the tables of README.md and ai/data/measured.csv.
for list in ladder depth ablation joins; do
  rm -f "results/bots/$list.csv"
  scripts/matches.sh "results/bots/$list.txt" "results/bots/$list.csv" "$GOLDRUSH"
done
scripts/endings.sh results/bots/endings.csv "$GOLDRUSH"
rm -f results/bots/levels.csv
scripts/levels.sh results/bots/levels.csv
scripts/ladder.py
