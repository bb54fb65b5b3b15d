#!/usr/bin/env python3
"""Measures censuses of bundled definitions, layers, solutions of 3x3x3 scrambles, and lines of positions.

    cargo build --release && python3 record/definitions.py [censuses] [layers] [scrambles] [goals] [random] [batches]

Every answer is checked. Beside the seconds stand those of twsearch (commit 268d1a3) on the same puzzle, which were
measured once on a machine of the same kind: they are no baseline of this run.
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

LOYD = os.environ.get("LOYD", "target/release/loyd")

# id, positions, God's number, twsearch's seconds of user time and MB
CENSUSES = [
    ("2x2x2?moves=U,R,F", 3_674_160, 11, 0.28, 26),
    ("2x2x2", 88_179_840, 11, None, None),
    ("skewb", 3_149_280, 11, 0.68, None),
    ("pyraminx?omit=tips", 933_120, 11, None, None),
    ("pyraminx", 75_582_720, 15, 63, 891),
    ("dino", 239_500_800, 13, 67.5, 63),
    ("m24", 244_823_040, 15, 685, 8200),
]

# id, positions of the first layers: OEIS A080601 by half turns, A080602 by quarter turns
LAYERS = [
    ("3x3x3", [1, 18, 243, 3240, 43239, 574908, 7618438, 100803036, 1332343288]),
    ("3x3x3?metric=quarter", [1, 12, 114, 1068, 10011, 93840, 878880, 8221632, 76843595, 717789576]),
]
LITTLE = "300MB"

# scramble, length, twsearch's seconds of search with filling its tables to depth 7 (8 where two are given)
SCRAMBLES = [
    ("L2 F2 D2 L2 R2 D' L2 D2 L2 F' U B2 D", 13, 14.3),
    ("L2 R2 F L' D' B' D2 U' F2 D' B' L2 R2", 13, 4.7),
    ("B D2 R D2 B F' U2 B2 D2 R D' B D L2", 14, 25.4),
    ("R2 U R' B2 U F U2 L2 D' F' L R' B' R", 14, 24.8),
    ("D2 F' U' B' R2 U2 F U L' B L' U2 L' D' R", 15, 38.0),
]

# A goal of the 4x4x4 that leaves corners and wings open, and a goal of the megaminx: the five edges of a face.
CENTRES = f"{' '.join('.' * 8)}/{' '.join('.' * 24)}/{' '.join(face for face in 'ULFRBD' for _ in range(4))}"
STAR = f"{' '.join('.' * 20)}/U-F U-R U-BR U-BL U-L {' '.join('.' * 25)}"

# what, puzzle, goal, scramble; whether the bound of single coordinates shall give the same length
GOALS = [
    ("square-1", "square-1", None, "(1,0)/(3,-3)/(-1,2)/(0,3)/(3,0)/", True),
    ("square-1", "square-1", None, "(0,-1)/(-3,0)/(4,-2)/(3,0)/(-1,-4)/(0,3)/", False),
    ("4x4x4 centres", "4x4x4", CENTRES, "Rw U2 Fw' D Rw2 U' Fw R", True),
    ("4x4x4 centres", "4x4x4", CENTRES, "Rw U2 Fw' D Rw2 U' Fw R Uw' B Rw L2 Fw", False),
    ("megaminx star", "megaminx", STAR, "R BL2 F D2' L FR BR2", True),
    ("megaminx star", "megaminx", STAR, "R BL2 F D2' L FR BR2 U' DR B2 DL FL U2 R' F L2 BL", False),
]

# Random positions of the 3x3x3, drawn uniformly, and the bytes that their tables may take.
RANDOM, SEED, MEMORY = 10, 1, "12GB"
# The greatest length: T. Rokicki, H. Kociemba, M. Davidson and J. Dethridge, The diameter of the Rubik's Cube group is
# twenty, 2010.
GODS_NUMBER = 20

# id, God's number: a million random positions, answered from a table
BATCHES = [("2x2x2?moves=U,R,F", 11), ("pyraminx?omit=tips", 11), ("skewb", 11)]
LINES = 1_000_000


def run(*arguments, code=0):
    """The answer, wall-clock seconds, user seconds, and the greatest memory of any run so far in MB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.monotonic()
    ended = subprocess.run([LOYD, *arguments, "--format", "json"], capture_output=True, text=True)
    seconds = time.monotonic() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode != code:
        sys.exit(f"{arguments}: {ended.stderr}")
    return json.loads(ended.stdout.splitlines()[-1]), seconds, after.ru_utime - before.ru_utime, after.ru_maxrss / 1024


