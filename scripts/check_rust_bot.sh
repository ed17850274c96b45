#!/usr/bin/env bash
# Makes the bot of sim-cli/bot/README.md from nothing, with the commands as printed there, and counts the packages that it builds.
# Then makes one with `goldrush lab new-bot`.
# Usage: scripts/check_rust_bot.sh GOLDRUSH
set -euo pipefail
project=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
ln -s "$(realpath "$1")" "$folder/bin/goldrush"
ln -s "$project" "$folder/goldrush"
export PATH=$folder/bin:$PATH
unset CARGO_TARGET_DIR

# block LANGUAGE NUMBER: prints a block of code of the page.
block() {
  awk -v start="^\`\`\`$1" -v number="$2" '/^```$/ { inside = 0 } inside { print } $0 ~ start { inside = ++seen == number }' \
    "$project/sim-cli/bot/README.md"
}

cd "$folder"
commands=$(block sh 1)
eval "$commands"
block rust 1 > src/main.rs
# A person plays in a terminal of their own.
commands=$(block sh 2 | grep -v '^goldrush play')
eval "$commands"
packages=$(cargo tree --prefix none --edges normal,build | awk '{ print $1 }' | sort -u | wc -l)
echo "$packages packages were built"
[ "$packages" -le 20 ]

# So does the bot that goldrush writes; its packages are those built above.
export CARGO_TARGET_DIR=$PWD/target
goldrush lab new-bot rust newbot
cd newbot
cargo test --release --quiet
cargo build --release --quiet
goldrush lab check-bot "$CARGO_TARGET_DIR/release/newbot"
for game in gold-rush carcassonne carcassonne+gold-mines knizia-gold; do
  goldrush match --game $game --a "exec:$CARGO_TARGET_DIR/release/newbot" --b random --games 20
done
