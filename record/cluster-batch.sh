#!/usr/bin/env bash
# Solves ten thousand 15-puzzles with two processes, kills one of them half-way, and runs the same command again.
# Prints its checks.
# Builds the command, unless LOYD names one, and the tables of 7-8 (in the cache folder, once). Usage: bash record/cluster-batch.sh
set -euo pipefail
cd "$(git -C "$(dirname "$0")" rev-parse --show-toplevel)"
if [ -z "${LOYD:-}" ]; then
    cargo build --release --locked --quiet -p loyd-cli --features cluster
    LOYD=${CARGO_TARGET_DIR:-target}/release/loyd
fi
count=10000
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
echo "at $(git rev-parse --short HEAD), $(nproc) cores, load average $(cut -d' ' -f1 /proc/loadavg)"
"$LOYD" table build 15 --heuristic 7-8 > /dev/null
"$LOYD" random 15 --count $count --seed 1 > "$place/positions"
printf '127.0.0.1:%s\n' "${PORT:-7111}" "$((${PORT:-7111} + 1))" > "$place/hosts"

# process NUMBER OUTPUT: starts one of the two processes.
process() {
    exec "$LOYD" cluster solve 15 - --heuristic 7-8 --threads 1 --hosts "$place/hosts" --process "$1" --log "$place/log" \
        < "$place/positions" > "$2" 2> "$2.err"
}
kept() { cat "$place"/log/*/replies.jsonl 2> /dev/null | grep -c '^{"line":.*}$' || true; }

began=$(date +%s)
process 1 "$place/out1" & one=$!
process 0 "$place/out0" & zero=$!
until [ "$(kept)" -ge $((count / 2)) ]; do sleep 0.2; done
kill -9 $one
killed=$(date +%s%N)
wait $one 2> /dev/null && code=0 || code=$?
echo "process 1 is killed: exit code $code"
wait $zero && code=0 || code=$?
echo "process 0 ends $((($(date +%s%N) - killed) / 1000000)) ms later: exit code $code, $(cat "$place/out0.err")"
before=$(kept)
echo "answers written before: $(wc -l < "$place/out0"); kept in the logs: $before, after $(($(date +%s) - began)) s"

began=$(date +%s)
process 1 "$place/out1" & one=$!
process 0 "$place/out0" & zero=$!
wait $zero && code=0 || code=$?
wait $one && other=0 || other=$?
echo "the same command again: exit codes $code and $other, $(wc -l < "$place/out0") answers, $(($(kept) - before)) of them new, after $(($(date +%s) - began)) s"

numbers() { cat "$place"/log/*/replies.jsonl | sed -n 's/^{"line":\([0-9]*\),.*}$/\1/p' | sort -n; }
numbers | uniq -d | grep -q . && { echo "a line was answered twice"; exit 1; }
seq $count | cmp - <(numbers)
echo "kept for each line of the input: one answer"
began=$(date +%s)
"$LOYD" solve 15 - --heuristic 7-8 --threads 2 < "$place/positions" > "$place/alone"
cmp "$place/alone" "$place/out0"
echo "line by line the same as \`loyd solve 15 -\`, which took $(($(date +%s) - began)) s; mean length $(awk '{ sum += length($0) } END { printf "%.3f", sum / NR }' "$place/out0")"
