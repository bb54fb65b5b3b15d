#!/usr/bin/env python3
"""Compares two processes of one thread with one process of two threads, the plan with both, and a slow network.

    python3 record/cluster-cost.py [--pairs N] [PUZZLE ...]          two processes and one, in turns
    python3 record/cluster-cost.py --slow [PUZZLE ...]               as root: 1 Gbit/s, and 1 Gbit/s with 5 ms each way

LOYD names the program; without it `target/release/loyd` is built. Times are of the layers, as the last line of the JSON
says them; CPU seconds are those of all processes, from their start to their end.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
LOYD = os.environ.get("LOYD", str(HOME / "target/release/loyd"))
USUAL = ["sliding:2x6", "sliding:3x4", "pancake:12", "top-spin:12x4", "rolling-cubes"]
DELAY = 0.005


def built():
    if not os.access(LOYD, os.X_OK):
        command = ["cargo", "build", "--release", "--locked", "-p", "loyd-cli", "--features", "cluster"]
        subprocess.run(command, cwd=HOME, check=True)


def run(*words, prefix=()):
    """The last line as an object, the text of standard error, and the wall and CPU seconds."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    out = subprocess.run([*prefix, LOYD, *words, "--format", "json"], capture_output=True, text=True)
    wall, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if out.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit code {out.returncode}: {out.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {**json.loads(out.stdout.strip().splitlines()[-1]), "told": out.stderr}, wall, cpu


def plan(puzzle, *machines):
    out = subprocess.run([LOYD, "cluster", "plan", puzzle, *machines, "--format", "json"], capture_output=True, text=True)
    return json.loads(out.stdout)


def pairs(puzzles, number):
    print("puzzle: one process of two threads / two of one thread, seconds; CPU seconds; bytes sent, planned / measured")
    for puzzle in puzzles:
        planned = plan(puzzle, "--hosts", "2", "--threads", "1", "--memory", "20GB", "--network", "1")
        for _ in range(number):
            alone, wall_alone, cpu_alone = run("map", puzzle, "--threads", "2")
            both, wall_both, cpu_both = run("cluster", "run", "--local", "2", "map", puzzle, "--threads", "1",
                                            "--limit-memory", "8GB", "-v")
            sent = both["states"] * float(re.search(r"([0-9.]+) bytes sent a state by all", both["told"])[1])
            if both["layers"] != alone["layers"]:
                sys.exit(f"{puzzle}: another census")
            cores = 2 * planned["core_seconds"]
            print(f"{puzzle}: {wall_alone:.2f} / {wall_both:.2f} = {wall_alone / wall_both:.2f}; "
                  f"CPU {cpu_alone:.2f} / {cpu_both:.2f} = {cpu_alone / cpu_both:.2f}, planned {cores:.2f} "
                  f"({cores / cpu_both:.2f}); sent {sent / 1e6:.1f} MB, planned {planned['sent_bytes'] / 1e6:.1f} "
                  f"({planned['sent_bytes'] / max(sent, 1):.2f})", flush=True)


def ip(*words):
    subprocess.run(words, check=True)


RELAY = """
import socket, sys, threading, time, collections
# The seconds by which the relay delays every byte.
delay, port, there = float(sys.argv[1]), int(sys.argv[2]), (sys.argv[3], int(sys.argv[4]))
def pump(a, b):
    queue, ready = collections.deque(), threading.Condition()
    def send():
        while True:
            with ready:
                while not queue:
                    ready.wait()
                due, data = queue.popleft()
            time.sleep(max(0, due - time.monotonic()))
            if not data:
                try: b.shutdown(socket.SHUT_WR)
                except OSError: pass
                return
            try: b.sendall(data)
            except OSError: return
    threading.Thread(target=send, daemon=True).start()
    while True:
        try: data = a.recv(1 << 16)
        except OSError: data = b""
        with ready:
            queue.append((time.monotonic() + delay, data)); ready.notify()
        if not data: return
server = socket.create_server(("0.0.0.0", port))
while True:
    a, _ = server.accept()
    b = socket.create_connection(there)
    for one in (a, b): one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threading.Thread(target=pump, args=(a, b), daemon=True).start()
    threading.Thread(target=pump, args=(b, a), daemon=True).start()
"""


def slow(puzzles):
    """Two network namespaces, a link of 1 Gbit/s between them, and a relay that holds every byte back."""
    names, tokens = ["loyd0", "loyd1"], tempfile.NamedTemporaryFile()
    tokens.write(b"a token of this run only")
    tokens.flush()
    for name in names:
        subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL)
        ip("ip", "netns", "add", name)
    try:
        ip("ip", "link", "add", "loyd0", "netns", "loyd0", "type", "veth", "peer", "name", "loyd1", "netns", "loyd1")
        for number, name in enumerate(names):
            inside = ["ip", "netns", "exec", name]
            ip(*inside, "ip", "addr", "add", f"10.98.0.{number + 1}/24", "dev", name)
            ip(*inside, "ip", "link", "set", name, "up")
            ip(*inside, "ip", "link", "set", "lo", "up")
            ip(*inside, "tc", "qdisc", "add", "dev", name, "root", "tbf", "rate", "1gbit", "burst", "256kb", "latency", "20ms")
        for puzzle in puzzles:
            free, wall_free, _ = run("cluster", "run", "--local", "2", "map", puzzle, "--threads", "1", "--limit-memory",
                                     "8GB")
            planned = plan(puzzle, "--hosts", "2", "--threads", "1", "--memory", "20GB", "--network", "0.125")
            for what, delay in [("1 Gbit/s", 0.0), ("1 Gbit/s and 5 ms", DELAY)]:
                wall, layers = over(names, tokens.name, puzzle, delay)
                if layers != free["layers"]:
                    sys.exit(f"{puzzle}: another census")
                rounds = 5 * len(layers) * delay
                expected = wall_free + planned["network_seconds"] + rounds
                print(f"{puzzle}, {what}: {wall:.2f} s, loopback {wall_free:.2f} s; loopback and the plan's network "
                      f"{expected:.2f} s ({expected / wall:.2f})", flush=True)
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name])