def is_solution(puzzle, reply):
    """Whether the moves of an answer lead from its position to its goal."""
    asked = ["check", puzzle, reply["state"], " ".join(reply["moves"]), "--goal", reply["goal"], "--limit-nodes", "1"]
    return subprocess.run([LOYD, *asked], capture_output=True).returncode == 0


def of(figure, unit):
    return "-" if figure is None else f"{figure:g} {unit}"


def censuses():
    wrong = 0
    print("| census | positions | God's number | wall s | user s | twsearch |\n|---|---|---|---|---|---|")
    for puzzle, states, gods_number, seconds, memory in CENSUSES:
        reply, wall, user, _ = run("map", puzzle, "--no-cache")
        right = (reply["states"], reply["diameter"]) == (states, gods_number)
        wrong += not right
        mark = "" if right else " WRONG"
        twsearch = f"{of(seconds, 's')}, {of(memory, 'MB')}"
        print(f"| {puzzle} | {reply['states']:,}{mark} | {reply['diameter']} | {wall:.2f} | {user:.2f} | {twsearch} |")
    return wrong


def layers():
    """Layers of packed states, in memory and on disk."""
    wrong = 0
    print("| layers | moves | positions | wall s | user s | held MB |\n|---|---|---|---|---|---|")
    for puzzle, known in LAYERS:
        limit = str(len(known) - 1)
        with tempfile.TemporaryDirectory() as folder:
            for where in ([], ["--disk", f"{folder}/map", "--limit-memory", LITTLE]):
                reply, wall, user, _ = run("map", puzzle, "--limit-moves", limit, "--no-cache", *where, code=4)
                right = reply["layers"] == known
                wrong += not right
                mark = "" if right else " WRONG"
                name = puzzle + (" on disk" if where else "")
                held = reply["peak_bytes"] / 1e6
                print(f"| {name} | {limit} | {reply['states']:,}{mark} | {wall:.1f} | {user:.1f} | {held:,.0f} |")
    return wrong


def scrambles():
    wrong = 0
    print("| scramble | length | wall s | user s | twsearch |\n|---|---|---|---|---|")
    begun = time.monotonic()
    built = subprocess.run([LOYD, "table", "build", "3x3x3", "--heuristic", "patterns-large"], capture_output=True)
    if built.returncode != 0:
        sys.exit(built.stderr.decode())
    seconds = time.monotonic() - begun
    for scramble, length, theirs in SCRAMBLES:
        reply, wall, user, _ = run("solve", "3x3x3", scramble)
        right = reply["length"] == length
        wrong += not right
        mark = "" if right else " WRONG"
        print(f"| {scramble} | {reply['length']}{mark} | {wall:.2f} | {user:.2f} | {theirs:g} s |")
    print(f"\nTheir tables (`patterns-large`) were built, or found in the cache folder, in {seconds:.1f} s.")
    return wrong


