# Searches for rules; the runs beside it play the best that were found.
work=$(mktemp -d)
"$GOLDRUSH" design --want "first-seat=50%±1,lead=min,skill>=68%,points=132±20" \
  --vary komi=0,B2,B4 --vary tents=0..2 --vary cowboys=3..6 --vary mining-interval=1..3 --vary camp-points=1..4 \
  --vary herd-points=0..4 --vary nugget-points=1..3 --vary locomotive-factor=1..3 --seed 2301 --out "$work/design"
cp "$work/design/report.md" results/better-game/search.md
cp "$work/design/design.json" results/better-game
mkdir -p results/better-game/figures
cp "$work"/design/figures/*.svg results/better-game/figures
rm -r "$work"
