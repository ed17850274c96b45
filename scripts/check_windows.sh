#!/usr/bin/env bash
# Tries the program for Windows under Wine, and compares what it writes with the program of this system, byte for byte: runs with
# their summaries and reports, a run that is killed and resumed, answers to a question, a game in plain text that is saved and
# resumed. Also fetches the board of a game in the browser.
# Usage: scripts/check_windows.sh GOLDRUSH [GOLDRUSH.exe]      builds the second if it is not given
# Needs wine64, gcc-mingw-w64-x86-64-posix and curl; to build, also rustup, and ten minutes.
set -euo pipefail
here=$(realpath "$1")
root=$(realpath "$(dirname "$0")/..")
target=$(realpath -m "${CARGO_TARGET_DIR:-$root/target}")
if [ $# -gt 1 ]; then
  there=$(realpath "$2")
else
  rustup target add x86_64-pc-windows-gnu 2> /dev/null
  (cd "$root" && CARGO_TARGET_DIR=$target cargo build --release --package goldrush --target x86_64-pc-windows-gnu)
  there=$target/x86_64-pc-windows-gnu/release/goldrush.exe
fi
wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
[ -x "$wine" ] || { echo "wine64 is missing; install it with: apt-get install wine64" >&2; exit 1; }

folder=$(mktemp -d)
# Wine's server stays for a while and writes there.
trap '"$(dirname "$(realpath "$wine")")/wineserver" -k || true; sleep 1; rm -rf "$folder"' EXIT
cd "$folder"
cp "$there" goldrush.exe
# Wine 8 lacks a library of Windows 7 and later from which Rust has its random numbers.
cat > random.c << 'END'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return SystemFunction036(data, (ULONG) length); }
END
x86_64-w64-mingw32-gcc -shared -o bcryptprimitives.dll random.c -ladvapi32
export WINEPREFIX=$folder/wine WINEDEBUG=-all WINEDLLOVERRIDES="bcryptprimitives=n;mscoree=;mshtml="
# Each program works in a folder of its own, where the same names are used.
mkdir windows here
windows() { (cd windows && "$wine" ../goldrush.exe "$@"); }
native() { (cd here && "$here" "$@"); }

# Runs a command on both systems, with a folder for what it writes; prints whether these files are the same.
both() {
  local what=$1 files=$2
  shift 2
  windows "$@" --out "$what" > /dev/null 2>&1
  native "$@" --out "$what" > /dev/null 2>&1
  same "$what" "$files"
}
same() {
  for file in $2; do cmp "windows/$1/$file" "here/$1/$file"; done
  echo "$1: the same $2"
}
reported() {
  windows report "$1" > /dev/null 2>&1
  native report "$1" > /dev/null 2>&1
  same "$1" "report.html report.md"
}

windows --version
all="games.csv seats.csv records.jsonl summary.json"
both simulate "$all" simulate --agents random,greedy --games 300 --records all
both carcassonne "$all" simulate --game carcassonne --agents heuristic,greedy --games 60 --records all
both cards "games.csv seats.csv summary.json" simulate --game knizia-gold --agents memory,perfect --games 300
both search "games.csv summary.json" simulate --agents rollout:playouts=50,heuristic --games 4
both match "games.csv seats.csv summary.json" match --a greedy --b level2 --games 400
both balance "games.csv seats.csv summary.json" balance --agents random,greedy --factor tents=1,0 --games 400
both tournament "games.csv seats.csv summary.json" tournament --agents greedy,level3,random --games 60
for run in match balance tournament; do reported $run; done
both question "games.csv summary.json report.html" ask tents --games 200

run=(simulate --agents heuristic,heuristic --games 20000)
(cd windows && timeout --signal KILL 4 "$wine" ../goldrush.exe "${run[@]}" --out killed > /dev/null 2>&1) || true
[ ! -e windows/killed/summary.json ] || { echo "the run ended before it was killed" >&2; exit 1; }
windows resume killed > /dev/null 2>&1
native "${run[@]}" --out killed > /dev/null 2>&1
same killed "games.csv seats.csv summary.json"

play=(play --plain --opponents level2 --seed 7)
# What is typed is cut off when the game ends.
(yes 1 || true) | head -n 40 | windows "${play[@]}" --save game.json > /dev/null 2>&1
(yes 1 || true) | windows play --plain --no-review --resume game.json > /dev/null 2>&1
(yes 1 || true) | native "${play[@]}" --no-review --save game.json > /dev/null 2>&1
for system in windows here; do "$here" replay $system/game.json > $system.txt; done
cmp windows.txt here.txt
echo "a game: saved, resumed, and the same"
windows play --browser --seed 7 --save browser.json > browser.txt 2>&1 &
until address=$(grep -o 'http://[^ ]*' browser.txt); do sleep 0.2; done
curl --silent --fail "${address%$'\r'}" | grep --quiet '<html'
"$(dirname "$(realpath "$wine")")/wineserver" -k || true
echo "the board in the browser: its page is served"
if windows match --a "exec:python bot.py" --b random --games 2 > refused.txt 2>&1; then exit 1; fi
grep "cannot start other programs" refused.txt
