"""Proves every distance in a table of distances, and God's number, with numpy and without code of loyd.

    python verify_distances.py TABLE PERMUTATIONS

TABLE is a file of docs/formats.md, "Distance tables": 8, 4 or 2 bits, layout `rank/1`. PERMUTATIONS is the JSON of
docs/formats.md, "Permutations": the moves, the goals, and how positions are numbered. `loyd convert --to permutations`
writes the JSON of a definition, and few lines make that of other puzzles (record/verify_distances_test.py).

What is proved. Let d be the table, without a value where the table says that no goal is reached. For every position r
and every move from r to a position s:
  1. d(r) = 0 exactly where r is a goal.
  2. If d(s) has a value, d(r) has one, and d(r) <= d(s) + 1. So along a path to a goal d falls by at most 1 a move:
     no path is shorter than d(r), and there is no path where d has no value.
  3. If d(r) > 0, some move has d(r) = d(s) + 1. Such moves, one after the other, reach a goal after d(r) moves.
So d(r) is the distance from r to the nearest goal. The proof takes no move back: moves may be one-way.
The numbering is not trusted: no two numbers may be one position, what moves change must be told apart, and every move
must lead to a position with a number. A wrong numbering fails, and proves nothing that is false.

Two bits give d modulo 3, and modulo 3 condition 3 may hold on a circle of moves that reaches no goal. Therefore depths
come first: a goal has depth 0, and a position with the remainder of k + 1 that a move takes to depth k has depth k + 1.
The conditions are checked for the depths, and a position without depth must have the code for "no goal is reached".
"""

import json
import sys
from itertools import count
from math import factorial

import numpy as np


def need(holds, *what):
    if not holds:
        raise SystemExit(" ".join(["NOT proved:", *map(str, what)]))


def read_table(path):
    """The distances by number (-1: no goal is reached), whether modulo 3, and the numbers of positions by distance."""
    data = np.fromfile(path, np.uint8)
    start = 8 + int(data[:8].view("<u8")[0])
    header = json.loads(bytes(data[8:start]))
    about = header["__metadata__"]
    need(about["kind"] + about["layout"] == "distancesrank/1", "found", about["kind"], about["layout"])

    def tensor(name):
        begin, end = header[name]["data_offsets"]
        return data[start + begin : start + end].view({"U8": "<u1", "U64": "<u8"}[header[name]["dtype"]])

    table, layers, none = tensor("distances"), tensor("layers"), 255
    if is_modulo := about["encoding"].startswith("two planes"):
        low, high = (np.unpackbits(table[bit::2].copy().view(np.uint8), bitorder="little") for bit in range(2))
        table = low + 2 * high - 1
    if about["encoding"].startswith("nibbles"):
        table, none = np.stack([table & 15, table >> 4], axis=1).ravel(), 15
    return np.where(table == none, -1, table.astype(np.int16))[: int(about["entries"])], is_modulo, layers


def permutations(numbers, length, odd=None):
    """Permutations of 0 to length - 1 by their Lehmer codes, an array a place. With parities: one of every two codes."""
    columns, numbers = [], numbers if odd is None else 2 * numbers
    for at in range(length):
        digit, numbers = np.divmod(numbers, factorial(length - 1 - at))
        columns.append(digit.astype(np.uint8))
    for at in reversed(range(length)):
        for later in range(at + 1, length):
            columns[later] += columns[later] >= columns[at]
    if odd is None:
        return columns
    swapped = [before > after for at, before in enumerate(columns) for after in columns[at + 1 :]]
    other, (*columns, first, second) = np.sum(swapped, axis=0) % 2 != odd, columns
    return [*columns, np.where(other, second, first), np.where(other, first, second)]


def arrangements(about, kind, spec, entries):
    """The graph of positions that are labels, all different, of at most 16 points: Lehmer codes, a blank, a group."""
    points, labels, numbers = spec["points"], np.array(spec["labels"]), np.arange(entries)
    length, goals = len(points), np.array(about["goals"])[:, points]
    need(length <= 16 and (np.diff(np.sort(labels)) > 0).all(), "more than 16 labels, or the same twice")
    need((np.sort(goals) == np.sort(labels)).all(), "a goal has other labels")
    changed = {at for move in about["moves"] for at, image in enumerate(move["images"]) if at != image}
    need(changed <= set(points), "moves change points that have no number")
    if kind == "group":
        places = np.broadcast_to(np.arange(length, dtype=np.uint8)[:, None], (length, entries))
        for level in reversed(spec["base"]):
            elements = np.array(level["elements"], np.uint8)
            numbers, digit = np.divmod(numbers, len(elements))
            places = elements[digit, places]
        columns = np.argsort(places, axis=0)
    elif kind == "sliding":
        order, blank = np.divmod(numbers, length)
        tiles = [1 + tile for tile in permutations(order, length - 1, np.array(spec["odd"])[blank])]
        pairs = zip(range(length), [*tiles, tiles[0]], [tiles[0], *tiles])
        columns = [np.select([cell < blank, cell > blank], [left, right]) for cell, left, right in pairs]
    else:
        need(kind == "lehmer", "unknown ranks", kind)
        columns = permutations(numbers, length, False if spec["half"] else None)
    index = np.zeros(labels.max() + 1, np.uint64)
    index[labels] = np.arange(length)
    key = lambda held: sum(index[held[point]] << np.uint64(4 * at) for at, point in enumerate(points))
    here = dict(zip(points, (labels[column] for column in columns)))
    order, keys = np.argsort(key(here)), np.sort(key(here))
    need((np.diff(keys) > 0).all(), "two numbers are one position")

    def number(held):
        at = np.minimum(np.searchsorted(keys, key(held)), entries - 1)
        need((keys[at] == key(held)).all(), "a position has no number")
        return order[at]

    def edge(move):
        can = [np.isin(here[when["point"]], when["labels"]) for when in move.get("when", [])]
        before = np.nonzero(np.all(can, axis=0))[0] if can else np.arange(entries)
        return before, number({move["images"][point]: column[before] for point, column in here.items()})

    return number(dict(zip(points, goals.T))), [edge(move) for move in about["moves"]]