def goals():
    wrong = 0
    print("| goal | scramble | length | wall s | user s | by coordinates alone, wall s |\n|---|---|---|---|---|---|")
    for what, puzzle, goal, scramble, is_compared in GOALS:
        asked = ["solve", puzzle, "--scramble", scramble] + (["--goal", goal] if goal else [])
        reply, wall, user, _ = run(*asked, "--no-cache")
        right, alone = is_solution(puzzle, reply), "-"
        if is_compared:
            plain, seconds, _, _ = run(*asked, "--algorithm", "ida-star", "--heuristic", "coordinates")
            right, alone = right and reply["length"] == plain["length"], f"{seconds:.2f}"
        wrong += not right
        mark = "" if right else " WRONG"
        print(f"| {what} | {scramble} | {reply['length']}{mark} | {wall:.2f} | {user:.2f} | {alone} |", flush=True)
    return wrong


def random():
    """Solves positions one after the other, and makes the moves of each solution from its position."""
    wrong = 0
    print("| random 3x3x3 | length | expanded | wall s | user s |\n|---|---|---|---|---|")
    begun = time.monotonic()
    build = ["table", "build", "3x3x3", "--heuristic", "patterns-folded", "--limit-memory", MEMORY]
    built = subprocess.run([LOYD, *build], capture_output=True)
    if built.returncode != 0:
        sys.exit(built.stderr.decode())
    seconds = time.monotonic() - begun
    drawn = ["random", "3x3x3", "--count", str(RANDOM), "--seed", str(SEED)]
    for state in subprocess.run([LOYD, *drawn], capture_output=True, text=True, check=True).stdout.splitlines():
        asked = ["--heuristic", "patterns-folded", "--limit-memory", MEMORY]
        reply, wall, user, _ = run("solve", "3x3x3", state, *asked)
        right = is_solution("3x3x3", reply) and reply["length"] <= GODS_NUMBER
        wrong += not right
        mark, expanded = "" if right else " WRONG", f"{reply['stats']['expanded']:,}"
        print(f"| {state} | {reply['length']}{mark} | {expanded} | {wall:.1f} | {user:.1f} |", flush=True)
    print(f"\nTheir tables (`patterns-folded`) were built, or found in the cache folder, in {seconds:.0f} s.")
    return wrong


def batches():
    """Reads and writes lines, opening included. Every answer must be a solution of at most God's number of moves."""
    wrong = 0
    print("| lines | bits | longest | wall s | user s | a second |\n|---|---|---|---|---|---|")
    for puzzle, gods_number in BATCHES:
        with tempfile.TemporaryDirectory() as folder:
            positions, answers = f"{folder}/positions", f"{folder}/answers"
            with open(positions, "w") as out:
                subprocess.run([LOYD, "random", puzzle, "--count", str(LINES), "--seed", "1"], stdout=out, check=True)
            for bits in ("2", "8"):
                table = f"{folder}/{bits}.safetensors"
                build = [LOYD, "table", "build", puzzle, "--bits", bits, "-o", table]
                subprocess.run(build, capture_output=True, check=True)
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                begun = time.monotonic()
                with open(positions) as lines, open(answers, "w") as out:
                    subprocess.run([LOYD, "solve", puzzle, "-", "--table", table], stdin=lines, stdout=out, check=True)
                wall = time.monotonic() - begun
                user = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before.ru_utime
                no_solution = ("error", "stopped", "unsolvable")
                with open(answers) as lines:
                    lengths = [len(line.split()) for line in lines if not line.startswith(no_solution)]
                right = len(lengths) == LINES and max(lengths) <= gods_number
                wrong += not right
                mark = "" if right else " WRONG"
                rate = f"{LINES / wall:,.0f}"
                print(f"| {puzzle} | {bits} | {max(lengths)}{mark} | {wall:.2f} | {user:.2f} | {rate} |")
    return wrong


PARTS = {
    "censuses": censuses,
    "layers": layers,
    "scrambles": scrambles,
    "goals": goals,
    "random": random,
    "batches": batches,
}
wrong = 0
for number, part in enumerate(sys.argv[1:] or PARTS):
    print(end="\n" if number else "")
    wrong += PARTS[part]()
sys.exit(f"{wrong} wrong" if wrong else 0)
