"""Small texts that ask for large work: definitions in every form, ids, words of moves, positions, boards."""

import json
import random
from dataclasses import dataclass
from itertools import combinations, cycle, islice, permutations


@dataclass
class Bomb:
    """A text from outside. `text` is the content of a file, or None where `id` is all."""

    name: str
    text: str = None
    id: str = None
    # Moves of the puzzle, by which it is scrambled, checked and rewritten; and a position of it.
    word: str = ""
    state: str = None
    # Whether the short run contains it, too.
    is_short: bool = False


def loyd(slots, moves, head=""):
    """A definition in loyd's own form, of slots 1 to N in a row."""
    lines = [f'picture = "{" ".join(map(str, range(1, slots + 1)))}"', head, "[moves]"]
    return "\n".join([line for line in lines if line] + [f'"{name}" = "{cycles}"' for name, cycles in moves]) + "\n"


def cycles(permutation):
    """The cycles of images, from 1."""
    seen, text = set(), ""
    for start in range(len(permutation)):
        cycle, at = [], start
        while at not in seen:
            seen.add(at)
            cycle.append(at + 1)
            at = permutation[at]
        if len(cycle) > 1:
            text += f"({' '.join(map(str, cycle))})"
    return text


def shuffled(source, size, is_even=False):
    """Random images; even ones where asked for."""
    images = source.sample(range(size), size)
    swaps = sum(images[a] > images[b] for a, b in combinations(range(size), 2)) if is_even else 0
    if swaps % 2:
        images[0], images[1] = images[1], images[0]
    return images


