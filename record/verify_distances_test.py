"""Builds tables of distances, has verify_distances.py prove them, and damages them: every damage must be found.

    python verify_distances_test.py LOYD FOLDER

LOYD is the command, FOLDER takes the files. Needs numpy and xxhash from PyPI.
"""

import json
import os
import pathlib
import random
import subprocess
import sys

import xxhash

from verify_distances import graph, read_table, verify

LOYD, FOLDER = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
DATA = "tests/data/definitions"
# Puzzle, bits, and numbers of positions by distance, or God's number, as published:
# 3x3 and 2x5 OEIS A087725 and loyd/tests/data/census.txt, 2x2x2 https://www.jaapsch.net/puzzles/cube2.htm, the skewb
# https://www.jaapsch.net/puzzles/skewb.htm, pancakes OEIS A058986; LX and the star: A. Chervov et al., CayleyPy growth.
CASES = [
    ("sliding:3x3", 2, 31, 181440),
    ("sliding:2x5", 8, 55, 1814400),
    ("pancake:9", 4, 10, 362880),
    ("@definitions/2x2x2.loyd", 4, 11, 3674160),
    ("skewb", 8, 11, 3149280),
    ("m12", 2, None, 95040),
    (f"@{DATA}/lx9.loyd", 8, 45, 362880),
    (f"@{DATA}/star9.loyd", 2, 12, 362880),
    ("@beads.tws", 8, None, 1410864),
    ("@turned.tws", 2, None, 1653372),
]
# The longest case.
if os.environ.get("LOYD_LONG"):
    CASES.append(("@even.tws", 8, None, 3628800))

# Puzzles with digits by formula, each beside two pieces that one move exchanges: beads of two colours on a ring of 22; 9
# pieces of two kinds on a ring, with orientations, whose sum no move changes; and even orders of 10 pieces on a ring. Two
# moves reflect the ring.
FORMULAS = {"beads": ([1] * 11 + [2] * 11, 1), "turned": ([1] * 4 + [2] * 5, 3), "even": (list(range(1, 11)), 1)}


def reflected(count, by):
    return [(by - at) % count + 1 for at in range(count)]


def write_formulas():
    """Writes the puzzles as files of twsearch."""
    for name, (pieces, turns) in FORMULAS.items():
        count, plain = len(pieces), [0] * len(pieces)
        swapped = [2, 1, 4, 3, *range(5, count + 1)] if name == "even" else [2, 1, *range(3, count + 1)]
        moves = [
            [("A", reflected(count, 0), plain), ("B", [2, 1], [0, 0])],
            [("A", reflected(count, 2), plain)],
            [("A", swapped, [1 % turns, turns - 1] + plain[2:])],
        ]
        if turns > 1:
            moves.append([("A", list(range(1, count + 1)), [1, 0, 2] + plain[3:])])
        words = lambda numbers: " ".join(map(str, numbers))
        lines = [f"Name {name}", f"Set A {count} {turns}", "Set B 2 1", "Solved", "A", words(pieces), "B", "1 2", "End"]
        for letter, move in zip("PQRS", moves):
            parts = [[key, words(places), *([words(turned)] if key == "A" else [])] for key, places, turned in move]
            lines += [f"Move {letter}", *sum(parts, []), "End"]
        (FOLDER / f"{name}.tws").write_text("\n".join(lines) + "\n")


