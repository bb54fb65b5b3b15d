"""Draws two pictures for the documents: a solved board and the map of a small board, each for light and dark pages.

    cargo build --release
    python3 docs/pictures.py target/release/loyd    # needs nothing but Python

The solution and the census come from the command; the script replays the one and recounts the other.
"""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
FONT = "font-family='ui-sans-serif, system-ui, Helvetica, Arial, sans-serif'"
MONO = "font-family='ui-monospace, Menlo, Consolas, monospace'"
THEMES = {
    "light": {"text": "#1f2328", "soft": "#656d76", "line": "#9aa4af", "cell": "#d8dee4", "ink": "#ffffff",
              "rows": ["#2f6fb7", "#2c8a63", "#b4652a"], "mark": "#c2410c"},
    "dark": {"text": "#e6edf3", "soft": "#9198a1", "line": "#6e7681", "cell": "#30363d", "ink": "#0d1117",
             "rows": ["#79b4f2", "#67cf9f", "#f0a56b"], "mark": "#ff9b62"},
}
STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


def ask(*arguments):
    """The answer of the command as JSON."""
    run = subprocess.run([sys.argv[1], *arguments, "--format", "json"], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def moved(state, letter, rows, columns):
    """The board after a move of the blank, or None at an edge."""
    blank = state.index(0)
    row, column = (at + by for at, by in zip(divmod(blank, columns), STEPS[letter]))
    if not (0 <= row < rows and 0 <= column < columns):
        return None
    cells = list(state)
    cells[blank], cells[row * columns + column] = cells[row * columns + column], 0
    return tuple(cells)


def text(x, y, words, size, colour, anchor="middle", font=FONT, more=""):
    style = f"font-size='{size}' fill='{colour}' text-anchor='{anchor}' {font} {more}"
    return f"<text x='{x:g}' y='{y:g}' {style}>{words}</text>"


def board(state, columns, x, y, size, theme):
    """A board whose tiles are coloured by their row in the goal."""
    rows = len(state) // columns
    gap = size * 0.08
    frame = gap * 1.5
    parts = [f"<rect x='{x - frame:g}' y='{y - frame:g}' width='{columns * size - gap + 2 * frame:g}' "
             f"height='{rows * size - gap + 2 * frame:g}' rx='{size * 0.16:g}' fill='{theme['cell']}'/>"]
    for cell, tile in enumerate(state):
        if tile:
            left, top = x + cell % columns * size, y + cell // columns * size
            parts.append(f"<rect x='{left:g}' y='{top:g}' width='{size - gap:g}' height='{size - gap:g}' "
                         f"rx='{size * 0.1:g}' fill='{theme['rows'][(tile - 1) // columns]}'/>")
            parts.append(text(left + (size - gap) / 2, top + size * 0.63, tile, f"{size * 0.5:g}", theme["ink"],
                              more="font-weight='600'"))
    return parts


def write(name, width, height, title, draw):
    for theme, colours in THEMES.items():
        size = f"viewBox='0 0 {width} {height}' width='{width}' height='{height}'"
        parts = [f"<svg xmlns='http://www.w3.org/2000/svg' {size} role='img'>", f"<title>{title}</title>",
                 *draw(colours), "</svg>"]
        (HERE / f"{name}-{theme}.svg").write_text("\n".join(parts) + "\n", encoding="utf-8")


def solved_board():
    start = (2, 3, 4, 1, 5, 0, 7, 6, 8)
    answer = ask("solve", "8", " ".join("x" if tile == 0 else str(tile) for tile in start))
    end = start
    for letter in answer["moves"]:
        end = moved(end, letter, 3, 3)
    assert answer["outcome"] == "solved" and end == (1, 2, 3, 4, 5, 6, 7, 8, 0), (answer, end)
    moves = "".join(answer["moves"])

    def draw(theme):
        return [
            *board(start, 3, 20, 20, 56, theme), *board(end, 3, 510, 20, 56, theme),
            text(347, 80, moves, 19, theme["text"], font=MONO),
            f"<path d='M212 98 H474 M464 91 L474 98 L464 105' fill='none' stroke='{theme['line']}' stroke-width='2'/>",
            text(347, 126, f"{answer['length']} moves, proved shortest", 16, theme["soft"]),
        ]

    write("board", 696, 208, f"An 8-puzzle and its solution in {answer['length']} moves", draw)


def map_of_a_board():
    rows, columns, goal = 2, 3, (1, 2, 3, 4, 5, 0)
    census = ask("map", f"sliding:{rows}x{columns}")["layers"]
    layers, depth = [[goal]], {goal: 0}
    while layers[-1]:
        layers.append([])
        for state in layers[-2]:
            for letter in STEPS:
                after = moved(state, letter, rows, columns)
                if after and after not in depth:
                    depth[after] = len(layers) - 1
                    layers[-1].append(after)
    layers.pop()
    assert [len(layer) for layer in layers] == census, census
    links = {state: [after for letter in STEPS if (after := moved(state, letter, rows, columns))] for state in depth}

    # Fewer crossings: each layer in the order of the means of its neighbours, forwards and backwards.
    at = {}
    spread = lambda layer: at.update((state, place - (len(layer) - 1) / 2) for place, state in enumerate(layer))
    for layer in layers:
        spread(layer)
    for sweep in range(24):
        step = 1 if sweep % 2 == 0 else -1
        for layer in layers[::step]:
            means = {}
            for state in layer:
                near = [at[other] for other in links[state] if depth[other] == depth[state] - step]
                means[state] = sum(near) / len(near) if near else at[state]
            layer.sort(key=means.get)
            spread(layer)

    first, pitch, middle, gap = 118, 31, 196, 7.6
    place = lambda state: (first + pitch * depth[state], middle + gap * at[state])

    def draw(theme):
        lines = "".join("M{:.0f} {:.1f}L{:.0f} {:.1f}".format(*place(state), *place(after))
                        for state in depth for after in links[state] if depth[after] > depth[state])
        parts = [f"<path d='{lines}' stroke='{theme['line']}' stroke-width='0.6' stroke-opacity='0.6' fill='none'/>"]
        for state in depth:
            x, y = place(state)
            end = depth[state] in (0, len(layers) - 1)
            parts.append(f"<circle cx='{x:g}' cy='{y:.1f}' r='{4.5 if end else 2.6}' "
                         f"fill='{theme['mark'] if end else theme['rows'][0]}'/>")
        for number, layer in enumerate(layers):
            parts.append(text(first + pitch * number, 404, number, 11, theme["text"]))
            parts.append(text(first + pitch * number, 420, len(layer), 11, theme["soft"]))
        parts.append(text(first - 16, 404, "distance", 11, theme["text"], anchor="end"))
        parts.append(text(first - 16, 420, "positions", 11, theme["soft"], anchor="end"))
        last = first + pitch * (len(layers) - 1)
        parts += board(goal, columns, 12, middle - 28, 28, theme)
        parts += board(layers[-1][0], columns, last + 26, middle - 28, 28, theme)
        return parts

    title = f"All {len(depth)} positions of the 2x3 board by their distance from the goal, 0 to {len(layers) - 1}"
    write("map", 892, 432, title, draw)


if __name__ == "__main__":
    solved_board()
    map_of_a_board()
