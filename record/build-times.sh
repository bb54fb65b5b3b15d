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

# A change that every use of the magic board sees, then its tests alone.
family() {
    sed -i 's/fn apply(&self, state: &mut Nibbles, m: u8) -> Taken {/&\n        std::hint::black_box(1);/' loyd-puzzles/src/magic_board.rs
    git diff --quiet && { echo "nothing was changed"; return 1; }
    cargo test -p loyd-core --lib magic_board
}

first=$(seconds cargo run --release -- solve 8 "2 3 4 1 5 x 7 6 8")
second=$(seconds cargo test --release)
cargo test -p loyd-core --lib --no-run > "$work/log" 2>&1
touched=$(seconds family)
text=$(size -A target/release/loyd | awk '$1 == ".text" { printf "%.1f", $2 / 1e6 }')
cp target/release/loyd "$work/stripped"
strip "$work/stripped"
stripped=$(stat -c %s "$work/stripped" | awk '{ printf "%.1f", $1 / 1e6 }')
cat <<T
| at $(git rev-parse --short HEAD), $(nproc) cores | |
|---|---|
| \`cargo run --release -- solve 8 …\` from a clean clone, to its answer | $first s |
| then \`cargo test --release\`, compiled and passed | $second s |
| after a change to the magic board: \`cargo test -p loyd-core --lib magic_board\`, compiled before | $touched s |
| machine code of \`loyd\` (\`.text\`) / stripped file | $text MB / $stripped MB |
T
