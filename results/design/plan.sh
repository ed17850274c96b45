# Plays all settings of two grids, and compares ways to search them.
recording=$(mktemp -d)
cargo run --release --quiet -p goldrush --example compare_searches -- "$recording" > results/design/searches.csv
rm -rf "$recording"
