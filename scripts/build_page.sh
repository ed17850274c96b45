#!/usr/bin/env bash
# Builds the program as one HTML file that plays in any browser, from a disk or from any server, without a network.
# Usage: scripts/build_page.sh [FILE.html]      needs rustup or Debian's rustc-web, and python3; default: target/goldrush.html
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
file=${1:-$target/goldrush.html}
wasm=wasm32-unknown-unknown
build=(build --release --target $wasm --target-dir "$target" --manifest-path sim-cli/page/Cargo.toml)
if rustup target list --installed | grep -qx $wasm || rustup target add $wasm; then
  cargo "${build[@]}"
elif [ -d /usr/lib/rustlib/src/rust/library ]; then
  # Debian's compiler for the web builds the standard library, too.
  export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
  /usr/bin/cargo "${build[@]}" -Zbuild-std=std,panic_abort
else
  echo "rustup has no target $wasm; on Debian: apt-get install rustc-web cargo-web rust-web-src lld" >&2
  exit 1
fi
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
