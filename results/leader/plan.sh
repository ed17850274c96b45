# The games are those of results/good-game.
bash results/good-game/plan.sh
