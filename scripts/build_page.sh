#!/usr/bin/env bash
# Builds the program as one HTML file that plays in any browser, from a disk or from any server, without a network.
# Usage: scripts/build_page.sh [FILE.html]      needs rustup and python3; default: target/goldrush.html
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
file=${1:-$target/goldrush.html}
wasm=wasm32-unknown-unknown
rustup target list --installed | grep -qx $wasm || rustup target add $wasm
CARGO_TARGET_DIR=$target cargo build --release --target $wasm --manifest-path sim-cli/page/Cargo.toml
python3 - sim-cli/page "$target/$wasm/release/goldrush_page.wasm" "$file" << 'END'
import base64, gzip, pathlib, sys
folder, program, file = map(pathlib.Path, sys.argv[1:])
packed = base64.b64encode(gzip.compress(program.read_bytes(), 9, mtime=0)).decode()
parts = [
    (folder / "page.html").read_text(),
    f'<script type="application/gzip+base64" id="program">{packed}</script>\n',
    f'<script type="text/plain" id="worker">\n{(folder / "worker.js").read_text()}</script>\n',
    f'<script>\n{(folder / "main.js").read_text()}</script>\n</body>\n</html>\n',
]
file.write_text("".join(parts))
print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
END
