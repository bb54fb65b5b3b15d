"""Makes the atlas: growth and God's numbers of families of puzzles, by `loyd map`.

    python record/atlas/make.py LOYD [FAMILY ...]

LOYD is the command. Without families all rows are made, which takes two cores about an hour and 6 GB of memory.
  FAMILY.csv    size, depth, states: the number of positions at each distance
  atlas.csv     one row a puzzle: God's number, the number of antipodes, time, memory, the command, and the largest size
                that is published in tests/data/cayleypy
  proofs.csv    one row a table: `record/verify_distances.py` proved all its distances; the table's SHA-256
Each layer of a size that is published in tests/data/cayleypy is compared with it, and each number of positions with the
formula, before a row is written. Rows of other families stay. Needs numpy for the proofs.
"""
import ast
import csv
import hashlib
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FACTS = ROOT / "tests/data/cayleypy"


def ring(moves):
    """A family of words of two letters, as definitions: `size` letters, half of which are equal, in a ring."""

    def definition(size, folder):
        path = pathlib.Path(folder) / f"ring-{size}.loyd"
        cells = " ".join(str(cell + 1) for cell in range(size))
        letters = " ".join("a" if cell < size // 2 else "b" for cell in range(size))
        path.write_text(f'name = "ring of {size}"\npicture = "{cells}"\nsolved = "{letters}"\n[moves]\n' + moves(cells))
        return f"@{path}?metric=quarter"

    return definition


def halves(size):
    """The number of words of `size` letters, half of which are equal, rounded down."""
    return math.comb(size, size // 2)


def signed(size):
    return 2**size * math.factorial(size)


def three_cycles(size, folder):
    """A row of `size` tiles, of which three neighbours go round, in one direction only."""
    path = pathlib.Path(folder) / f"three-cycles-{size}.loyd"
    moves = "".join(f'C{cell} = "({cell} {cell + 1} {cell + 2})"\n' for cell in range(1, size - 1))
    cells = " ".join(str(cell + 1) for cell in range(size))
    path.write_text(f'name = "3-cycles of {size}"\npicture = "{cells}"\ninverses = false\n[moves]\n{moves}')
    return f"@{path}?metric=quarter"


def half_factorial(size):
    return math.factorial(size) // 2


LRX_WORDS = ring(lambda cells: f'L = "({cells})"\nX = "(1 2)"\n')
# Family: sizes, the puzzle of a size, the number of positions of a size, the published file, sizes with a proof.
FAMILIES = {
    "lx": (range(3, 14), "lx:{}", math.factorial, "lx.csv", range(5, 10)),
    "lrx": (range(3, 14), "lrx:{}", math.factorial, "lrx.csv", range(5, 10)),
    "star": (range(3, 15), "star:{}", math.factorial, "stars.csv", range(5, 10)),
    "transpositions": (range(2, 11), "transpositions:{}", math.factorial, "all_transpositions.csv", range(5, 10)),
    "cyclic-coxeter": (range(3, 15), "cyclic-coxeter:{}", math.factorial, "cyclic_coxeter.csv", range(5, 10)),
    "coxeter": (range(2, 14), "coxeter:{}", math.factorial, "coxeter.csv", range(5, 10)),
    "burnt-pancake": (range(2, 11), "burnt-pancake:{}", signed, "burnt_pancake.csv", range(4, 8)),
    "signed-reversals": (range(2, 10), "signed-reversals:{}", signed, None, range(4, 8)),
    "reversals": (range(2, 12), "reversals:{}", math.factorial, "full_reversals.csv", range(5, 10)),
    "block-transpositions": (range(3, 11), "block-transpositions:{}", math.factorial, None, range(5, 8)),
    "pancake": (range(2, 13), "pancake:{}", math.factorial, "pancake.csv", ()),
    "three-cycles": (range(4, 13), three_cycles, half_factorial, "consecutive_k_cycles.csv", ()),
    "lrx-words": (range(8, 29, 2), LRX_WORDS, halves, "lrx_coset.csv", ()),
}
COLUMNS = ["family", "size", "puzzle", "states", "gods_number", "antipodes", "seconds", "megabytes", "published_to"]


def published(file):
    """The published layers by size. A word of letters counts as its length, if its halves are equal letters."""
    facts = {}
    if file:
        for key, layers in csv.reader((FACTS / file).open()):
            if set(key) <= {"0", "1"} and len(key) > 2:
                if key != "0" * (len(key) // 2) + "1" * (len(key) - len(key) // 2):
                    continue
                key = len(key)
            elif "," in str(key):
                key, length = key.split(",")
                if length != "3":
                    continue
            facts[int(key)] = ast.literal_eval(layers)
    return facts


def run(command):
    """The JSON that a command prints, its seconds, and its greatest memory in megabytes."""
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    out = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{command}: exit code {process.returncode}")
    return json.loads(out), time.monotonic() - began, used.ru_maxrss / 1000


def proved(loyd, puzzle, size, layers, folder):
    """The row of a table whose distances are proved without code of loyd, and are in the layers of the map."""
    table, graph = pathlib.Path(folder) / "table", pathlib.Path(folder) / "graph.json"
    bits = 4 if len(layers) <= 15 else 8
    subprocess.run([loyd, "table", "build", puzzle, "--bits", str(bits), "-o", table, "-q"], check=True,
                   stdout=subprocess.DEVNULL)
    graph.write_bytes(subprocess.run([loyd, "convert", puzzle, "--to", "permutations"], check=True,
                                     capture_output=True).stdout)
    told = subprocess.run([sys.executable, ROOT / "record/verify_distances.py", table, graph], check=True,
                          capture_output=True, text=True).stdout.strip()
    told, counted = " ".join(told.split()).split(", ", 1)
    assert counted == f"God's number {len(layers) - 1}, layers {layers}", (puzzle, counted, layers)
    digest = hashlib.sha256(table.read_bytes()).hexdigest()
    return {"puzzle": puzzle, "bits": bits, "bytes": table.stat().st_size, "sha256": digest,
            "proved": told}


def kept(path, column, family):
    """The rows of a file that belong to other families."""
    if not path.exists():
        return []
    return [row for row in csv.DictReader(path.open()) if row[column].split(":")[0] != family]


def write(path, columns, rows):
    text = [",".join(columns)] + [",".join(str(row[column]) for column in columns) for row in rows]
    path.with_suffix(".part").write_text("\n".join(text) + "\n")
    path.with_suffix(".part").replace(path)


def make(loyd, family, folder):
    sizes, puzzle_of, states_of, file, proofs = FAMILIES[family]
    facts = published(file)
    rows, layers_of, proof_rows = [], [], []
    for size in sizes:
        puzzle = puzzle_of(size, folder) if callable(puzzle_of) else puzzle_of.format(size)
        told, seconds, megabytes = run([loyd, "map", puzzle, "--format", "json", "-q"])
        layers = told["layers"]
        assert sum(layers) == told["states"] == states_of(size), (puzzle, told["states"], states_of(size))
        assert facts.get(size, layers) == layers, (puzzle, layers, facts[size])
        rows.append({
            "family": family, "size": size, "puzzle": pathlib.Path(puzzle).name if "@" in puzzle else puzzle,
            "states": told["states"], "gods_number": told["diameter"], "antipodes": layers[-1],
            "seconds": f"{seconds:.2f}", "megabytes": f"{megabytes:.0f}",
        })
        layers_of += [{"size": size, "depth": depth, "states": states} for depth, states in enumerate(layers)]
        print(*rows[-1].values(), flush=True)
        if size in proofs:
            proof_rows.append(proved(loyd, puzzle, size, layers, folder))
    write(HERE / f"{family}.csv", ["size", "depth", "states"], layers_of)
    order = list(FAMILIES)
    index = kept(HERE / "atlas.csv", "family", family) + rows
    for row in index:
        row["published_to"] = max(published(FAMILIES[row["family"]][3]), default="")
    write(HERE / "atlas.csv", COLUMNS, sorted(index, key=lambda row: (order.index(row["family"]), int(row["size"]))))
    index = kept(HERE / "proofs.csv", "puzzle", family) + proof_rows
    write(HERE / "proofs.csv", ["puzzle", "bits", "bytes", "sha256", "proved"],
          sorted(index, key=lambda row: order.index(row["puzzle"].split(":")[0])))


if __name__ == "__main__":
    loyd, *families = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for family in families or FAMILIES:
            make(loyd, family, folder)
