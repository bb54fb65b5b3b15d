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
from math import factorial, prod

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


class Digit:
    """A digit by formula: the kinds of pieces in slots, and their orientations (docs/formats.md)."""

    def __init__(self, spec, goals):
        self.points, self.divide, kinds = np.array(spec["points"]), spec["divide"], spec["kinds"]
        self.odd, self.modulus = spec["odd"], spec["modulus"]
        self.classes = [kind["class"] for kind in kinds]
        self.counts = [kind["count"] for kind in kinds]
        self.orientations = np.array([kind["orientations"] for kind in kinds])
        need(sum(self.counts) == len(self.points), "a digit with another number of pieces than slots")
        need(self.odd is None or set(self.counts) == {1}, "half of the orders of pieces that are alike")
        last = max((kind for kind, turns in enumerate(self.orientations) if turns > 1), default=None)
        need(last is not None or self.modulus == 1, "a sum of no orientations")
        need(last is None or self.orientations[last] % self.modulus == 0, "a sum modulo no divisor")
        turns = [int(turns) ** count for turns, count in zip(self.orientations, self.counts)]
        self.turns = prod(turns) // self.modulus
        self.size = self.turns * factorial(len(self.points)) // (1 if self.odd is None else 2)
        for count in self.counts:
            self.size //= factorial(count)
        (self.sum,) = {int(sum(self.seen(goal)[1])) % self.modulus for goal in goals}
        # How much greater than at its first point the side of a piece is at the other points of its slot.
        self.sides = np.full((len(kinds), self.divide), -1)
        for goal in goals:
            for point, kind, turn in zip(self.points, *self.seen(goal)):
                of = self.orientations[kind]
                sides = (goal[point : point + self.divide] % self.divide - turn) % of
                need((self.sides[kind] < 0).all() or (self.sides[kind] == sides).all(), "sides in two orders")
                self.sides[kind] = sides

    def seen_of(self, label):
        """The kind and the orientation that a label stands for."""
        kind = 0 if self.classes[0] is None else self.classes.index(label // self.divide)
        return kind, label % self.divide % self.orientations[kind]

    def seen(self, goal):
        return np.array([self.seen_of(goal[point]) for point in self.points]).T

    def turned(self, kinds):
        """By kind and slot, whether the digit there is the next one, and the number of its values."""
        left = sum(count for count, turns in zip(self.counts, self.orientations) if turns > 1)
        place = np.full(kinds.shape[1], left)
        for kind, of in enumerate(self.orientations):
            for slot in range(len(kinds)) if of > 1 else []:
                here = kinds[slot] == kind
                yield slot, here, np.where(here & (place == 1), of // self.modulus, of), here & (place == 1)
                place = place - here

    def number(self, kinds, turns):
        number, free = np.zeros(kinds.shape[1], np.int64), np.ones(kinds.shape, bool)
        for kind, count in enumerate(self.counts[:-1]):
            left, digit, before = count_left(free), np.zeros_like(number), np.zeros_like(number)
            for slot in range(len(kinds)):
                here = kinds[slot] == kind
                before += here
                digit += np.where(here, CHOOSE[left[slot], before], 0)
            number = number * CHOOSE[sum(self.counts[kind:]), count] + digit
            free &= kinds != kind
        number = number // 2 if self.odd is not None else number
        turn = np.zeros_like(number)
        for slot, here, values, is_last in self.turned(kinds):
            digit = np.where(is_last, turns[slot] // self.modulus, turns[slot])
            turn = np.where(here, turn * values + digit, turn)
        return number * self.turns + turn

    def pieces(self):
        """The kinds and the orientations of every number."""
        order, turn = np.divmod(np.arange(self.size), self.turns)
        kinds = self.kinds(order if self.odd is None else 2 * order)
        if self.odd is not None:
            above = [kinds[at] > kinds[later] for at in range(len(kinds)) for later in range(at + 1, len(kinds))]
            other = np.sum(above, axis=0) % 2 != self.odd
            kinds = np.where(other, self.kinds(2 * order + 1), kinds)
        turns, sums = np.zeros_like(kinds), np.zeros(self.size, np.int64)
        for slot, here, values, is_last in reversed(list(self.turned(kinds))):
            rest, digit = np.divmod(turn, values)
            turn = np.where(here, rest, turn)
            turns[slot] = np.where(here, np.where(is_last, digit * self.modulus, digit), turns[slot])
            sums += np.where(here & ~is_last, digit, 0)
        for slot, here, values, is_last in self.turned(kinds):
            turns[slot] += np.where(is_last, (self.sum - sums) % self.modulus, 0).astype(turns.dtype)
        return kinds, turns

    def kinds(self, order):
        kinds, digits = np.full((len(self.points), self.size), len(self.counts) - 1, np.int16), []
        for kind in reversed(range(len(self.counts) - 1)):
            order, digit = np.divmod(order, CHOOSE[sum(self.counts[kind:]), self.counts[kind]])
            digits.append((kind, digit))
        free = np.ones(kinds.shape, bool)
        for kind, digit in reversed(digits):
            left, still = count_left(free), np.full(self.size, self.counts[kind])
            for slot in reversed(range(len(kinds))):
                here = free[slot] & (still > 0) & (CHOOSE[left[slot], still] <= digit)
                digit = np.where(here, digit - CHOOSE[left[slot], still], digit)
                still = still - here
                kinds[slot] = np.where(here, kind, kinds[slot])
                free[slot] &= ~here
        return kinds

    def table(self, moves):
        """A row for each move, with the number after each number."""
        kinds, turns = self.pieces()
        need((self.number(kinds, turns) == np.arange(self.size)).all(), "two numbers are one arrangement")
        rows = []
        for move in moves:
            source = np.argsort(move["images"])[self.points]
            slot = np.searchsorted(self.points, source, side="right") - 1
            offset = source - self.points[slot]
            need(((slot >= 0) & (offset < self.divide)).all(), "a move takes pieces out of the slots of a digit")
            after = kinds[slot]
            turn = (turns[slot] + self.sides[after, offset[:, None]]) % self.orientations[after]
            rows.append(self.number(after, turn))
        return np.stack(rows)


CHOOSE = np.zeros((129, 130), np.int64)
for row in range(129):
    for of in range(min(row, 60) + 1):
        CHOOSE[row, of] = min(1 if of == 0 else CHOOSE[row - 1, of - 1] + CHOOSE[row - 1, of], 1 << 61)


def count_left(free):
    """For each slot, how many free slots come before it."""
    return np.cumsum(free, axis=0) - free


def coordinates(about, specs, entries):
    """The graph of positions that are tuples of coordinates, each of which moves change by itself."""
    need(not any(move.get("when") for move in about["moves"]), "moves with conditions on coordinates are not read")
    moves, goals, views = about["moves"], np.array(about["goals"]), [[] for _ in range(about["points"])]

    def part(spec):
        """A coordinate: its values at the goals, and a row for each move with the value after each value."""
        if "kinds" in spec:
            digit = Digit(spec, goals)
            for point in (point + at for point in spec["points"] for at in range(spec["divide"])):
                views[point].append((spec["points"], digit.seen_of))
            return np.array([digit.number(*digit.seen(goal)[:, :, None])[0] for goal in goals]), digit.table(moves)
        if isinstance(spec, list):
            (left, first), (right, second) = map(part, spec)
            of = second.shape[1]
            starts = left * of + right
            step = lambda values, m: first[m][values // of] * of + second[m][values % of]
        else:
            points = spec["points"]
            value = lambda label: label // spec["divide"] % spec["modulo"]
            [views[point].append((points, value)) for point in points]
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
        labels = np.unique(goals[:, sorted({point for points, _ in seen for point in points})])
        values = {tuple(value(label) for _, value in seen) for label in labels}
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
    if kind in ("coordinates", "mixed"):
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
