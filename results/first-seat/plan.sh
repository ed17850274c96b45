# Plays both reconstructions with equal bots, and again on other deals with the points at the start that make the seats even.
work=$(mktemp -d)
for tiles in gold_rush gold_rush_alt; do
  "$GOLDRUSH" ask first-seat --players 2,3,4,5 --agents greedy,heuristic --games 100000 --seed 2206 --tiles $tiles --no-adapt --out "$work/$tiles"
  for run in "$work/$tiles"*; do scripts/summaries.py "$run" "results/first-seat/$(basename "$run")"; done
  rm -r "$work/$tiles"*
done
rmdir "$work"
scripts/tables.py
