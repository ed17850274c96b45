#!/usr/bin/env bash
# Builds a wheel of the Python package for this machine's system and every Python from 3.11 on: pip installs it in seconds, without Rust.
#
# Usage: scripts/build_wheel.sh [FOLDER]     (default: target/wheels)
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
folder=$(realpath -m "${1:-$target/wheels}")
mkdir -p "$folder"
rm -f "$folder"/goldrush-*.whl
python3 -m venv "$target/wheel-tools"
CARGO_TARGET_DIR=$target "$target/wheel-tools/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" ./sim-cli/python
ls "$folder"/goldrush-*.whl
