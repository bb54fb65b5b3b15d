#!/usr/bin/env bash
# Measures the waiting times of newcomers and contributors: the README's two commands from a clean clone, with
# downloaded packages, beside the build of ripgrep in the same run; the tests of one family after a change to it; and
# the size of the command. Prints a table. Usage: bash record/build-times.sh [REVISION]
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

# Changes the magic board in a way that affects its users, then runs its tests alone.
family() {
    sed -i 's/fn apply(&self, state: &mut Nibbles, m: u8) -> [A-Za-z]* {/&\n        std::hint::black_box(1);/' loyd-puzzles/src/magic_board.rs
    git diff --quiet && { echo "nothing was changed"; return 1; }
    cargo test -p loyd-puzzles --lib magic_board
}

# ripgrep is built twice: the first build downloads its packages.
ripgrep() { CARGO_TARGET_DIR=$work/ripgrep-$1 cargo install --quiet --locked ripgrep@14.1.1 --root "$work/ripgrep"; }
ripgrep download > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
rm -rf "$work/ripgrep" "$work/ripgrep-download"
anchor=$(seconds ripgrep build)
rm -rf "$work/ripgrep" "$work/ripgrep-build"

first=$(seconds cargo run --release -- solve 8 "2 3 4 1 5 x 7 6 8")
second=$(seconds cargo test --release)
cargo test -p loyd-puzzles --lib --no-run > "$work/log" 2>&1
touched=$(seconds family)
text=$(size -A target/release/loyd | awk '$1 == ".text" { printf "%.1f", $2 / 1e6 }')
cp target/release/loyd "$work/stripped"
strip "$work/stripped"
stripped=$(stat -c %s "$work/stripped" | awk '{ printf "%.1f", $1 / 1e6 }')
ratio() { awk -v a="$1" -v b="$anchor" 'BEGIN { printf "%.1f", a / b }'; }
cat <<T
| at $(git rev-parse --short HEAD), $(nproc) cores | |
|---|---|
| \`cargo install ripgrep@14.1.1\` | $anchor s |
| \`cargo run --release -- solve 8 …\` from a clean clone, to its answer | $first s, $(ratio $first) times ripgrep's build |
| then \`cargo test --release\`, compiled and passed | $second s, $(ratio $second) times |
| after a change to the magic board: \`cargo test -p loyd-puzzles --lib magic_board\`, compiled before | $touched s |
| machine code of \`loyd\` (\`.text\`) / stripped file | $text MB / $stripped MB |
T