def cube(size):
    """The cube of that size in twsearch's form: facelets by orbit, and every slice of every axis as a move."""
    cells = [(face, x, y) for face in range(6) for x in range(size) for y in range(size)]
    last = size - 1

    def turned(cell, axis, layer):
        """A facelet after a quarter turn of a layer: faces are pairs of an axis and an end."""
        face, x, y = cell
        point = [x, y]
        point.insert(face // 2, last if face % 2 else 0)
        if face // 2 == axis:
            if point[axis] != layer:
                return cell
        elif point[axis] != layer:
            return cell
        first, second = [a for a in range(3) if a != axis]
        point[first], point[second] = last - point[second], point[first]
        if face // 2 == axis:
            to = face
        elif face // 2 == first:
            to = second * 2 + face % 2
        else:
            to = first * 2 + (1 - face % 2)
        del point[to // 2]
        return to, *point

    moves = [(axis, layer) for axis in range(3) for layer in range(size)]
    images = {move: {cell: turned(cell, *move) for cell in cells} for move in moves}
    orbit, orbits = {}, []
    for cell in cells:
        if cell not in orbit:
            found, orbit[cell] = [cell], len(orbits)
            for at in found:
                for move in moves:
                    to = images[move][at]
                    if to not in orbit:
                        orbit[to] = len(orbits)
                        found.append(to)
            orbits.append(found)
    lines = [f"Name cube{size}"] + [f"Set O{n} {len(found)} 1" for n, found in enumerate(orbits)] + ["Solved"]
    for number, found in enumerate(orbits):
        # The centres of one face are identical.
        lines += [
            f"O{number}",
            " ".join(str(1 + cell[0]) if len(found) == 24 else str(at + 1) for at, cell in enumerate(found)),
        ]
    lines.append("End")
    for move in moves:
        lines.append(f"Move M{move[0]}_{move[1]}")
        for number, found in enumerate(orbits):
            place = {cell: at + 1 for at, cell in enumerate(found)}
            origin = {images[move][cell]: place[cell] for cell in found}
            if any(origin[cell] != place[cell] for cell in found):
                lines += [f"O{number}", " ".join(str(origin[cell]) for cell in found)]
        lines.append("End")
    return "\n".join(lines) + "\n"


def definitions(source):
    """Definitions, in all forms."""

    def of(name, slots, permuted, head="", is_short=False):
        moves = [(f"m{number}", permutation) for number, permutation in enumerate(permuted)]
        word = " ".join(source.choice(moves)[0] for _ in range(30))
        return Bomb(name, loyd(slots, moves, head), word=word, is_short=is_short)

    def transpositions(size, most=255):
        return [f"({a} {b})" for a, b in combinations(range(1, size + 1), 2)][:most]

    def star(size):
        return [f"(1 {other})" for other in range(2, size + 1)]

    no_powers = "powers = false"
    yield of("transpositions-9", 9, transpositions(9), is_short=True)
    yield of("transpositions-16", 16, transpositions(16))
    yield of("transpositions-60", 60, transpositions(60), is_short=True)
    yield of("transpositions-250", 250, transpositions(250))
    threes = [f"(1 {a} {b})" for a, b in permutations(range(2, 17), 2)]
    yield of("3-cycles-16", 16, threes, no_powers, is_short=True)
    yield of("3-cycles-60", 60, [f"(1 {a} {a + 1})" for a in range(2, 60)], no_powers)
    yield of("star-11", 11, star(11), no_powers, is_short=True)
    yield of("star-16", 16, star(16), no_powers)
    yield of("star-200", 200, star(200), no_powers)
    yield of("random-256-of-250", 250, [cycles(shuffled(source, 250)) for _ in range(256)], "inverses = false", True)
    yield of("random-64-of-13", 13, [cycles(shuffled(source, 13, True)) for _ in range(64)], "inverses = false")
    yield of("random-64-of-14", 14, [cycles(shuffled(source, 14, True)) for _ in range(64)], "inverses = false")
    yield of("cycles-85", 255, [f"({n} {n + 1} {n + 2})" for n in range(1, 256, 3)], is_short=True)
    yield of("cycles-80-at-once", 240, ["".join(f"({n} {n + 1} {n + 2})" for n in range(1, 241, 3))])
    yield of("cycle-200", 200, [f"({' '.join(map(str, range(1, 201)))})"], is_short=True)
    yield of("cycle-250-and-swap", 250, [f"({' '.join(map(str, range(1, 251)))})", "(1 2)"], no_powers)
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    starts = [1 + sum(primes[:at]) for at in range(len(primes))]
    chain = "".join(f"({' '.join(str(s + n) for n in range(p))})" for s, p in zip(starts, primes))
    yield of("order-of-6469693230", sum(primes), [chain], is_short=True)
    yield of("order-of-6469693230-no-powers", sum(primes), [chain], no_powers)
    # Orientations.
    for size, sides, number in [(10, 2, 255), (10, 3, 60), (32, 7, 60)]:
        moves = []
        for at in range(number):
            cycle = [str(n + 1) + (f"+{source.randrange(1, sides)}" if n % 2 else "") for n in shuffled(source, size)]
            moves.append(f'm{at} = "({" ".join(cycle)})"')
        head = f'[sets]\nT = {{ slots = "{" ".join(map(str, range(1, size + 1)))}", orientations = {sides} }}\n'
        text = f"powers = false\ninverses = false\n{head}[moves]\n" + "\n".join(moves) + "\n"
        yield Bomb(f"turned-{number}-of-{size}", text, word="m0 m1 m2", is_short=number == 255)
    turns = "\n".join(f'O{n} = {{ slots = "{2 * n + 1} {2 * n + 2}", orientations = 100 }}' for n in range(40))
    yield Bomb(
        "orientation-100", f'[sets]\n{turns}\n[moves]\nA = "(1 2+1)(3 4+1)"\nB = "(1+7 2)(5 6+3)"\n', word="A B A B"
    )
    head = "".join(f"Set S{n} 1 250\n" for n in range(40))
    spins = "".join(f"Move M{n}\nS{n}\n1\n1\nEnd\n" for n in range(40))
    yield Bomb("orientation-250", f"Name spins\n{head}Solved\nEnd\n{spins}", word="M0 M1 M2", is_short=True)
    yield of("open-goal", 16, transpositions(16, 15), '[goals]\nany = "' + " ".join("?" * 16) + '"', True)
    conditions = "\n".join(
        f'm{n} = {{ cycles = "{n} {n + 1}", when = "{n} = 1, {n + 1} != 3" }}' for n in range(1, 100)
    )
    row = " ".join(map(str, range(1, 102)))
    yield Bomb("conditions-100", f'picture = "{row}"\n[moves]\n{conditions}\n', word="m1 m2 m3", is_short=True)
    blank = "\n".join(f'm{n} = {{ cycles = "{n} {n + 1}", when = "{n} = 1" }}' for n in range(1, 24))
    yield Bomb("blank-24", f'picture = "{" ".join(map(str, range(1, 25)))}"\n[moves]\n{blank}\n', word="m1 m2")
    yield Bomb(
        "goals-10000",
        loyd(9, [("a", "1 2 3 4 5 6 7 8 9"), ("b", "1 2")])
        + "[goals]\n"
        + "".join(f'g{n} = "{" ".join(source.sample("123456789", 9))}"\n' for n in range(10000)),
        word="a b",
    )
    # Texts that are long or deeply nested.
    yield Bomb("long-name", f'name = "{"x" * 60000}"\n' + loyd(9, [("a" * 60000, "1 2 3")]), word="a" * 60000)
    name = "a" * 60000
    yield Bomb("long-name-powers", loyd(9, [(name, "1 2 3")]), word=f"({name})1000", is_short=True)
    yield Bomb("names-256-long", loyd(16, [(f"{n}" + "y" * 2000, "1 2 3") for n in range(256)], no_powers))
    yield Bomb("deep-toml", "a = " + "[" * 30000 + "]" * 30000)
    yield Bomb("deep-tables", "[" + ".".join("a" * 20000) + "]\nb = 1\n")
    yield Bomb(
        "wide-picture",
        'picture = """\n' + (". " * 4000 + "\n") * 200 + '1 2 3\n"""\n[moves]\na = "1 2 3"\n',
        word="a",
    )
    swaps = "".join(f'm{n} = "{a} {b}"\n' for n, (a, b) in enumerate(combinations(range(1, 17), 2)))
    row = " ".join(map(str, range(1, 17)))
    wide = ((". " * 4000 + "\n") * 100) + row
    yield Bomb("wide-picture-moves", f'picture = """\n{wide}\n"""\n[moves]\n{swaps}', word="m0 m1 m2 m3", is_short=True)
    yield Bomb("many-slots", loyd(4000, [("a", cycles(shuffled(source, 4000)))], no_powers), word="a", is_short=True)
    # Rotations that hold a puzzle in ever other directions, with a word that stands for several moves.
    rotations = "".join(
        f'"{name}" = {{ cycles = "{turn}", rotation = true }}\n'
        for name, turn in [("x", cycles(list(range(1, 249)) + [0, 249])), ("y", "(1 2)")]
    )
    held = loyd(250, [(f"m{n}", cycles(shuffled(source, 250))) for n in range(200)], no_powers) + rotations
    walk = lambda steps: " ".join(source.choice("xyw") for _ in range(steps))
    yield Bomb("rotations-without-end", held + '[derived]\nw = "x m0 y"\n', word=walk(20000), is_short=True)
    wide = "".join(f'w{n} = "{" ".join(f"m{m}" for m in range(64))}"\n' for n in range(500))
    yield Bomb("derived-500-of-64", held + f"[derived]\n{wide}", word="w0 w1", is_short=True)
    apart = loyd(250, [(f"m{n}", f"({2 * n + 1} {2 * n + 2})") for n in range(64)])
    few = wide[: wide.index("w64 =")]
    yield Bomb("derived-64-of-64", f"{apart}[derived]\n{few}", word="w0 w1", is_short=True)
    yield Bomb("derived-powers", held + '[derived]\nw = "m0 y x"\n', word="w1000000 (w)999999", is_short=True)
    yield Bomb("huge-numbers", loyd(9, [("a", "1 2 3")]).replace('1 2 3"', '99999999999999999999 2 3"'))
    yield Bomb("repeats", loyd(9, [("a", "((((1 2 3)99)99)99)99")]))
    # Other forms.
    sets = lambda size, count: "".join(f"Set S{n} {size} 1\n" for n in range(count))
    yield Bomb("tws-huge-set", "Name x\nSet S 4000000000 1\nSolved\nEnd\nMove A\nS\n2 1\nEnd\n", is_short=True)
    yield Bomb(
        "tws-many-sets",
        f"Name x\n{sets(2, 4000)}Solved\nEnd\n" + "Move A\n" + "".join(f"S{n}\n2 1\n" for n in range(4000)) + "End\n",
        word="A",
    )
    yield Bomb(
        "tws-moves-of-moves",
        f"Name x\n{sets(200, 1)}Solved\nEnd\nMove A\nS0\n{' '.join(map(str, [*range(2, 201), 1]))}\nEnd\n"
        + "".join(f"MoveAlias A{n} A\nMoveSequence B{n} A A A A A A\n" for n in range(2000)),
        word="A",
    )
    yield Bomb("tws-20x20x20", cube(20), word="M0_0 M1_3 M2_19", is_short=True)
    yield Bomb("tws-7x7x7", cube(7), word="M0_0 M1_3 M2_6")
    orbit = lambda pieces, turned: {"orbitName": "S", "numPieces": pieces, "numOrientations": turned}
    pattern = lambda n: {"S": {"pieces": list(range(n)), "orientation": [0] * n}}
    swap = lambda n: {"S": {"permutation": [1, 0, *range(2, n)], "orientationDelta": [0] * n}}
    kpuzzle = lambda pieces, turned, n: json.dumps(
        {
            "name": "k",
            "orbits": [orbit(pieces, turned)],
            "defaultPattern": pattern(n),
            "moves": {f"M{m}": swap(n) for m in range(200)},
        }
    )
    yield Bomb("kpuzzle-huge", kpuzzle(4000000000, 4000000000, 3), is_short=True)
    yield Bomb("kpuzzle-250", kpuzzle(250, 1, 250), word="M0 M1")
    yield Bomb("kpuzzle-oriented", kpuzzle(30, 8, 30), word="M0 M1")
    yield Bomb("kpuzzle-deep", '{"name":' + "[" * 50000 + "]" * 50000 + "}")
    derived = {f"D{n}": f"(D{n - 1} D{n - 1})9" if n else "M M" for n in range(60)}
    yield Bomb(
        "kpuzzle-derived",
        json.dumps(
            {
                "name": "k",
                "orbits": [orbit(3, 1)],
                "defaultPattern": pattern(3),
                "moves": {"M": swap(3)},
                "derivedMoves": derived,
            }
        ),
        word="D59",
        is_short=True,
    )
    rules = "".join(
        f"{'X ' * n}A {'X ' * (15 - n)}=> {'X ' * n}B {'X ' * (15 - n)}LABEL r{n}\n".replace("X", "-")
        for n in range(16)
    )
    yield Bomb("psvn-16", f"DOMAIN d 2\nA B\n16\n{'d ' * 16}\n{rules}GOAL {'B ' * 16}\n", word="r0 r1", is_short=True)
    yield Bomb("psvn-huge", "DOMAIN d 4000000000\n4000000000\n" + "d " * 100 + "\nGOAL " + "1 " * 100)
    yield Bomb("psvn-deep", "(" * 50000 + ")" * 50000)
    wide = " ".join(f"V{n}" for n in range(200))
    turned = " ".join(f"V{(n + 1) % 200}" for n in range(200))
    yield Bomb(
        "psvn-200",
        f"DOMAIN d 200\n{' '.join(map(str, range(1, 201)))}\n200\n{'d ' * 200}\n{wide} => {turned} LABEL r\n"
        f"GOAL {' '.join(map(str, range(1, 201)))}\n",
        word="r",
    )
    row = lambda first, last: ",".join(map(str, range(first, last + 1)))
    yield Bomb("gap-huge-point", "a := (1,4000000000);", is_short=True)
    yield Bomb("gap-cycle", f"a := ({row(1, 16384)});")
    yield Bomb("gap-sides", f"a := ({row(1, 16256)});\nb := a^128;\nGen := [a, b];", word="a b", is_short=True)
    products = "".join(f"a{n} := a{n - 1}*a{n - 1};\n" for n in range(1, 20000))
    yield Bomb("gap-products", f"a0 := ({row(1, 16000)});\n{products}", is_short=True)
    yield Bomb("gap-unclosed", "a := (" + "1," * 1000000)
    yield Bomb("gap-deep", "G := [" + "[" * 1000000)
    swaps = "".join(f"s{n} := ({n},{n + 1});\n" for n in range(1, 255))
    yield Bomb("gap-neighbours", swaps, word="s1 s2", is_short=True)
    pairs = "".join(f"({2 * n - 1},{2 * n})" for n in range(1, 8192))
    yield Bomb("gap-pairs", f"a := {pairs};", word="a", is_short=True)
    yield Bomb("gap-orbits", "".join(f"a{n} := ({2 * n - 1},{2 * n});\n" for n in range(1, 8192)))
    yield Bomb("gap-colours", f"a := ({row(1, 127)});\ncentral := [{','.join('1' * 127)}];", word="a")


def words(source):
    """Words of moves, scrambles and positions of puzzles that are small themselves."""
    nested = "R U"
    for _ in range(12):
        nested = f"({nested})99"
    pairs = "R"
    for _ in range(40):
        pairs = f"[{pairs},U]"
    conjugates = "R"
    for _ in range(3000):
        conjugates = f"[U:{conjugates}]"
    named = [
        ("nested-repeats", nested),
        ("nested-commutators", pairs),
        ("nested-conjugates", conjugates),
        ("huge-power", "R999999999999999999999"),
        ("deep-brackets", "(" * 60000),
        ("repeat-billion", "(R U F)999999999"),
        # Fewer moves than an algorithm may have.
        ("repeat-160000", "(R U F L D B)160000"),
        ("long-word", "R U F' " * 9000),
        ("long-noise", "".join(source.choice("RUFLDB'2()[],: ") for _ in range(60000))),
        ("solid", "U" * 54),
        ("long-digits", "1" * 60000),
        ("slices", "M E' S2 r x y u' Fw " * 4000),
        ("slices-repeated", "(M E r x)999999"),
        ("stickers", "WRGYOB" * 9000),
        ("slashes", "/" * 60000),
        ("pairs", "(1,0)/" * 9000),
    ]
    for name, word in named:
        is_short = name in (
            "nested-repeats",
            "nested-commutators",
            "repeat-billion",
            "repeat-160000",
            "long-noise",
            "slices",
            "stickers",
        )
        yield Bomb(f"word-{name}", id="3x3x3", word=word, is_short=is_short)
    yield Bomb("word-square-1", id="square-1", word="(1,0)/" * 5000)
    yield Bomb("word-megaminx", id="megaminx", word="R++ D-- " * 5000)
    yield Bomb("word-tiles", id="8", word="ulldrr" * 10000, state="2 3 4 1 5 x 7 6 8", is_short=True)


def ids(source):
    """Ids that ask for large work, with a word and a position if they have one."""
    board = lambda size: " ".join(map(str, range(size * size)))
    for id, word, state in [
        ("3x3x3", "R U F L D B R2 U' F L D R U F", None),
        ("4x4x4", "R U F L D B R2 U' F L D R U F", None),
        ("megaminx", "U F R BL U F R L", None),
        ("m24", "", None),
        ("square-1", "(1,0)/(3,3)/", None),
        ("loopover:16x16", "", None),
        ("loopover:99x99", "", None),
        ("sixteen:12x12", "", None),
        ("twiddle:12x12n2o", "", None),
        ("letters:" + "/".join(["aaaaaaaa"] * 7 + ["aaaaaaa-"]), "", None),
        ("letters:" + "a" * 5000, "", None),
        ("sliding:8x8", "ulld", board(8)),
        ("sliding:11x11", "ulld", board(11)),
        ("sliding:11x11?metric=multi", "u10l10d3", board(11)),
        ("sliding:1x256?metric=multi", "l255r255", None),
        ("sliding:4x4?metric=multi", "l3u3" * 20, board(4)),
        ("torus:8x8", "57-64", None),
        ("torus:1x64", "63-64", None),
        ("torus:4294967296x4294967296", "1-2", "1"),
        ("sliding:255x255", "u", "1"),
        ("sliding:4294967295x4294967295", "u", "1"),
        ("1000x1000", "u", "1"),
        ("9", "u", "1"),
        ("1" * 5000, "u", "1"),
        ("swap:4", "", "16 15 14 13/12 11 10 9/8 7 6 5/4 3 2 1"),
        ("swap:16", "", " ".join(map(str, range(256, 0, -1)))),
        ("pancake:16", "", " ".join(map(str, range(16, 0, -1)))),
        ("pancake:255", "", " ".join(map(str, source.sample(range(1, 256), 255)))),
        ("pancake:4294967295", "", "1"),
        ("pancake", "", " ".join(map(str, range(60000, 0, -1)))),
        ("sliding", "u", " ".join(map(str, range(60000)))),
        ("sliding", "u", "1 2 3 x\n" * 9000),
        ("top-spin:20x4", "", " ".join(map(str, source.sample(range(1, 21), 20)))),
        ("top-spin:64x63", "", " ".join(map(str, [*range(63, 0, -1), 64]))),
        ("top-spin:250x249", "", " ".join(map(str, source.sample(range(1, 251), 250)))),
        ("rolling-cubes", "", "WR WR WR WR E WR WR WR RW"),
        ("3x3x3?moves=" + "U," * 3000 + "U", "U", None),
        ("3x3x3?up-to=rotation", "R U F", None),
        ("skewb?metric=quarter", "R U B", None),
        ("light-up", "", None),
        ("no such puzzle " + "x" * 60000, "", None),
    ]:
        is_short = id in (
            "4x4x4",
            "m24",
            "1000x1000",
            "9",
            "sliding:8x8",
            "loopover:16x16",
            "pancake:255",
            "top-spin:20x4",
            "top-spin:64x63",
        )
        yield Bomb(f"id-{id[:40]}", id=id, word=word, state=state, is_short=is_short)


def boards():
    """Boards in files: the prefix of their id, and their text."""
    yield "sliding", Bomb("board-9x9-of-cells", ("#" * 9 + "\n") * 9, word="u", state="1 2 3")
    yield "sliding", Bomb("board-500x500", ("#" * 500 + "\n") * 500, word="u", state="1 2 3", is_short=True)
    yield "sliding", Bomb("board-of-holes", ("." * 5000 + "\n") * 20 + "##\n##\n", word="u", state="1 2 3 x")
    yield "light-up", Bomb("lights-11x11", ("." * 11 + "\n") * 11, state="none", is_short=True)
    yield "light-up", Bomb("lights-8x16", ("." * 8 + "\n" + "3.1.2.0." + "\n") * 8, state="none")
    yield "light-up", Bomb("lights-500x500", ("." * 500 + "\n") * 500, state="none")


def questions():
    """Questions with long lists, sets and powers: their names and fields."""
    compare = {"ask": "compare", "puzzle": "pancake:9", "state": "3 5 7 4 1 2 9 6 8"}
    yield "lists-20000", {**compare, "algorithms": ["bfs"] * 20000, "heuristics": ["gap"] * 20000}
    yield "heuristics-20000", {**compare, "heuristics": ["gap"] * 20000}
    yield "states-40000", {"ask": "compare", "puzzle": "8", "states": ["8 6 7 2 5 4 3 x 1"] * 40000}
    ring = {"ask": "compare", "puzzle": "top-spin:64x63", "state": " ".join(map(str, [*range(63, 0, -1), 64]))}
    yield "heuristics-projection", {**ring, "heuristics": ["projection"]}
    cube = {"ask": "map", "puzzle": "2x2x2?moves=U,R,F"}
    names = ",".join(f"U{n}" for n in range(1, 20000))
    for field in ("goal_set", "from_set"):
        yield f"{field}-moves", {**cube, field: ["moves=U,R,F"]}
        yield f"{field}-names", {**cube, field: [f"moves={names}"]}
        yield f"{field}-powers", {**cube, field: ["moves=U,R,(U R F)300000"]}
        for length in (40000, 90000, 400000):
            tiles = cycle(permutations("12345678x", 7))
            lines = ["".join(row) + "??" for row in islice(tiles, length)]
            yield f"{field}-patterns-{length}", {"ask": "map", "puzzle": "8", field: lines}
    power = "(R U F L D B)160000"
    for ask in ("moves", "draw", "next", "solve"):
        yield f"{ask}-moves-power", {"ask": ask, "puzzle": "3x3x3", "state": "R U", "moves": power}


def all_bombs():
    """All of them, the same at every run: pairs of the prefix of a file's id and the bomb."""
    source = random.Random(26)
    made = [("", bomb) for family in (definitions, words, ids) for bomb in family(source)]
    return made + list(boards())
