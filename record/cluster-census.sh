#!/usr/bin/env bash
# Compares censuses by 1, 2, 3 and 5 processes with the census of `loyd map`: every puzzle of the catalogue with at most
# 5e8 states, and some larger boards. Layers, mean, farthest positions, and whether these are the first, must be the same.
#
#     bash record/cluster-census.sh > record/cluster-census.txt
set -euo pipefail
cd "$(dirname "$0")/.."
loyd=${LOYD:-target/release/loyd}
[ -x "$loyd" ] || cargo build --release --locked -p loyd-cli --features cluster
python3 - "$loyd" <<'PYTHON'
import json, subprocess, sys

loyd, most = sys.argv[1], 500_000_000
same = ["puzzle", "goal", "states", "diameter", "mean", "layers", "antipodes", "antipodes_are_first"]

def last(*words):
    out = subprocess.run([loyd, *words, "--format", "json"], capture_output=True, text=True)
    lines = out.stdout.strip().splitlines()
    return (json.loads(lines[-1]) if lines else {}), out

ids = []
for line in subprocess.run([loyd, "puzzles", "--format", "json"], capture_output=True, text=True).stdout.splitlines():
    ids += json.loads(line).get("examples", [])
ids += ["sliding:3x4", "sliding:2x6", "pancake:10", "pancake:11", "swap:2x5"]
wrong = compared = 0
for name in ids:
    cost, _ = last("map", name, "--dry-run")
    if not 0 < cost.get("states", 0) <= most:
        continue
    alone, _ = last("map", name, "--threads", "2")
    for processes in [1, 2, 3, 5]:
        shared, out = last("cluster", "run", "--local", str(processes), "map", name, "--limit-memory", "2GB")
        # If the last layer has more than 65,536 positions, one process lists the first that it finds. Several processes
        # may list all of them.
        unlike = {"antipodes", "antipodes_are_first"} if not alone["antipodes_are_first"] else set()
        differing = [key for key in same if key not in unlike and shared.get(key) != alone[key]]
        compared += 1
        wrong += bool(differing)
        print(f"{name}: {cost['states']:,} states, {processes} processes: "
              + (f"WRONG: {differing} {out.stderr.strip()}" if differing else "the same"), flush=True)
print(f"{compared} censuses compared, {wrong} wrong")
sys.exit(wrong > 0 or compared == 0)
PYTHON
