"""Draws the pictures of docs/definitions.md into docs/definitions: puzzles and their moves.

    cargo build --release
    python3 docs/definition_pictures.py target/release/loyd            # needs nothing but Python, 3.11 or later
    python3 docs/definition_pictures.py target/release/loyd --check    # only says whether the files are those

The places of the slots come from the files, what lies in them after a move from the command.
"""

import json
import pathlib
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).parent
FOLDER = HERE.parent / "definitions"
FONT = "ui-sans-serif, system-ui, Helvetica, Arial, sans-serif"
LIGHT = ["#2f6fb7", "#2c8a63", "#b4652a", "#7a4fb0", "#a83b5b", "#1f7f8c", "#6b6f1d", "#5b6470"]
DARK = ["#79b4f2", "#67cf9f", "#f0a56b", "#c3a2f0", "#f08fae", "#6fd0dc", "#cfd36a", "#b3bcc8"]

# Each picture: the definition, the size of a cell, the words of moves that are made from the solved position, and a
# piece that is marked.
PICTURES = [
    ("magic-board", 36, ["", "A", "B", "C"], None),
    ("one-way", 42, ["", "left", "right"], None),
    ("letters", 42, ["", "6-9", "8-9"], "_"),
    ("hungarian-rings", 26, ["", "left", "right"], None),
    ("2x2x2", 56, ["", "U", "R", "F"], None),
    ("bandaged-cube", 44, ["", "F"], "UF"),
]


def ask(*arguments):
    """The answer of the command as JSON."""
    run = subprocess.run([sys.argv[1], *arguments, "--format", "json"], capture_output=True, text=True)
    assert run.stdout, run.stderr
    return json.loads(run.stdout)


def spots(definition):
    """Where slots are drawn, (row, column, slot) each, and all slots in their order."""
    rows = [line.split() for line in definition["picture"].strip("\n").splitlines()]
    drawn = [(row, column, name.split("+")[0]) for row, names in enumerate(rows)
             for column, name in enumerate(names) if name != "."]
    sets = definition.get("sets")
    texts = [slots if isinstance(slots, str) else slots["slots"] for slots in (sets or {}).values()]
    order = [slot for text in texts for slot in text.split()] or list(dict.fromkeys(slot for *_, slot in drawn))
    return drawn, order


def position(puzzle, goal, word):
    """What lies in each slot after a word, in the order of the slots."""
    if not word:
        return goal.replace("/", " ").split()
    made = ask("check", puzzle, goal, word)
    assert made["legal"] == made["given"], made
    return made["state"].replace("/", " ").split()


def colours(definition, drawn, order, solved):
    """The number of each piece's colour: equal pieces by their letters, others by the row of their home."""
    names = list(dict.fromkeys(piece.split("+")[0] for piece in solved))
    if len(names) < len(solved):
        return {name: number for number, name in enumerate(names)}
    row = {}
    for at, _, slot in drawn:
        row.setdefault(slot, at)
    rows = sorted(set(row.values()))
    sets = definition.get("sets")
    if sets and len(sets) > 1:
        slots = [value if isinstance(value, str) else value["slots"] for value in sets.values()]
        return {name: number for number, text in enumerate(slots) for name in text.split()}
    return {piece: rows.index(row[slot]) for slot, piece in zip(order, solved)}


def picture(name, size, words, marked):
    path = FOLDER / f"{name}.loyd"
    definition = tomllib.loads(path.read_text(encoding="utf-8"))
    puzzle = f"@{path}"
    goal = ask("puzzles", puzzle)["goal"]
    drawn, order = spots(definition)
    solved = position(puzzle, goal, "")
    colour = colours(definition, drawn, order, solved)
    columns = 1 + max(column for _, column, _ in drawn)
    rows = 1 + max(row for row, _, _ in drawn)
    margin, gap = 14, size * 0.08
    width = max(columns * size, 96) + 2 * margin
    parts = []
    for number, word in enumerate(words):
        left = number * width + (width - columns * size) / 2
        now = dict(zip(order, position(puzzle, goal, word)))
        before = dict(zip(order, solved))
        for row, column, slot in drawn:
            piece, turned = (now[slot].split("+") + ["0"])[:2]
            x, y, side = left + column * size, margin + row * size, size - gap
            box = f"x='{x:g}' y='{y:g}' width='{side:g}' height='{side:g}' rx='{size * 0.1:g}'"
            is_gap = piece == definition.get("slides")
            kind = "gap" if is_gap else f"c{colour[piece] % len(LIGHT)}"
            parts.append(f"<rect {box} class='{kind}'/>")
            if not is_gap:
                height = min(size * 0.46, side * 1.15 / len(piece))
                middle = y + side / 2 + height * 0.36 - (size * 0.12 if turned != "0" else 0)
                lines = [(piece, height, middle)]
                if turned != "0":
                    lines.append((f"+{turned}", size * 0.26, y + side * 0.88))
                for shown, height, base in lines:
                    where = f"x='{x + side / 2:g}' y='{base:g}' font-size='{height:g}'"
                    parts.append(f"<text {where} class='ink'>{shown}</text>")
            if now[slot] != before[slot] or (piece == marked and not is_gap):
                inner = f"x='{x + 1.5:g}' y='{y + 1.5:g}' width='{side - 3:g}' height='{side - 3:g}'"
                kind = "mark" if piece == marked and not is_gap else "moved"
                parts.append(f"<rect {inner} rx='{size * 0.08:g}' class='{kind}'/>")
        title = f"after {word}" if word else "solved"
        where = f"x='{number * width + width / 2:g}' y='{margin + rows * size + 20:g}' font-size='14'"
        parts.append(f"<text {where} class='word'>{title}</text>")
    whole, high = len(words) * width, margin + rows * size + 32
    rules = lambda fills: "".join(f".c{number}{{fill:{fill}}}" for number, fill in enumerate(fills))
    style = (f"text{{font-family:{FONT};text-anchor:middle;font-weight:600}}{rules(LIGHT)}.ink{{fill:#fff}}"
             ".word{fill:#1f2328;font-weight:400}.gap{fill:#d8dee4}.moved{fill:none;stroke:#1f2328;stroke-width:2}"
             ".mark{fill:none;stroke:#d11a2a;stroke-width:3.5}"
             f"@media (prefers-color-scheme:dark){{{rules(DARK)}.ink{{fill:#0d1117}}.word{{fill:#e6edf3}}"
             ".gap{fill:#30363d}.moved{stroke:#fff}.mark{stroke:#ff3b4e}}")
    title = f"{definition['name']}: {', '.join('after ' + word if word else 'solved' for word in words)}"
    box = f"viewBox='0 0 {whole:g} {high:g}' width='{whole:g}' height='{high:g}'"
    head = [f"<svg xmlns='http://www.w3.org/2000/svg' {box} role='img'>", f"<title>{title}</title>"]
    return "\n".join([*head, f"<style>{style}</style>", *parts, "</svg>", ""])


def main():
    check = "--check" in sys.argv[2:]
    (HERE / "definitions").mkdir(exist_ok=True)
    old = []
    for name, size, words, marked in PICTURES:
        path, text = HERE / "definitions" / f"{name}.svg", picture(name, size, words, marked)
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            old.append(path.name)
    if old:
        sys.exit(f"not as the command draws them now: {', '.join(old)}")


main()
