#!/usr/bin/env bash
# What a newcomer waits for: the README's two commands from a clean clone, the packages downloaded beforehand, and the size of the
# command. Prints a table. Usage: bash record/build-times.sh [REVISION]
set -euo pipefail
root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone --quiet "$root" "$work/loyd"
cd "$work/loyd"
git checkout --quiet "${1:-HEAD}"
unset CARGO_TARGET_DIR
cargo fetch --locked --quiet

seconds() {
    local begin=$EPOCHREALTIME
    "$@" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.0f", b - a }'
}

family() {
    echo "// touched" >> loyd-core/src/puzzles/magic_board.rs
    cargo test --release -p loyd-core --lib magic_board
}

first=$(seconds cargo run --release -- solve 8 "2 3 4 1 5 x 7 6 8")
second=$(seconds cargo test --release)
touched=$(seconds family)
text=$(size target/release/loyd | awk 'NR == 2 { printf "%.1f", $1 / 1e6 }')
cp target/release/loyd "$work/stripped"
strip "$work/stripped"
stripped=$(stat -c %s "$work/stripped" | awk '{ printf "%.1f", $1 / 1e6 }')
cat <<T
| at $(git rev-parse --short HEAD), $(nproc) cores | |
|---|---|
| \`cargo run --release -- solve 8 …\` from a clean clone, to its answer | $first s |
| then \`cargo test --release\`, compiled and passed | $second s |
| after touching the magic board's file: \`cargo test --release -p loyd-core --lib magic_board\` | $touched s |
| machine code of \`loyd\` (text) / stripped file | $text MB / $stripped MB |
T
