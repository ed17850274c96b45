# Plays each game between equal bots, and keeps the means of what is measured, and when points are scored.
work=$(mktemp -d)
# measure GAME BOT PLAYERS GAMES [TILES]
measure() {
  rm -rf "$work/run"
  "$GOLDRUSH" balance --game "$1" --agents "$2" --players "$3" --games "$4" --factor seat=0,1 --seed 4207 ${5:+--tiles "$5"} --out "$work/run" \
    --about lead-changes,decided,drama,leader,decisions,choices,near-equal,interaction,luck,draw-size
  scripts/quality.py "$1" "$2" "$3" "${5:-printed}" "$work/run/games.csv"
}
rm -f results/quality/measures.csv
for players in 2 3 4 5; do
  measure gold-rush heuristic $players 10000
  measure carcassonne heuristic $players 10000
  measure carcassonne+gold-mines heuristic $players 10000
  measure knizia-gold perfect $players 10000
done
for players in 2 4; do
  measure gold-rush heuristic $players 10000 gold_rush_alt
  measure gold-rush greedy $players 10000
  measure gold-rush rollout:playouts=40 $players 2000
  measure carcassonne rollout:playouts=40 $players 2000
  measure knizia-gold memory:p=0.9 $players 10000
done
for players in 2 4; do
  for game in gold-rush:heuristic carcassonne:heuristic carcassonne+gold-mines:heuristic knizia-gold:perfect; do
    "$GOLDRUSH" ask points --game "${game%:*}" --players $players --agents "${game#*:}" --games 4000 --seed 4208 --out "$work/points"
    cp "$work/points/points.csv" "results/quality/points-${game%:*}-$players.csv"
    if [ $players = 2 ]; then cp "$work/points/figures/points.svg" "results/quality/points-${game%:*}.svg"; fi
    rm -r "$work/points"
  done
done
rm -r "$work"
