# Checks hints and named mistakes of every game against the truth, and prints the numbers of README.md.
scripts/check_advice.py "$GOLDRUSH" --game gold-rush --mistakes 40
scripts/check_advice.py "$GOLDRUSH" --game carcassonne --game carcassonne+gold-mines --turns 60 --mistakes 0 --minutes 8
scripts/check_advice.py "$GOLDRUSH" --game knizia-gold
