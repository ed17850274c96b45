#!/usr/bin/env bash
# Builds the program for release: optimized with a profile of typical games, without symbols, packed with man pages and completions
# in one archive for machines without Rust.
# Usage: scripts/build_release.sh [FOLDER]      writes FOLDER/goldrush-VERSION-HOST.tar.gz (default: the build's target folder)
# Needs llvm-profdata from LLVM at least as new as rustc's. Three builds, a quarter of an hour on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
host=$(rustc -vV | sed -n 's/^host: //p') llvm=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
name=goldrush-$version-$host out=$(realpath -m "${1:-$target}") work=$target/packed

# Finds llvm-profdata: the tool of the toolchain, or one of the system that is new enough.
profdata() {
  local tool major
  for tool in "$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata" "llvm-profdata-$llvm" llvm-profdata; do
    major=$("$tool" merge --version 2> /dev/null | sed -n 's/.*LLVM version \([0-9]*\).*/\1/p') || continue
    if [ "${major:-0}" -ge "$llvm" ]; then echo "$tool"; return; fi
  done
  echo "llvm-profdata of LLVM $llvm or newer is missing; install it with one of these:" >&2
  echo "  rustup component add llvm-tools" >&2
  echo "  apt-get install llvm-$llvm" >&2
  return 1
}
profdata=$(profdata)

# Builds a binary with these flags for this host. The host's variable adds to the flags of .cargo/config.toml; RUSTFLAGS would
# replace them.
flags=CARGO_TARGET_$(tr 'a-z-' 'A-Z_' <<< "$host")_RUSTFLAGS
build() {
  env "$flags=$2" CARGO_PROFILE_RELEASE_STRIP="$3" \
    cargo build --release --locked --package goldrush --target "$host" --target-dir "$work/$1"
}

# Plays typical games, the same every time: each game by its bots, with search, and as studies record it.
train() {
  local game
  for game in gold-rush carcassonne carcassonne+gold-mines; do
    "$1" lab bench --game "$game" --games 2000
    "$1" lab bench --game "$game" --playouts --games 2000
    "$1" lab bench --game "$game" --agents greedy,heuristic --games 60
    "$1" lab bench --game "$game" --agents rollout:playouts=20,mcts:playouts=100 --games 2
    "$1" simulate --game "$game" --agents random,greedy --games 60 --threads 1 --records all --compress --out "$2/$game"
  done
  "$1" lab bench --game knizia-gold --games 2000
  "$1" lab bench --game knizia-gold --agents memory,perfect --games 300
  "$1" lab bench --game knizia-gold --agents mcts:playouts=100,perfect --games 3
  "$1" simulate --game knizia-gold --agents random,perfect --games 60 --threads 1 --records all --compress --out "$2/cards"
}

# Prints a hash of all moves and scores for each game.
fingerprints() {
  local game agents
  for game in gold-rush:greedy,heuristic carcassonne:greedy,heuristic carcassonne+gold-mines:rollout:playouts=20 knizia-gold:memory; do
    agents=${game#*:}
    "$1" lab bench --game "${game%%:*}" --agents "$agents" --games 20 | sed -n "s/^fingerprint/${game%%:*}/p"
  done
}

rm -rf "$work/profile" "$work/games" "$work/$name"
mkdir -p "$work/games"
cargo build --release --locked --package goldrush
build measured "-Cprofile-generate=$work/profile" none
train "$work/measured/$host/release/goldrush" "$work/games" > /dev/null
"$profdata" merge --output "$work/profile.profdata" "$work/profile"
build fast "-Cprofile-use=$work/profile.profdata" symbols

plain=$target/release/goldrush fast=$work/fast/$host/release/goldrush
if ! diff <(fingerprints "$plain") <(fingerprints "$fast"); then
  echo "the program built with the profile plays differently" >&2
  exit 1
fi

# The layout of /usr/local or ~/.local.
into=$work/$name
install -D "$fast" "$into/bin/goldrush"
# Called by its name, because completions call the program by the name used here.
goldrush() { PATH="$into/bin:$PATH" command goldrush "$@"; }
goldrush man --out "$into/share/man/man1" > /dev/null
gzip --best --no-name "$into"/share/man/man1/*.1
mkdir -p "$into"/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d,doc/goldrush}
goldrush completions bash > "$into/share/bash-completion/completions/goldrush"
goldrush completions zsh > "$into/share/zsh/site-functions/_goldrush"
goldrush completions fish > "$into/share/fish/vendor_completions.d/goldrush.fish"
cp README.md CHANGELOG.md LICENSE LICENSE-APACHE LICENSE-MIT "$into/share/doc/goldrush"
mkdir -p "$out"
tar --create --gzip --file "$out/$name.tar.gz" --directory "$work" --owner 0 --group 0 --sort name "$name"
echo "$out/$name.tar.gz: $(stat --format %s "$out/$name.tar.gz") bytes; the program alone: $(stat --format %s "$into/bin/goldrush")"