def over(names, token, puzzle, delay):
    """The seconds and the layers of a map by two processes, each in its own namespace."""
    with tempfile.TemporaryDirectory() as folder:
        hosts = [Path(folder) / f"hosts{number}" for number in range(2)]
        # Process 1 calls process 0: by way of the relay in its own namespace.
        hosts[0].write_text("10.98.0.1:7200\n10.98.0.2:7201\n")
        at = "127.0.0.1:7300" if delay else "10.98.0.1:7200"
        hosts[1].write_text(f"{at}\n10.98.0.2:7201\n")
        inside = [["ip", "netns", "exec", name] for name in names]
        relay = delay and subprocess.Popen(
            [*inside[1], sys.executable, "-c", RELAY, str(delay), "7300", "10.98.0.1", "7200"])
        try:
            began = time.monotonic()
            processes = [
                subprocess.Popen([*inside[number], LOYD, "cluster", "map", puzzle, "--hosts", str(hosts[number]),
                                  "--process", str(number), "--token-file", token, "--threads", "1", "--limit-memory",
                                  "8GB", "--format", "json"], stdout=subprocess.PIPE, text=True)
                for number in range(2)]
            out = [process.communicate()[0] for process in processes]
            wall = time.monotonic() - began
            if any(process.returncode for process in processes):
                sys.exit(f"{puzzle}: exit codes {[process.returncode for process in processes]}")
            return wall, json.loads(out[0].strip().splitlines()[-1])["layers"]
        finally:
            if relay:
                relay.kill()


if __name__ == "__main__":
    reader = argparse.ArgumentParser()
    reader.add_argument("--pairs", type=int, default=3)
    reader.add_argument("--slow", action="store_true")
    reader.add_argument("puzzles", nargs="*")
    asked = reader.parse_args()
    built()
    if asked.slow:
        slow(asked.puzzles or ["pancake:12", "sliding:2x6"])
    else:
        pairs(asked.puzzles or USUAL, asked.pairs)