def coordinates(about, specs, entries):
    """The graph of positions that are tuples of coordinates, each of which moves change by itself."""
    need(not any(move.get("when") for move in about["moves"]), "moves with conditions on coordinates are not read")
    moves, goals, views = about["moves"], np.array(about["goals"]), [[] for _ in range(about["points"])]

    def part(spec):
        """A coordinate: its values at the goals, and a row for each move with the value after each value."""
        if isinstance(spec, list):
            (left, first), (right, second) = map(part, spec)
            of = second.shape[1]
            starts = left * of + right
            step = lambda values, m: first[m][values // of] * of + second[m][values % of]
        else:
            points = spec["points"]
            [views[point].append(spec) for point in points]
            starts = goals[:, points] // spec["divide"] % spec["modulo"]
            images = [[points.index(move["images"][point]) for point in points] for move in moves]
            step = lambda values, m: values[:, np.argsort(images[m])]
        found, size = np.unique(starts, axis=0), 0
        while len(found) > size:
            size = len(found)
            found = np.unique(np.concatenate([found, *(step(found, m) for m in range(len(moves)))]), axis=0)
        place = lambda values: np.unique(np.concatenate([found, values]), axis=0, return_inverse=True)[1].ravel()[size:]
        return place(starts), np.stack([place(step(found, m)) for m in range(len(moves))])

    starts, tables = zip(*map(part, specs))
    need(np.prod([table.shape[1] for table in tables]) == entries, "expected another number of entries")
    for seen in views:
        labels = np.unique(goals[:, sorted({point for view in seen for point in view["points"]})])
        values = {tuple(label // view["divide"] % view["modulo"] for view in seen) for label in labels}
        need(len(values) == len(labels) > 0, "two labels of a point have the same number")

    def mixed(values):
        number = np.zeros(1, np.int64)
        for value, table in zip(values, tables):
            number = (number[:, None] * table.shape[1] + value).ravel()
        return number

    edges = [(np.arange(entries), mixed([table[m] for table in tables])) for m in range(len(moves))]
    return np.concatenate([mixed([start[at] for start in starts]) for at in range(len(goals))]), edges


def graph(about, entries):
    """The numbers of the goals; and for every move the numbers at which it is made, and those it leads to."""
    for move in about["moves"]:
        need(sorted(move["images"]) == list(range(about["points"])), "expected permutations of all points")
        need(move.get("cost", 1) == 1, "expected moves of cost 1")
    ((kind, spec),) = about["ranks"].items()
    need(kind != "mixed", "digits by formula are not read")
    if kind == "coordinates":
        return coordinates(about, spec, entries)
    return arrangements(about, kind, spec, entries)


def verify(table, goals, edges):
    """The numbers of positions by distance, each of which is proved."""
    told, is_modulo, layers = table
    depth = told
    if is_modulo:
        depth = np.full(len(told), -1, np.int16)
        depth[goals] = 0
        for layer in count(1):
            for before, after in edges:
                near = before[depth[after] == layer - 1]
                depth[near[(depth[near] < 0) & (told[near] == layer % 3)]] = layer
            if not (depth == layer).any():
                break
        need(((depth >= 0) == (told >= 0)).all(), "a remainder of a position that no walk explains")
        need((depth[depth >= 0] % 3 == told[told >= 0]).all(), "a goal has another remainder than 0")
    need(np.array_equal(np.unique(goals), np.nonzero(depth == 0)[0]), "the goals are not the positions with 0")
    has_next = depth <= 0
    for before, after in edges:
        here, there = depth[before], depth[after]
        need(not ((there >= 0) & ((here < 0) | (here > there + 1))).any(), "a move skips a layer")
        has_next[before[(there >= 0) & (here == there + 1)]] = True
    need(has_next.all(), "a position has no move that leads nearer: number", np.argmin(has_next))
    found = np.bincount(depth[depth >= 0])
    need(np.array_equal(found, layers), "the tensor `layers` is not of these distances")
    return found


if __name__ == "__main__":
    table = read_table(sys.argv[1])
    layers = verify(table, *graph(json.load(open(sys.argv[2], encoding="utf-8")), len(table[0])))
    print(f"proved: {layers.sum()} positions, God's number {len(layers) - 1}, layers {layers.tolist()}")
