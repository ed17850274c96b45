#!/usr/bin/env bash
# Builds a wheel of the Python package for every Python from 3.11 on: pip installs it in seconds, without Rust. On Linux it runs on
# every distribution since 2014 (manylinux2014, glibc 2.17): zig has the old libraries to link with.
#
# Usage: scripts/build_wheel.sh [FOLDER]     (default: target/wheels)
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
folder=$(realpath -m "${1:-$target/wheels}")
mkdir -p "$folder"
rm -f "$folder"/goldrush-*.whl
python3 -m venv "$target/wheel-tools"
tools=(maturin) linux=()
if [ "$(uname)" = Linux ]; then
  tools+=(ziglang)
  linux=(--zig --compatibility manylinux2014)
fi
"$target/wheel-tools/bin/pip" install --quiet --disable-pip-version-check "${tools[@]}"
PATH=$target/wheel-tools/bin:$PATH CARGO_TARGET_DIR=$target maturin build --release --quiet "${linux[@]}" \
  --manifest-path sim-cli/python/Cargo.toml --out "$folder"
ls "$folder"/goldrush-*.whl
