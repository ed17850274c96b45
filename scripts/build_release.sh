#!/usr/bin/env bash
# Builds what a release consists of: archives for Linux and Windows, which need no Rust, and the page that needs no program.
# Usage: scripts/build_release.sh [FOLDER]      default: target/release-files
#   goldrush-VERSION-x86_64-unknown-linux-musl.tar.gz   static, so it runs on every distribution; with man pages and completions
#   goldrush-VERSION-x86_64-pc-windows-gnu.zip
#   goldrush-VERSION.html                               the page, which is in both archives, too
#   goldrush-VERSION-….whl                              the Python package (scripts/build_wheel.sh)
#   SHA256SUMS
# The program for Linux is optimized with a profile of typical games.
# Needs rustup with llvm-tools (or an llvm-profdata at least as new as rustc's LLVM), gcc-mingw-w64-x86-64-posix, and python3. Makes
# two builds at a time.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
linux=$(uname -m)-unknown-linux-musl windows=x86_64-pc-windows-gnu
host=$(rustc -vV | sed -n 's/^host: //p') llvm=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
out=$(realpath -m "${1:-$target/release-files}") work=$target/packed

# Finds llvm-profdata: the tool of the toolchain, or one of the system that is new enough.
profdata() {
  local tool major
  for tool in "$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata" "llvm-profdata-$llvm" llvm-profdata; do
    major=$("$tool" merge --version 2> /dev/null | sed -n 's/.*LLVM version \([0-9]*\).*/\1/p') || continue
    if [ "${major:-0}" -ge "$llvm" ]; then echo "$tool"; return; fi
  done
  echo "llvm-profdata of LLVM $llvm or newer is missing; install it with: rustup component add llvm-tools" >&2
  return 1
}
profdata=$(profdata)
command -v x86_64-w64-mingw32-gcc > /dev/null || {
  echo "the linker for Windows is missing; install it with: apt-get install gcc-mingw-w64-x86-64-posix" >&2
  exit 1
}
rustup target add "$linux" "$windows"
# Builds the program for Linux with these flags. The variable adds to the flags of .cargo/config.toml; RUSTFLAGS would replace them.
flags=CARGO_TARGET_$(tr 'a-z-' 'A-Z_' <<< "$linux")_RUSTFLAGS
build() {
  env "$flags=$2" CARGO_PROFILE_SHIPPED_STRIP="$3" \
    cargo build --profile shipped --locked --package goldrush --target "$linux" --target-dir "$work/$1"
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

rm -rf "$work/profile" "$work/games" "$work"/goldrush-*
mkdir -p "$work/games" "$out"
rm -f "$out"/goldrush-* "$out/SHA256SUMS"
page=$out/goldrush-$version.html
# What the other core does meanwhile.
(
  CARGO_PROFILE_SHIPPED_STRIP=symbols \
    cargo build --profile shipped --locked --package goldrush --target $windows --target-dir "$work/windows"
  CARGO_TARGET_DIR=$target/page scripts/build_page.sh "$page"
  scripts/build_wheel.sh "$out"
) & others=$!
build measured "-Cprofile-generate=$work/profile" none
measured=$work/measured/$linux/shipped/goldrush
train "$measured" "$work/games" > /dev/null
"$profdata" merge --output "$work/profile.profdata" "$work/profile"
build fast "-Cprofile-use=$work/profile.profdata" symbols
fast=$work/fast/$linux/shipped/goldrush
if ! diff <(fingerprints "$measured") <(fingerprints "$fast"); then
  echo "the program built with the profile plays differently" >&2
  exit 1
fi
wait $others

documents=(README.md CHANGELOG.md LICENSE LICENSE-APACHE LICENSE-MIT)
# The layout of /usr/local or ~/.local.
into=$work/goldrush-$version-$linux
install -D "$fast" "$into/bin/goldrush"
# Called by its name, because completions call the program by the name used here.
goldrush() { PATH="$into/bin:$PATH" command goldrush "$@"; }
goldrush man --out "$into/share/man/man1" > /dev/null
gzip --best --no-name "$into"/share/man/man1/*.1
mkdir -p "$into"/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d,doc/goldrush}
goldrush completions bash > "$into/share/bash-completion/completions/goldrush"
goldrush completions zsh > "$into/share/zsh/site-functions/_goldrush"
goldrush completions fish > "$into/share/fish/vendor_completions.d/goldrush.fish"
cp "${documents[@]}" "$into/share/doc/goldrush"
cp "$page" "$into/share/doc/goldrush/goldrush.html"
tar --create --gzip --file "$into.tar.gz" --directory "$work" --owner 0 --group 0 --sort name "${into##*/}"

into=$work/goldrush-$version-$windows
install -D "$work/windows/$windows/shipped/goldrush.exe" "$into/goldrush.exe"
cp "${documents[@]}" "$into"
cp "$page" "$into/goldrush.html"
(cd "$work" && python3 -m zipfile --create "${into##*/}.zip" "${into##*/}")

mv "$work"/goldrush-*.{tar.gz,zip} "$out"
cd "$out"
sha256sum goldrush-* > SHA256SUMS
ls -l
