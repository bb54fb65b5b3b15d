"""Draws docs/map-cost.svg: states a second of `loyd map` against the number of states.

    loyd map PUZZLE --format json >> record/map-cost.jsonl    # for each puzzle of PUZZLES, on an idle machine
    python3 record/map-cost.py                                # needs matplotlib

Each census is compared with the published number of states and God's number before anything is drawn.
"""

import json
import pathlib

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plot

# Published diameters: OEIS A151944 (sliding, from a corner), A058986 (pancake).
PUZZLES = {
    "sliding:2x4": (20_160, 36),
    "sliding:3x3": (181_440, 31),
    "sliding:2x5": (1_814_400, 55),
    "sliding:3x4": (239_500_800, 53),
    "sliding:2x6": (239_500_800, 80),
    "sliding:2x7": (43_589_145_600, 108),
    "pancake:9": (362_880, 10),
    "pancake:10": (3_628_800, 11),
    "pancake:11": (39_916_800, 13),
    "pancake:12": (479_001_600, 14),
    "pancake:13": (6_227_020_800, 15),
}

here = pathlib.Path(__file__).parent
rows = {}
for line in (here / "map-cost.jsonl").read_text().splitlines():
    census = json.loads(line)
    states, diameter = PUZZLES[census["puzzle"]]
    assert (census["states"], census["diameter"], sum(census["layers"])) == (states, diameter, states), census["puzzle"]
    rate = states / census["seconds"] / 1e6
    rows[census["puzzle"]] = (states, max(rate, rows.get(census["puzzle"], (0, 0))[1]))

figure, axes = plot.subplots(figsize=(9, 5))
for family, colour in (("sliding", "#2b6cb0"), ("pancake", "#c05621")):
    points = sorted((rows[puzzle], puzzle) for puzzle in rows if puzzle.startswith(family))
    axes.plot([states for (states, _), _ in points], [rate for (_, rate), _ in points], "o-", color=colour, label=family)
    for (states, rate), puzzle in points:
        axes.annotate(puzzle.split(":")[1], (states, rate), textcoords="offset points", xytext=(0, 8), ha="center", fontsize=8)
axes.set_xscale("log")
axes.set_ylim(bottom=0, top=1.1 * max(rate for _, rate in rows.values()))
axes.set_xlabel("states")
axes.set_ylabel("million states a second, whole map")
axes.set_title("loyd map: what a state costs as spaces grow")
axes.legend(loc="lower right")
axes.grid(alpha=0.3)
figure.text(0.99, 0.01, "two shared cores; loyd map PUZZLE --format json, the best of the runs in record/map-cost.jsonl", ha="right", fontsize=7)
figure.tight_layout(rect=(0, 0.02, 1, 1))
figure.savefig(here.parent / "docs" / "map-cost.svg", metadata={"Date": None})
