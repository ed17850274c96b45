# Ranks the draws of every game, and those of the second reconstruction.
work=$(mktemp -d)
for game in gold-rush carcassonne carcassonne+gold-mines knizia-gold; do
  "$GOLDRUSH" ask draws --game "$game" --games 4000 --seed 2601 --out "$work"
  for kind in csv svg; do cp "$work/draws.$kind" "results/draws/$game.$kind"; done
done
"$GOLDRUSH" ask draws --tiles gold_rush_alt --games 4000 --seed 2601 --out "$work"
cp "$work/draws.csv" results/draws/gold_rush_alt.csv
rm -r "$work"
