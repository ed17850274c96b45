# Plays the matches that the lists name and writes those of ai/data/measured.csv into it.
for list in ladder depth ablation joins; do
  rm -f "results/bots/$list.csv"
  scripts/matches.sh "results/bots/$list.txt" "results/bots/$list.csv" "$GOLDRUSH"
done
scripts/endings.sh results/bots/endings.csv results/bots/endings-deep.csv "$GOLDRUSH"
rm -f results/bots/levels.csv
scripts/levels.sh results/bots/levels.csv
scripts/measure.py --strength
