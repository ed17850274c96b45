# Plays both reconstructions with equal bots, and again on other deals with the points at the start that make the seats even.
work=$(mktemp -d)
for tiles in gold_rush gold_rush_alt; do
  "$GOLDRUSH" ask first-seat --players 2,3,4,5 --agents greedy,heuristic --games 100000 --seed 2206 --tiles $tiles --no-adapt --out "$work/$tiles"
  for run in "$work/$tiles"*; do scripts/summaries.py "$run" "results/first-seat/$(basename "$run")"; done
  "$GOLDRUSH" report "$work/$tiles"
  if [ $tiles = gold_rush ]; then cp "$work/$tiles/figures/answer-1-games.svg" results/first-seat/gold_rush/figures; fi
  rm -r "$work/$tiles"*
done
# With these points some seats still win more than others: again, with what the confirmation asks for besides (for five players twice).
again() {
  "$GOLDRUSH" ask first-seat --tiles "$1" --players "$2" --rule komi="$3" --seed "$4" --agents greedy,heuristic --games 100000 --no-adapt \
    --out "$work/again"
  scripts/summaries.py "$work/again" "results/first-seat/$1-komi-$2p"
  rm -r "$work/again"
}
again gold_rush 5 0/7/6/5/4 4206
again gold_rush_alt 3 0/0/4 3206
again gold_rush_alt 4 2/1/0/6 3206
again gold_rush_alt 5 0/7/6/5/3 3206
rmdir "$work"
scripts/tables.py
