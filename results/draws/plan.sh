# Ranks the draws of every game, and those of the second reconstruction.
work=$(mktemp -d)
for game in gold-rush carcassonne carcassonne+gold-mines knizia-gold; do
  "$GOLDRUSH" ask tiles --game "$game" --games 4000 --seed 2601 --out "$work/$game"
  cp "$work/$game/tiles.csv" "results/draws/$game.csv"
  cp "$work/$game/figures/tiles.svg" "results/draws/$game.svg"
done
"$GOLDRUSH" ask tiles --tiles gold_rush_alt --games 4000 --seed 2601 --out "$work/alt"
cp "$work/alt/tiles.csv" results/draws/gold_rush_alt.csv
rm -r "$work"
