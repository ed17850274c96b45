# Plays both reconstructions with equal bots, and again on other deals with the points at the start that make the seats even.
work=$(mktemp -d)
for tiles in gold_rush gold_rush_alt; do
  "$GOLDRUSH" ask first-seat --players 2,3,4,5 --agents greedy,heuristic --games 100000 --seed 2206 --tiles $tiles --no-adapt --out "$work/$tiles"
  for run in "$work/$tiles"*; do scripts/summaries.py "$run" "results/first-seat/$(basename "$run")"; done
  "$GOLDRUSH" report "$work/$tiles"
  if [ $tiles = gold_rush ]; then cp "$work/$tiles/figures/answer-1-games.svg" results/first-seat/gold_rush/figures; fi
  rm -r "$work/$tiles"*
done
rmdir "$work"
scripts/tables.py
