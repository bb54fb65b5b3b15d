#!/usr/bin/env python3
"""Writes the bundled puzzles that turn in space, from their geometry: python3 from_geometry.py

A slot has a place and sides: directions, in the order of its name's letters. A turn takes places to places, and a
piece is turned by as many sides as its first side comes to lie behind the first side of its new slot.
"""

from math import atan2, cos, isclose, pi, sin, sqrt

WIDTH = 100


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def scale(a, factor):
    return tuple(x * factor for x in a)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    return scale(a, 1 / sqrt(dot(a, a)))


def is_same(a, b):
    return all(isclose(x, y, abs_tol=1e-6) for x, y in zip(a, b))


def turned(a, axis, angle):
    """A vector turned around an axis, clockwise as seen from the axis' end."""
    axis, angle = unit(axis), -angle
    along = scale(axis, dot(axis, a) * (1 - cos(angle)))
    return add(add(scale(a, cos(angle)), scale(cross(axis, a), sin(angle))), along)


class Slot:
    def __init__(self, name, place, sides):
        self.name, self.place, self.sides = name, place, sides


class Puzzle:
    def __init__(self, title, notes):
        self.title, self.notes = title, notes
        self.sets, self.moves, self.picture, self.solved = [], [], [], None
        self.colours, self.tiles, self.faces = {}, [], []

    def add_set(self, name, slots, orientations=1):
        self.sets.append((name, slots, orientations))

    def add_turn(self, name, axis, order, is_moved, is_rotation=False):
        cycles = []
        for _, slots, orientations in self.sets:
            cycles += self.cycles_of(slots, orientations, axis, 2 * pi / order, is_moved)
        self.moves.append((name, cycles, is_rotation))

    def cycles_of(self, slots, orientations, axis, angle, is_moved):
        target, cycles, seen = {}, [], set()
        for slot in slots:
            if not is_moved(slot.place):
                continue
            place = turned(slot.place, axis, angle)
            (to,) = [other for other in slots if is_same(other.place, place)]
            twist = 0
            if orientations > 1:
                side = turned(slot.sides[0], axis, angle)
                (twist,) = [k for k, other in enumerate(to.sides) if is_same(other, side)]
            target[slot.name] = (to.name, twist)
        for first in target:
            cycle, at = [], first
            while at not in seen:
                seen.add(at)
                at, twist = target[at]
                cycle.append(at + (f"+{twist}" if twist else ""))
            if len(cycle) > 1 or any("+" in word for word in cycle):
                cycles.append("(" + " ".join(cycle[-1:] + cycle[:-1]) + ")")
        return cycles

    def draw(self, cells):
        """Draws cells: row and column to slot and side."""
        rows, columns = (1 + max(cell[part] for cell in cells) for part in (0, 1))
        grid = [["."] * columns for _ in range(rows)]
        for (row, column), (slot, side) in cells.items():
            grid[row][column] = slot.name + (f"+{side}" if side else "")
        widths = [max(len(row[column]) for row in grid) for column in range(columns)]
        for row in grid:
            self.picture.append(" ".join(word.ljust(width) for word, width in zip(row, widths)).rstrip())

    def add_face(self, name, at, right, down, rows):
        """A face of the drawing: a point, the steps from there to the right and down, and rows of slots with sides."""
        self.faces.append((name, at, right, down, rows))

    def count_in(self, parts):
        """Counts the steps of faces in parts of a step."""
        self.tiles = [[scale(corner, parts) for corner in tile] for tile in self.tiles]
        self.faces = [
            (name, scale(at, parts), right, down, rows) for name, at, right, down, rows in self.faces
        ]

    def drawing(self):
        colours = ", ".join(f'{text} = "{colour}"' for text, colour in self.colours.items())
        lines = ["", "[drawing]", f"colours = {{ {colours} }}"]
        if self.tiles:
            tiles = ['"' + ", ".join(whole(corner) for corner in tile) + '"' for tile in self.tiles]
            lines += ["tiles = [", *(f"  {tile}," for tile in tiles), "]"]
        lines += ["", "[drawing.faces]"]
        for name, at, right, down, rows in self.faces:
            places = f'at = "{whole(at)}", right = "{whole(right)}", down = "{whole(down)}"'
            cells = wrapped(rows[0]) if len(rows) == 1 else '"""\n' + "\n".join(map(" ".join, rows)) + '"""'
            lines.append(f"{name} = {{ {places}, cells = {cells} }}")
        return lines

    def write(self, file):
        lines = [f"# {note}" for note in self.notes]
        lines += [f'name = "{self.title}"', 'picture = """', *self.picture, '"""']
        if self.solved:
            lines += ["", "[solved]"]
            lines += [f'{name} = "{text}"' for name, text in self.solved]
        lines += ["", "[sets]"]
        for name, slots, orientations in self.sets:
            names = wrapped([slot.name for slot in slots])
            if orientations == 1:
                lines.append(f"{name} = {names}")
            else:
                lines += [f"{name}.orientations = {orientations}", f"{name}.slots = {names}"]
        lines += self.drawing()
        lines += ["", "[moves]"]
        for name, cycles, is_rotation in self.moves:
            if is_rotation:
                lines += [f"{name}.rotation = true", f"{name}.cycles = {wrapped(cycles)}"]
            else:
                lines.append(f"{name} = {wrapped(cycles)}")
        with open(file, "w", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n")


def wrapped(words):
    """A TOML string of words, in lines where it is long."""
    if sum(len(word) + 1 for word in words) <= WIDTH - 20:
        return '"' + " ".join(words) + '"'
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) + 1 > WIDTH:
            lines.append(line)
            line = ""
        line += (" " if line else "") + word
    return '"""\n' + "\n".join(lines + [line]) + '"""'


