# Ranks the draws of every game, and those of the second reconstruction.
for game in gold-rush carcassonne carcassonne+gold-mines knizia-gold; do
  "$GOLDRUSH" draws --game "$game" --games 4000 --seed 2601 --csv "results/draws/$game.csv" --svg "results/draws/$game.svg"
done
"$GOLDRUSH" draws --tiles gold_rush_alt --games 4000 --seed 2601 --csv results/draws/gold_rush_alt.csv
