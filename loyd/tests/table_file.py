"""What docs/formats.md says of table files, tried from outside: safetensors opens one, and its checksums find a flipped bit.

Usage: python table_file.py FORMATS.md TABLE PLANES BLOCKS NIBBLES PATTERNS CHECKPOINT, where TABLE and PLANES are sliding:2x5 by `loyd table build` with 8 and
2 bits, BLOCKS is pancake:11 by `loyd map --save`, NIBBLES is pancake:8 with 4 bits, PATTERNS is the folder of
`loyd table build 15 --heuristic 5-5-5` and `loyd table build swap:3 --heuristic projection`, and CHECKPOINT the folder of a `loyd map sliding:3x4 --disk FOLDER` that was interrupted.
Needs numpy, safetensors and xxhash from PyPI.
"""

import glob
import json
import random
import re
import sys

import numpy
import xxhash
from safetensors import safe_open

formats, path, planes, blocks, nibbles, patterns, checkpoint = sys.argv[1:]
examples = re.findall(r"```python\n(.*?)```", open(formats, encoding="utf-8").read(), re.DOTALL)
assert len(examples) == 5, f"{len(examples)} examples in Python"
of_distances, of_checkpoints, opening, damage, of_patterns = examples


def run(example, **given):
    """What an example defines that is run alone, as a reader runs it: nothing is there but what the text before it names."""
    scope = dict(given)
    exec(example, scope)
    return scope


def damaged():
    """The numbers of the damaged blocks, by the example as it stands."""
    return run(damage, path=path)["damaged"]


run(opening, path=path, print=lambda *_: None)


# One line, and the numbers are those that loyd counts. States per depth: loyd/tests/data/census.txt, sliding:2x5 with the blank last.
distances = safe_open(path, "numpy").get_tensor("distances")
assert distances.dtype == numpy.uint8 and distances.shape == (1814400,), distances
layers = numpy.bincount(distances)
assert len(layers) == 56 and layers.sum() == 1814400 and list(layers[:10]) == [1, 2, 3, 6, 11, 19, 30, 44, 68, 112], layers

assert list(safe_open(path, "numpy").get_tensor("layers")) == list(layers)

# The same in two bits, and pancake:8 in four (states per depth: OEIS A092113), by the example as it stands.
scope = run(of_distances)
assert (scope["distances"](path) == distances).all()
assert (scope["distances"](planes) == distances % 3).all()
stacks = scope["distances"](nibbles)
assert list(numpy.bincount(stacks)) == [1, 7, 42, 251, 1191, 4281, 10561, 15011, 8520, 455] and len(stacks) == 40320

# Two bits in the order of blocks, as many of each remainder as the layers say.
del distances, stacks
remainders = numpy.bincount(scope["distances"](blocks) + 1)
whole = safe_open(blocks, "numpy")
assert whole.metadata()["layout"] == "blocks/1" and whole.get_slice("distances").get_shape() == [990, 2, 630]
layers = whole.get_tensor("layers")
assert len(layers) == 14 and layers.sum() == 39916800
assert list(remainders) == [0] + [layers[r::3].sum() for r in range(3)], remainders

# The header, byte by byte.
file = open(path, "rb").read()
start = 8 + int.from_bytes(file[:8], "little")
header = json.loads(file[8:start])
assert start % 4096 == 0
for name, tensor in header.items():
    assert name.startswith("__") or tensor["data_offsets"][0] % 4096 == 0, name
metadata = header["__metadata__"]
assert metadata["loyd"] == "table/1" and metadata["puzzle"] == "sliding:2x5" and metadata["entries"] == "1814400", metadata
digits = file.index(b'"header_xxh3":"') + len(b'"header_xxh3":"')
zeroed = file[:digits] + b"0" * 16 + file[digits + 16 : start]
assert metadata["header_xxh3"] == xxhash.xxh3_64_hexdigest(zeroed)
sums = safe_open(path, "numpy").get_tensor("checksums")
assert metadata["checksums_xxh3"] == xxhash.xxh3_64_hexdigest(sums.tobytes())
identity = {k: v for k, v in metadata.items() if k not in ("loyd", "header_xxh3", "checksums_xxh3", "block")}
assert set(identity) == {"puzzle", "goal", "kind", "layout", "entries", "encoding"}, identity

