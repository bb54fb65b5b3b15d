"""Draws the moving picture of README.md, docs/solution-light.svg and docs/solution-dark.svg: a shortest solution of an
8-puzzle, played in a loop.

    cargo build --release
    python3 docs/solution.py target/release/loyd            # needs nothing but Python
    python3 docs/solution.py target/release/loyd --check    # only reports whether the files are up to date

The moves and the length come from the command; the script replays them. A viewer without animation, or a reader who
asks for less motion, sees the start position, all moves and the length.
"""

import pathlib
import sys

from pictures import MONO, THEMES, ask, moved, text

HERE = pathlib.Path(__file__).parent
START = (2, 3, 4, 1, 5, 0, 7, 6, 8)
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
COLUMNS = 3
WIDTH, HEIGHT = 360, 300
CELL, GAP, LEFT, TOP = 66, 5, 82, 20
LETTER, LETTERS_TOP = 16, 252
# Seconds before the first move, of each move, of the slide within a move, and after the last move.
BEFORE, MOVE, SLIDE, AFTER = 1.5, 0.6, 0.35, 3.0


def solution():
    """The moves of the command's answer, the states they lead through, and the length."""
    answer = ask("solve", "8", " ".join("x" if tile == 0 else str(tile) for tile in START))
    states = [START]
    for letter in answer["moves"]:
        states.append(moved(states[-1], letter, COLUMNS, COLUMNS))
    assert answer["outcome"] == "solved" and states[-1] == GOAL, answer
    assert answer["length"] == len(answer["moves"]), answer
    return answer["moves"], states


def place(cell):
    return LEFT + cell % COLUMNS * CELL, TOP + cell // COLUMNS * CELL


def picture(moves, states, theme):
    total = BEFORE + MOVE * len(moves) + AFTER
    at = lambda seconds: f"{100 * seconds / total:.2f}%"
    slide = lambda x, y: f"transform:translate({x}px,{y}px)"
    rules, tiles = [], []
    for tile in range(1, len(START)):
        cells = [state.index(tile) for state in states]
        frames = [f"0%{{{slide(*place(cells[0]))}}}"]
        for number, (here, there) in enumerate(zip(cells, cells[1:])):
            if here != there:
                begin = BEFORE + MOVE * number
                frames.append(f"{at(begin)}{{{slide(*place(here))}}}{at(begin + SLIDE)}{{{slide(*place(there))}}}")
        frames.append(f"to{{{slide(*place(cells[-1]))}}}")
        rules.append(f"@keyframes t{tile}{{{''.join(frames)}}}.t{tile}{{animation-name:t{tile}}}")
        side = CELL - GAP
        x, y = place(cells[0])
        tiles += [
            f"<g class='m t{tile}' transform='translate({x} {y})'>",
            f"<rect width='{side}' height='{side}' rx='7' fill='{theme['rows'][(tile - 1) // COLUMNS]}'/>",
            text(side / 2, side * 0.69, tile, 34, theme["ink"], more="font-weight='600'"),
            "</g>",
        ]

    # The mark stands behind the letter of the move that is made. Before the first move it cannot be seen.
    first = (WIDTH - LETTER * len(moves)) / 2
    frames = ["0%{opacity:0;transform:translate(0px,0px)}"]
    for number in range(len(moves)):
        frames.append(f"{at(BEFORE + MOVE * number)}{{opacity:1;transform:translate({LETTER * number}px,0px)}}")
    frames.append(f"{at(BEFORE + MOVE * len(moves))}{{opacity:0;transform:translate(0px,0px)}}")
    rules.append(f"@keyframes mark{{{''.join(frames)}}}.mark{{animation-name:mark;animation-timing-function:step-end}}")

    frame = place(0)[0] - 8, place(0)[1] - 8, COLUMNS * CELL - GAP + 16
    title = f"An 8-puzzle is solved in {len(moves)} moves, the fewest possible: {''.join(moves)}"
    return "\n".join([
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' "
        f"width='{WIDTH}' height='{HEIGHT}' role='img'>",
        f"<title>{title}</title>",
        "<style>",
        f".m{{animation-duration:{total:.2f}s;animation-iteration-count:infinite;"
        "animation-timing-function:ease-in-out}",
        *rules,
        "@media (prefers-reduced-motion:reduce){.m{animation:none}}",
        "</style>",
        f"<rect x='{frame[0]}' y='{frame[1]}' width='{frame[2]}' height='{frame[2]}' rx='12' fill='{theme['cell']}'/>",
        *tiles,
        f"<rect class='m mark' opacity='0' x='{first:g}' y='{LETTERS_TOP - 17}' width='{LETTER}' height='24' rx='4' "
        f"fill='{theme['cell']}'/>",
        *(text(first + LETTER * (number + 0.5), LETTERS_TOP, letter, 19, theme["text"], font=MONO)
          for number, letter in enumerate(moves)),
        text(WIDTH / 2, LETTERS_TOP + 32, f"{len(moves)} moves, proved shortest", 17, theme["soft"]),
        "</svg>",
    ]) + "\n"


def main():
    moves, states = solution()
    for name, theme in THEMES.items():
        path, drawn = HERE / f"solution-{name}.svg", picture(moves, states, theme)
        if sys.argv[2:] == ["--check"]:
            assert path.read_text(encoding="utf-8") == drawn, f"{path.name} is out of date"
        else:
            path.write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