def whole(point):
    return " ".join(str(round(number)) for number in point)


# The colours of the World Cube Association.
COLOURS = {"U": "white", "R": "red", "F": "green", "D": "yellow", "L": "orange", "B": "blue"}

FACES = {"U": (0, 1, 0), "D": (0, -1, 0), "R": (1, 0, 0), "L": (-1, 0, 0), "F": (0, 0, 1), "B": (0, 0, -1)}
ROTATIONS = {"x": "R", "y": "U", "z": "F"}

# Where each face of the net lies, and the directions of its rows and columns.
NET = {
    "U": (0, 1, (0, 0, 1), (1, 0, 0)),
    "L": (1, 0, (0, -1, 0), (0, 0, 1)),
    "F": (1, 1, (0, -1, 0), (1, 0, 0)),
    "R": (1, 2, (0, -1, 0), (0, 0, -1)),
    "B": (1, 3, (0, -1, 0), (-1, 0, 0)),
    "D": (2, 1, (0, 0, -1), (1, 0, 0)),
}


def faces_of(place, reach):
    return [face for face in "UDFBRL" if isclose(dot(FACES[face], place), reach)]


def corner(place, reach):
    """A corner with its sides clockwise, the one of U or D first."""
    first, *others = faces_of(place, reach)
    # Clockwise from outside: (first, second, third) is left-handed.
    others.sort(key=lambda face: dot(cross(FACES[first], FACES[face]), place))
    names = [first] + others
    return Slot("".join(names), place, [FACES[name] for name in names])


def edge(place, reach):
    names = faces_of(place, reach)
    return Slot("".join(names), place, [FACES[name] for name in names])


def cells_of_net(slots, size):
    """Every cell of a cube's net that shows a slot's side."""
    cells = {}
    for face, (block_row, block_column, down, right) in NET.items():
        for row in range(size):
            for column in range(size):
                middle = size - 1
                at = add(scale(down, 2 * row - middle), scale(right, 2 * column - middle))
                at = add(at, scale(FACES[face], middle))
                for slot in slots:
                    if is_same(slot.place, at):
                        side = slot.sides.index(FACES[face])
                        cells[(block_row * size + row, block_column * size + column)] = (slot, side)
    return cells


