# Plays the matches that the lists name.
for list in handicap rival; do
  rm -f "results/handicap/$list.csv"
  scripts/matches.sh "results/handicap/$list.txt" "results/handicap/$list.csv" "$GOLDRUSH"
done