def sliding(rows, columns):
    """The sliding puzzle as permutations: the blank, label 0, is exchanged with a neighbour; at the goal it is last."""
    cells, moves = rows * columns, []
    for blank in range(cells):
        row, column = divmod(blank, columns)
        for to in [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]:
            if 0 <= to[0] < rows and 0 <= to[1] < columns:
                images = list(range(cells))
                images[blank], images[to[0] * columns + to[1]] = to[0] * columns + to[1], blank
                moves.append({"images": images, "when": [{"point": blank, "labels": [0]}]})
    # Reading cell by cell, a step up or down takes a tile past columns - 1 others.
    odd = [(rows - 1 - cell // columns) * (columns - 1) % 2 == 1 for cell in range(cells)]
    ranks = {"sliding": {"points": list(range(cells)), "labels": list(range(cells)), "odd": odd}}
    return {"points": cells, "goals": [[*range(1, cells), 0]], "moves": moves, "ranks": ranks}


def pancake(count):
    """The stack of pancakes as permutations: a flip reverses the top ones."""
    pans = list(range(count))
    moves = [{"images": pans[:flipped][::-1] + pans[flipped:]} for flipped in range(2, count + 1)]
    ranks = {"lehmer": {"points": pans, "labels": pans, "half": False}}
    return {"points": count, "goals": [pans], "moves": moves, "ranks": ranks}


def permutations(puzzle):
    """The moves: of families by their rules, of definitions as loyd converts them."""
    family, _, size = puzzle.partition(":")
    if family == "sliding":
        return sliding(*map(int, size.split("x")))
    if family == "pancake":
        return pancake(int(size))
    return json.loads(subprocess.check_output([LOYD, "convert", puzzle, "--to", "permutations"]))


def refused(prove):
    """Whether the proof fails."""
    try:
        prove()
    except SystemExit:
        return True
    return False


def damage(data, at, value):
    """Writes the file with one changed byte and with valid checksums, so that loyd itself reads it."""
    data = bytearray(data)
    data[at] = value
    start = 8 + int.from_bytes(data[:8], "little")
    begin, end = json.loads(bytes(data[8:start]))["checksums"]["data_offsets"]
    blocks = (data[at : min(at + (1 << 20), start + begin)] for at in range(start, start + begin, 1 << 20))
    digests = (xxhash.xxh3_64_intdigest(bytes(block)) for block in blocks)
    data[start + begin : start + end] = b"".join(digest.to_bytes(8, "little") for digest in digests)
    put(data, start, b'"checksums_xxh3":"', xxhash.xxh3_64_hexdigest(bytes(data[start + begin : start + end])))
    put(data, start, b'"header_xxh3":"', "0" * 16)
    put(data, start, b'"header_xxh3":"', xxhash.xxh3_64_hexdigest(bytes(data[:start])))
    return data


def put(data, start, key, digits):
    at = data.index(key, 0, start) + len(key)
    data[at : at + 16] = digits.encode()


def main():
    FOLDER.mkdir(exist_ok=True)
    source = random.Random(20261124)
    write_formulas()
    for number, (puzzle, bits, farthest, positions) in enumerate(CASES):
        if puzzle[1:-4] in FORMULAS:
            puzzle = f"@{FOLDER / puzzle[1:]}"
        path = FOLDER / f"{number}.safetensors"
        build = [LOYD, "-q", "table", "build", puzzle, "--bits", str(bits), "-o", path]
        subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
        about = permutations(puzzle)
        table = read_table(path)
        goals, edges = graph(about, len(table[0]))
        layers = verify(table, goals, edges)
        assert farthest in (None, len(layers) - 1) and layers.sum() == positions, (puzzle, layers)
        print(f"{puzzle}: proved: {layers.sum()} positions, God's number {len(layers) - 1}", flush=True)
        # One byte of the distances is changed, at the beginning, at the end, and in between.
        data = path.read_bytes()
        start = 8 + int.from_bytes(data[:8], "little")
        begin, end = json.loads(data[8:start])["distances"]["data_offsets"]
        length = {8: positions, 4: (positions + 1) // 2, 2: positions // 64 * 16}[bits]
        for at in [0, length - 1, source.randrange(length)]:
            at += start + begin
            path.write_bytes(damage(data, at, data[at] ^ 1 << source.randrange(8)))
            # The checksums of the table are valid, so loyd opens it.
            known = subprocess.run([LOYD, "table", "info", path], stdout=subprocess.DEVNULL)
            assert known.returncode == 0, (puzzle, at)
            refuses = refused(lambda: verify(read_table(path), goals, edges))
            assert refuses, f"{puzzle}: byte {at} was changed, and all is proved"
        path.write_bytes(data)
        # The moves of another puzzle do not prove the table.
        assert refused(lambda: verify(table, goals, edges[1:])), f"{puzzle}: a move is missing, and all is proved"
    # A state outside of the numbering is not proved.
    about = permutations("skewb")
    about["ranks"]["coordinates"].pop()
    assert refused(lambda: graph(about, 3149280))


main()
