#!/usr/bin/env bash
# csvkit 2.2.0 (PyPI): columns of zeros and ones become false and true.
# Guess: a column of 0 and 1 is numbers to csvjson, csvstat and csvsql, as a column of 0, 1 and 2 is.
# Seen: it is Boolean, so csvjson writes true and false, and csvstat shows no mean. Texts are not safe either: a column with the text
#   "1,2" is the number 12. With --no-inference everything stays text.
# A user of goldrush meets this in games of two players (`seat`), in runs with two rules (`arm`) or two seatings, and in `discarded`; the
#   same command on games of three players gives numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile csvkit==2.2.0 agate==1.14.2
cd "$folder"

seats() { printf '%s\n' game,seat,score "$@"; }
seats 7,0,81 7,1,90 > two.csv
seats 7,0,81 7,1,90 7,2,85 > three.csv
two=$(venv/bin/csvjson two.csv)
three=$(venv/bin/csvjson three.csv)
mean=$(venv/bin/csvstat --mean --columns seat two.csv)
echo "two players:   $two"
echo "three players: $three"
echo "mean seat of two players: '$mean'"
test "$(grep -o '"seat": [^,]*' <<< "$two" | paste -sd ' ')" = '"seat": false "seat": true'
test "$(grep -o '"seat": [^,]*' <<< "$three" | paste -sd ' ')" = '"seat": 0.0 "seat": 1.0 "seat": 2.0'
test "$mean" = None
as_written=$(venv/bin/csvjson --no-inference two.csv)
echo "without inference: $as_written"
test "$(grep -o '"seat": [^,]*' <<< "$as_written" | paste -sd ' ')" = '"seat": "0" "seat": "1"'
texts=$(printf 'seats\n"1,2"\n"0,3"\n' | venv/bin/csvjson 2> /dev/null)
echo "texts 1,2 and 0,3: $texts"
test "$texts" = '[{"seats": 12.0}, {"seats": 3.0}]'