def word(slot, side):
    return slot.name + (f"+{side}" if side else "")


def add_faces_of_cube(puzzle, cells, size, in_rows):
    """The faces of a cube whose net has these cells."""
    puzzle.colours = COLOURS
    for face, (block_row, block_column, down, right) in NET.items():
        at = add(scale(FACES[face], size), scale(add(down, right), -size))
        rows = []
        for row in range(size):
            columns = [(block_row * size + row, block_column * size + column) for column in range(size)]
            rows.append([word(*cells[cell]) for cell in columns if cell in cells])
        rows = rows if in_rows else [sum(rows, [])]
        puzzle.add_face(face, at, scale(right, 2), scale(down, 2), rows)


def grid(size):
    return range(1 - size, size, 2)


def cubies(size, outer):
    """The places of a cube's pieces with so many coordinates at its surface."""
    reach = size - 1
    places = [(x, y, z) for y in reversed(grid(size)) for z in reversed(grid(size)) for x in reversed(grid(size))]
    return [place for place in places if sum(abs(c) == reach for c in place) == outer]


def cube(size, title, notes):
    puzzle = Puzzle(title, notes)
    reach = size - 1
    corners = [corner(place, reach) for place in cubies(size, 3)]
    puzzle.add_set("corners", corners, 3)
    slots = list(corners)
    if size == 3:
        edges = [edge(place, reach) for place in cubies(size, 2)]
        centres = [Slot(faces_of(place, reach)[0], place, [FACES[faces_of(place, reach)[0]]]) for place in cubies(3, 1)]
        puzzle.add_set("edges", edges, 2)
        puzzle.add_set("centres", centres)
        slots += edges + centres
    if size == 4:
        wings = by_first((1, 3, 3), "UF")
        centres = []
        for face, (_, _, down, right) in NET.items():
            for number, (row, column) in enumerate([(-1, -1), (-1, 1), (1, -1), (1, 1)]):
                place = add(scale(FACES[face], reach), add(scale(down, row), scale(right, column)))
                centres.append(Slot(f"{face}{number + 1}", place, [FACES[face]]))
        puzzle.add_set("wings", wings)
        puzzle.add_set("centres", centres)
        puzzle.solved = [("centres", " ".join(slot.name[0] for slot in centres))]
        slots += wings + centres
    for depth, suffix in [(1, ""), (2, "w")][: size // 2]:
        for face in "URFDLB":
            normal = FACES[face]
            least = reach - 2 * (depth - 1)
            puzzle.add_turn(face + suffix, normal, 4, lambda at: dot(normal, at) > least - 0.5)
    for name, face in ROTATIONS.items():
        puzzle.add_turn(name, FACES[face], 4, lambda at: True, is_rotation=True)
    cells = cells_of_net(slots, size)
    puzzle.draw(cells)
    add_faces_of_cube(puzzle, cells, size, in_rows=True)
    return puzzle


def rotations():
    """All turns of a cube, each as a list of quarter turns."""
    known, found = [], [[]]
    for path in found:
        image = tuple(tuple(round(c) for c in after(FACES[face], path)) for face in "URF")
        if image not in known:
            known.append(image)
            found += [path + [face] for face in "URF"]
            yield path


def after(vector, path):
    for face in path:
        vector = turned(vector, FACES[face], pi / 2)
    return vector


def face_at(direction):
    (face,) = [face for face, normal in FACES.items() if is_same(normal, direction)]
    return face


def by_first(place, name, order=2, is_kept=lambda path: True):
    """Slots of pieces that cannot be turned in their places: images of one of them."""
    slots = {}
    for path in rotations():
        if is_kept(path):
            sides = [after(FACES[letter], path) for letter in name]
            slot = Slot("".join(map(face_at, sides)), tuple(round(c) for c in after(place, path)), None)
            slot.sides = [FACES[letter] for letter in slot.name]
            slots.setdefault(slot.place, slot)
    return list(slots.values())


def skewb():
    notes = ["The corner UFR stays in its place: every turn takes the half of the cube around another corner."]
    puzzle = Puzzle("skewb", notes)
    corners = [corner(place, 2) for place in cubies(3, 3)]
    centres = [Slot(faces_of(place, 2)[0], place, [FACES[faces_of(place, 2)[0]]]) for place in cubies(3, 1)]
    puzzle.add_set("corners", corners, 3)
    puzzle.add_set("centres", centres)
    for name, at in {"R": "DRB", "U": "UBL", "L": "DFL", "B": "DBL"}.items():
        axis = add(add(FACES[at[0]], FACES[at[1]]), FACES[at[2]])
        puzzle.add_turn(name, axis, 3, lambda place: dot(axis, place) > 0)
    for name, face in ROTATIONS.items():
        puzzle.add_turn(name, FACES[face], 4, lambda at: True, is_rotation=True)
    cells = cells_of_net(corners + centres, 3)
    puzzle.draw(cells)
    add_faces_of_cube(puzzle, cells, 3, in_rows=False)
    # A square between four triangles.
    puzzle.tiles = [
        [(0, 0), (1.5, 0), (0, 1.5)],
        [(1.5, 0), (3, 0), (3, 1.5)],
        [(1.5, 0), (3, 1.5), (1.5, 3), (0, 1.5)],
        [(0, 1.5), (1.5, 3), (0, 3)],
        [(3, 1.5), (3, 3), (1.5, 3)],
    ]
    puzzle.count_in(2)
    return puzzle


def dino():
    notes = ["Every turn takes the three edges around a corner. An edge has one orientation in each place."]
    puzzle = Puzzle("dino", notes)
    # An even number of quarter turns: the turns of a tetrahedron.
    edges = by_first((0, 2, 2), "UF", is_kept=lambda path: len(path) % 2 == 0)
    puzzle.add_set("edges", edges)
    for place in cubies(3, 3):
        puzzle.add_turn(corner(place, 2).name, place, 3, lambda at: dot(place, at) > 7.9)
    cells = cells_of_net(edges, 3)
    puzzle.draw(cells)
    add_faces_of_cube(puzzle, cells, 3, in_rows=False)
    middle = (1.5, 1.5)
    puzzle.tiles = [
        [(0, 0), (3, 0), middle],
        [(0, 0), middle, (0, 3)],
        [(3, 0), (3, 3), middle],
        [(0, 3), middle, (3, 3)],
    ]
    puzzle.count_in(2)
    return puzzle


def pyraminx():
    notes = ["A turn U takes the tip, too; u turns the tip alone. Slots are named by the faces F, L, R, D."]
    puzzle = Puzzle("pyraminx", notes)
    points = {"U": (0, 3, 0)}
    height, radius = -1, 2 * sqrt(2)
    for name, degrees in {"R": -30, "L": 210, "B": 90}.items():
        angle = degrees * pi / 180
        points[name] = (radius * cos(angle), height, -radius * sin(angle))
    faces = {"F": scale(points["B"], -1), "L": scale(points["R"], -1), "R": scale(points["L"], -1)}
    faces["D"] = scale(points["U"], -1)

    def slot(place):
        names = [face for face in "FLRD" if dot(faces[face], place) > 1e-6]
        first, *others = names
        others.sort(key=lambda face: dot(cross(faces[first], faces[face]), place))
        names = [first] + others
        return Slot("".join(names), place, [faces[name] for name in names])

    middle = {a + b: scale(add(points[a], points[b]), 0.5) for a, b in ["UL", "UR", "UB", "LR", "RB", "LB"]}
    corners = {point: slot(points[point]) for point in "ULRB"}
    tips = {point: slot(scale(points[point], 2)) for point in "ULRB"}
    for tip in tips.values():
        tip.name = tip.name.lower()
    edges = {name: slot(place) for name, place in middle.items()}
    edges |= {name[::-1]: place for name, place in edges.items()}
    puzzle.add_set("corners", list(corners.values()), 3)
    puzzle.add_set("edges", [edges[name] for name in middle], 2)
    puzzle.add_set("tips", list(tips.values()), 3)
    for point in "ULRB":
        axis = points[point]
        puzzle.add_turn(point, axis, 3, lambda place: dot(axis, place) > 2)
    for point in "ULRB":
        axis = points[point]
        puzzle.add_turn(point.lower(), axis, 3, lambda place: dot(axis, place) > 15)
    cells = {}

    def triangle(face, apex, left, right, row, column, down):
        words = []
        rows = [
            [tips[apex]],
            [edges[apex + left], corners[apex], edges[apex + right]],
            [tips[left], corners[left], edges[left + right], corners[right], tips[right]],
        ]
        for number, slots in enumerate(rows):
            for place, slot in enumerate(slots):
                side = [is_same(side, faces[face]) for side in slot.sides].index(True)
                cells[(row + down * number, column - number + place)] = (slot, side)
                words.append(word(slot, side))
        # The steps go from the apex to the two other corners of the face.
        to_left, to_right = (add(points[point], scale(points[apex], -1)) for point in (left, right))
        puzzle.add_face(face, scale(points[apex], 3000), scale(to_left, 1000), scale(to_right, 1000), [words])

    triangle("F", "U", "L", "R", 0, 5, 1)
    triangle("L", "L", "B", "U", 2, 2, -1)
    triangle("R", "R", "U", "B", 2, 8, -1)
    triangle("D", "B", "L", "R", 5, 5, -1)
    puzzle.draw(cells)
    puzzle.colours = {"F": "green", "L": "red", "R": "blue", "D": "yellow"}
    puzzle.colours |= {face.lower(): colour for face, colour in puzzle.colours.items()}
    for row in range(3):
        for place in range(2 * row + 1):
            right, is_upright = place // 2, place % 2 == 0
            corners = [(row - right, right), (row - right, right + 1)]
            corners.append((row + 1 - right, right) if is_upright else (row - right - 1, right + 1))
            puzzle.tiles.append(corners)
    return puzzle


# The colours of U, D, the five faces around U and the five faces around D.
MEGAMINX_COLOURS = "white grey green red blue yellow purple cream pink lime orange cyan"
# The radius of the circle around a pentagon, the radius of the sphere inside the dodecahedron, and a step on a face.
RADIUS = 100
INRADIUS = RADIUS * sqrt((5 + 2 * sqrt(5)) / 15) * (1 + sqrt(5)) / 2
STEP = 140
# The distance of a cut from the middle, as a part of the distance of a side.
CUT = 0.52


def pentagon():
    """The corners and edges clockwise from the corner on top, and the centre: y points down."""
    apothem = RADIUS * cos(pi / 5)

    def cut(a, b):
        """Where two lines cross: each has the direction of its middle in fifths of a turn, and its distance."""
        (a, p), (b, q) = ((2 * pi * fifth / 5, distance) for fifth, distance in (a, b))
        x = (p * cos(b) - q * cos(a)) / sin(a - b)
        y = (p * sin(b) - q * sin(a)) / sin(a - b)
        return (x, y)

    tiles = []
    inner = [cut((k - 0.5, apothem * CUT), (k + 0.5, apothem * CUT)) for k in range(5)]
    for k in range(5):
        left, right = k - 0.5, k + 0.5
        tip = cut((left, apothem), (right, apothem))
        tiles.append([tip, cut((right, apothem), (left, apothem * CUT)), inner[k], cut((left, apothem), (right, apothem * CUT))])
        begin, end = cut((right, apothem), (left, apothem * CUT)), cut((right, apothem), (right + 1, apothem * CUT))
        tiles.append([begin, end, inner[(k + 1) % 5], inner[k]])
    return tiles + [inner]


def megaminx():
    notes = ["Slots are named by their faces: around U lie F, R, BR, BL, L, and around D lie FR, DR, B, DL, FL."]
    puzzle = Puzzle("megaminx", notes)
    normals = {"U": (0, 1, 0), "D": (0, -1, 0)}
    height, radius = 1 / sqrt(5), 2 / sqrt(5)
    for ring, up, begin in [(["F", "R", "BR", "BL", "L"], 1, 0), (["FR", "DR", "B", "DL", "FL"], -1, 36)]:
        for number, name in enumerate(ring):
            angle = (begin + 72 * number) * pi / 180
            normals[name] = (radius * sin(angle), up * height, radius * cos(angle))
    names = list(normals)
    near = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :] if dot(normals[a], normals[b]) > 0.4]
    edges, corners = [], []
    for a, b in near:
        edges.append(Slot(f"{a}-{b}", add(normals[a], normals[b]), [normals[a], normals[b]]))
        for c in names[names.index(b) + 1 :]:
            if (a, c) in near and (b, c) in near:
                place = add(add(normals[a], normals[b]), normals[c])
                b2, c2 = (b, c) if dot(cross(normals[a], normals[b]), place) < 0 else (c, b)
                corners.append(Slot(f"{a}-{b2}-{c2}", place, [normals[a], normals[b2], normals[c2]]))
    puzzle.add_set("corners", corners, 3)
    puzzle.add_set("edges", edges, 2)
    for name in names:
        normal = normals[name]
        puzzle.add_turn(name, normal, 5, lambda at: dot(normal, unit(at)) > 0.6)
    cells = {}
    # The places of corners and edges in turns, clockwise from the top.
    upright = [(0, 2), (1, 3), (2, 4), (3, 4), (4, 3), (4, 2), (4, 1), (3, 0), (2, 0), (1, 1)]
    rows = [["U", "F", "R", "BR", "BL", "L"], ["D", "FR", "DR", "B", "DL", "FL"]]
    for block_row, row in enumerate(rows):
        for block_column, face in enumerate(row):
            normal = normals[face]
            # U and the faces around D stand on an edge, the others on a corner.
            up = {"U": (0, 0, -1), "D": (0, 0, 1)}.get(face, (0, 1, 0))
            is_upright = face == "U" or block_row == 1
            spots = upright if is_upright else [(4 - r, c) for r, c in [upright[5 - i] for i in range(10)]]
            up = unit(add(up, scale(normal, -dot(up, normal))))
            right = cross(up, normal)
            around = [None] * 10
            for slot in corners + edges:
                side = [k for k, other in enumerate(slot.sides) if is_same(other, normal)]
                if side:
                    x, y = dot(slot.place, right), dot(slot.place, up)
                    part = round(atan2(x, y) / (2 * pi) * 10) % 10
                    around[part if is_upright else (part + 5) % 10] = word(slot, side[0])
                    r, c = spots[part]
                    cells[(block_row * 6 + r, block_column * 6 + c)] = (slot, side[0])
            turn = 1 if is_upright else -1
            at = scale(normal, STEP * INRADIUS)
            puzzle.add_face(face, at, scale(right, turn * STEP), scale(up, -turn * STEP), [around + ["=" + face]])
    puzzle.draw(cells)
    puzzle.colours = dict(zip(names, MEGAMINX_COLOURS.split()))
    puzzle.tiles = pentagon()
    return puzzle


def main():
    notes = ["Slots are named by their faces, that of U or D first; the picture is the net of the cube."]
    cube(2, "2x2x2", notes).write("2x2x2.loyd")
    cube(3, "3x3x3", notes).write("3x3x3.loyd")
    wings = "A wing has one orientation in each place, so that UF and FU are the two wings of an edge."
    cube(4, "4x4x4", notes + [wings]).write("4x4x4.loyd")
    skewb().write("skewb.loyd")
    dino().write("dino.loyd")
    pyraminx().write("pyraminx.loyd")
    megaminx().write("megaminx.loyd")


if __name__ == "__main__":
    main()
