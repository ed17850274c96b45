# Plays the games of this study and of results/leader, whose pictures it draws.
course() {
  "$GOLDRUSH" course --game "$1" --players "$2" --agents "$3" --games "$4" --seed 2611 --csv "results/good-game/$1-$2$5.csv" "${@:6}"
}
for players in 2 3 4 5; do
  course gold-rush $players level3,level6,greedy,heuristic 20000 "" --svg "results/leader/gold-rush-$players.svg"
done
for players in 2 4; do
  for game in carcassonne carcassonne+gold-mines; do
    course $game $players level3,level6,greedy,heuristic 10000 "" --svg "results/leader/$game-$players.svg"
  done
  course knizia-gold $players memory:p=0.5,memory:p=0.9,memory:p=1,perfect 20000 "" --svg "results/leader/knizia-gold-$players.svg"
done
course gold-rush 2 rollout:playouts=40 2000 -search
course gold-rush 4 rollout:playouts=40 1000 -search
course carcassonne 2 rollout:playouts=40 1000 -search
course gold-rush 2 level1,level2,level4,level5,level7,level8 20000 -levels
course gold-rush 2 level11 500 -level11
course gold-rush 2 best 100 -best
scripts/good_game.py