# A flipped bit anywhere in the data is found, in its block.
assert damaged() == []
end = len(file) - sums.nbytes
assert len(sums) == 2
for at in [start, end - 1, start + (1 << 20) - 1, start + (1 << 20)] + random.Random(1914).sample(range(start, end), 20):
    with open(path, "r+b") as table:
        table.seek(at)
        table.write(bytes([file[at] ^ 1 << at % 8]))
    assert damaged() == [(at - start) >> 20], at
    with open(path, "r+b") as table:
        table.seek(at)
        table.write(file[at : at + 1])
assert damaged() == []

# Pattern databases, of 15 by cells and of swap:3 by placements: what the example makes of a position bounds the moves that made it.
HOME = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x".split()


def slid(random, moves):
    """A position of the 15-puzzle so many moves from its goal."""
    board, blank = HOME[:], 15
    for _ in range(moves):
        row, column = divmod(blank, 4)
        near = [4 * r + c for r, c in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] if 0 <= r < 4 and 0 <= c < 4]
        to = random.choice(near)
        board[blank], board[to], blank = board[to], "x", to
    return board


def swapped(random, moves):
    """A position of swap:3 so many moves from its goal."""
    board, straight = list("123456789"), random.random() < 0.5
    for _ in range(moves):
        cells = [(a, b) for a in range(9) for b in range(9)]
        steps = [(abs(a // 3 - b // 3), abs(a % 3 - b % 3), a, b) for a, b in cells]
        _, _, a, b = random.choice([s for s in steps if s[:2] in ([(0, 1), (1, 0)] if straight else [(1, 1)])])
        board[a], board[b], straight = board[b], board[a], not straight
    return board


def steps(board, pieces):
    """Steps of the tiles, each alone."""
    ways = ((board.index(piece), HOME.index(piece)) for piece in pieces)
    return sum(abs(a // 4 - b // 4) + abs(a % 4 - b % 4) for a, b in ways)


scopes = []
for path in sorted(glob.glob(patterns + "/*.safetensors")):
    scopes.append(run(of_patterns, path=path))
sums = [scope for scope in scopes if scope["about"]["kind"] == "additive pattern database"]
kept = [scope for scope in scopes if scope["about"]["kind"] == "projection"]
assert len(sums) == 3 and kept, [scope["about"] for scope in scopes]
pieces = [scope["about"]["notes.pieces"].split() for scope in sums]
assert sorted(sum(pieces, [])) == sorted(HOME[:15]) and "15 12 11 8 7".split() in pieces, pieces
assert all(scope["about"]["layout"] == "cells/1" and scope["table"].nbytes == 16**5 // 2 for scope in sums)
assert all(scope["about"]["layout"] == "placement/1" for scope in kept)
source, exceeded, told = random.Random(1879), 0, 0
for moves in list(range(40)) * 5:
    board = slid(source, moves)
    entries = [scope["entry_of"](" ".join(board)) for scope in sums]
    assert steps(board, HOME[:15]) + 2 * sum(entries) <= moves, (board, entries)
    exceeded += sum(entries)
    board = swapped(source, moves)
    entries = [scope["entry_of"](" ".join(board)) for scope in kept]
    assert max(entries) <= moves, (board, entries)
    told += max(entries)
assert exceeded > 20 and told > 200, (exceeded, told)
print("table files open in Python, and a flipped bit is found in its block")

# A checkpoint: the first layers are known (loyd/tests/data/census.txt), and as many states are met as are counted.
scope = run(of_checkpoints)
there = safe_open(checkpoint + "/checkpoint.safetensors", "numpy")
layers, notes = there.get_tensor("layers"), there.get_tensor("notes")
assert there.metadata()["puzzle"] == "sliding:3x4" and there.metadata()["layout"] == "blocks/2", there.metadata()
known = [1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899]
assert 1 <= len(layers) <= 54 and list(layers[: len(known)]) == known[: len(layers)], layers
assert scope["states_met"](checkpoint, 315) == layers.sum() + notes[0]
