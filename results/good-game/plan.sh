# Plays the games of this study and of results/leader, whose pictures they are.
work=$(mktemp -d)
# leads GAME PLAYERS AGENTS GAMES SUFFIX [OPTION…]: plays games of bots against themselves, and keeps the table.
leads() {
  rm -rf "$work/run"
  "$GOLDRUSH" ask leads --game "$1" --players "$2" --agents "$3" --games "$4" --seed 2611 --out "$work/run" "${@:6}"
  cp "$work/run/leads.csv" "results/good-game/$1-$2$5.csv"
}
for players in 2 3 4 5; do
  leads gold-rush $players level3,level6,greedy,heuristic 20000 ""
  cp "$work/run/figures/leads.svg" "results/leader/gold-rush-$players.svg"
  leads gold-rush $players heuristic 20000 -rival --tiles gold_rush_alt
done
for players in 2 4; do
  for game in carcassonne carcassonne+gold-mines; do
    leads $game $players level3,level6,greedy,heuristic 10000 ""
    cp "$work/run/figures/leads.svg" "results/leader/$game-$players.svg"
  done
  leads knizia-gold $players memory:p=0.5,memory:p=0.9,memory:p=1,perfect 20000 ""
  cp "$work/run/figures/leads.svg" "results/leader/knizia-gold-$players.svg"
done
leads gold-rush 2 rollout:playouts=40 2000 -search
leads gold-rush 4 rollout:playouts=40 1000 -search
leads carcassonne 2 rollout:playouts=40 1000 -search
leads gold-rush 2 level1,level2,level3,level4,level5,level6,level7,level8,heuristic 20000 -levels
cp "$work/run/figures/points.svg" results/good-game/points.svg
leads gold-rush 2 level11 500 -level11
leads gold-rush 2 best 100 -best
rm -r "$work"
