#!/usr/bin/env bash
# Measures `loyd serve --keep-tables` on loopback, and under ten times the load that it can bear. Prints a table.
# Builds the command, the load and the tables of 7-8 (in the cache folder, once). Usage: bash record/serve-load.sh [eight] [fifteen] [overload]
set -euo pipefail
cd "$(git -C "$(dirname "$0")" rev-parse --show-toplevel)"
target=${CARGO_TARGET_DIR:-target}
cargo build --release --locked --quiet --features web
"$target/release/loyd" table build 15 --heuristic 7-8 > /dev/null
load=$(cd "$PWD" && cargo bench --locked --quiet -p loyd-benches --bench serve --no-run --message-format=json |
    sed -n 's/.*"executable":"\([^"]*\/serve-[^"]*\)".*/\1/p')
echo "at $(git rev-parse --short HEAD), $(nproc) cores, load average $(cut -d' ' -f1 /proc/loadavg)"
"$load" "$target/release/loyd" "$@"
