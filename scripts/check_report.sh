#!/usr/bin/env bash
# Draws a report in headless Chromium in light and dark and on a phone, and fails if a picture is blank.
# Usage: scripts/check_report.sh report.html [FOLDER]      keeps the pictures in FOLDER
set -euo pipefail
page=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
pictures=${2:-$folder}
mkdir -p "$pictures"

# draw NAME WIDTH HEIGHT [OPTION]
draw() {
  chromium --headless --no-sandbox --disable-gpu --disable-background-networking --hide-scrollbars \
    --user-data-dir="$folder/browser" --screenshot="$pictures/$1.png" --window-size="$2,$3" "${@:4}" "file://$page" 2> /dev/null
  # A page of one color compresses to next to nothing.
  local bytes
  bytes=$(stat -c %s "$pictures/$1.png")
  echo "$1: $2 × $3, $bytes bytes"
  [ "$bytes" -gt 100000 ]
}
draw day 1200 4800
draw night 1200 4800 --blink-settings=preferredColorScheme=0
draw phone 390 9000
