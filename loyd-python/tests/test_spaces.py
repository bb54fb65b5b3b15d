"""Maps and puzzles of one's own, against published growth."""

import ast
import csv
import itertools
from pathlib import Path

import numpy as np
import pytest

import loyd

PUBLISHED = Path(__file__).parents[2] / "tests" / "data" / "cayleypy"


def published(family):
    """The layers that CayleyPy has published (arXiv 2509.19162), by the number of pieces."""
    with open(PUBLISHED / f"{family}.csv", newline="") as file:
        return {int(size): ast.literal_eval(layers) for size, layers in csv.reader(file)}


def exchanged(n, one, other):
    row = list(range(n))
    row[one], row[other] = row[other], row[one]
    return row


def shifted(n, by):
    return [(place + by) % n for place in range(n)]


FAMILIES = {
    "lx": lambda n: {"L": shifted(n, 1), "X": exchanged(n, 0, 1)},
    "lrx": lambda n: {"L": shifted(n, 1), "R": shifted(n, -1), "X": exchanged(n, 0, 1)},
    "stars": lambda n: {f"s{place}": exchanged(n, 0, place) for place in range(1, n)},
    "coxeter": lambda n: {f"c{place}": exchanged(n, place, place + 1) for place in range(n - 1)},
    "pancake": lambda n: {f"f{k}": list(range(k))[::-1] + list(range(k, n)) for k in range(2, n + 1)},
}


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_growth_is_as_published(family):
    growth, seen = published(family), 0
    for n, layers in growth.items():
        if 3 <= n <= 8 and sum(layers) < 10**5:
            census = loyd.puzzle(generators=FAMILIES[family](n), name=f"{family} {n}").map()
            assert census.layers.tolist() == layers, (family, n)
            assert census.gods_number == len(layers) - 1
            seen += 1
    assert seen >= 3


def breadth_first(generators, start):
    """The layers around a position, by sets: slow and simple."""
    layers, seen = [{tuple(start)}], {tuple(start)}
    while layers[-1]:
        # A distance to the goal follows the moves backwards.
        inverses = [np.argsort(generator) for generator in generators]
        after = {tuple(np.array(state)[inverse]) for state in layers[-1] for inverse in inverses} - seen
        seen |= after
        layers.append(after)
    return layers[:-1]


@pytest.mark.parametrize("central", [None, [0, 0, 1, 1, 2]])
def test_moves_are_those_of_numpy(central):
    generators = {"L": [1, 2, 3, 4, 0], "T": [0, 2, 1, 4, 3]}
    puzzle = loyd.puzzle(generators=generators, central=central)
    layers = breadth_first(list(generators.values()), central or range(5))
    assert puzzle.map().layers.tolist() == [len(layer) for layer in layers]
    for distance, layer in enumerate(layers):
        states = np.array(sorted(layer))
        assert set(puzzle.distance_many(states).tolist()) == {distance}
        solved = puzzle.solve_many(states)
        for state, moves in zip(states, solved.moves):
            for move in moves.split():
                state = state[generators[move]]
            assert state.tolist() == list(central or range(5))


def test_forms_of_a_generator():
    as_list = loyd.puzzle(generators={"L": [1, 2, 3, 0], "X": [1, 0, 2, 3]})
    as_array = loyd.puzzle(generators={"L": np.array([1, 2, 3, 0]), "X": np.array([1, 0, 2, 3], np.int8)})
    as_cycles = loyd.puzzle(generators={"L": "(3 2 1 0)", "X": "(0,1)"})
    counts = [puzzle.map().layers.tolist() for puzzle in (as_list, as_array, as_cycles)]
    assert counts == [[1, 2, 3, 5, 5, 5, 3]] * 3
    assert as_list.apply([0, 1, 2, 3], "L").tolist() == as_cycles.apply([0, 1, 2, 3], "L").tolist() == [1, 2, 3, 0]
    both = loyd.puzzle(generators={"L": [1, 2, 3, 0], "X": [1, 0, 2, 3]}, inverses=True)
    assert both.map().layers.tolist() == [1, 3, 5, 6, 5, 3, 1]
    unnamed = loyd.puzzle(generators=[[1, 2, 3, 0], [1, 0, 2, 3]])
    assert sorted(unnamed.moves([0, 1, 2, 3])) == ["g0", "g1"]
    lettered = loyd.puzzle(generators={"左": [1, 2, 3, 0], "\U0001f3b2": [1, 0, 2, 3]}, name='a "🎲" \\ \t')
    assert sorted(lettered.moves([0, 1, 2, 3])) == ["左", "\U0001f3b2"]


@pytest.mark.parametrize(
    "generators, said",
    [
        ({}, "at least one"),
        ({"a": [0, 0, 1]}, "each number from 0 to 2 once"),
        ({"a": [1, 0], "b": [1, 2, 0]}, "each number from 0 to 2 once"),
        ({"a": [0, 1, 2]}, "moves no piece"),
        ({"a": "(0 1"}, "cycles such as"),
        ({"a": "(0 1)(1 2)"}, "occurs twice"),
        ({"a": [1.0, 0.0]}, "whole numbers"),
        ({"a": "(0 300)"}, "2 to 255 slots"),
        ({"a": "(0 4000000000)"}, "2 to 255 slots"),
        ({"": [1, 0]}, "without blanks"),
        ({"a\n[goals]": [1, 0]}, "without blanks"),
    ],
)
def test_generators_that_are_none(generators, said):
    with pytest.raises(loyd.InputError, match=said):
        loyd.puzzle(generators=generators)


def test_group():
    group = loyd.puzzle("2x2x2?moves=U,R,F").group
    # 7! 3^6 positions: the corner DBL stays.
    assert (group.order(), group.is_exact, group.positions) == (3_674_160, True, 3_674_160)
    # The Mathieu group M24 has 244,823,040 elements.
    assert loyd.puzzle("m24").group.order() == 244_823_040
    with pytest.raises(loyd.InputError, match="definition"):
        loyd.puzzle("8").group


def test_census_of_a_cube():
    # Layers of the 2x2x2, half turns as one move: OEIS A080629.
    census = loyd.map("2x2x2?moves=U,R,F")
    layers = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]
    assert (census.layers.tolist(), census.gods_number, census.states) == (layers, 11, 3_674_160)
    assert census.stopped is None and census.checked["positions"] > 0


def test_a_map_from_a_position_and_a_map_that_is_stopped():
    eight = loyd.puzzle("8")
    corner = eight.map(start=[1, 2, 3, 4, 5, 6, 7, 8, 0])
    assert corner.layers.tolist() == eight.map().layers.tolist()
    antipodes = corner.antipodes
    assert antipodes.shape == (2, 9) and eight.distance_many(antipodes).tolist() == [31, 31]
    few = eight.map(limit_moves=4)
    assert (few.layers.tolist(), few.gods_number, few.stopped) == ([1, 2, 4, 8, 16], None, "moves")


def test_a_map_between_sets():
    eight = loyd.puzzle("8")
    row = eight.map(goal_set=["123??????"])
    assert (row.gods_number, row.unreached, row.reply["goal_set"]) == (22, 0, 360)
    start = row.antipodes[0]
    assert len(row.antipode_moves) == 22
    assert eight.apply(start, row.antipode_moves)[:3].tolist() == [1, 2, 3]
    one = eight.map(goal_set=["123??????"], from_set=[start])
    assert (one.layers.tolist(), one.states) == ([0] * 22 + [1], 1)
    with pytest.raises(loyd.InputError, match="found `9`"):
        eight.map(goal_set=["129??????"])


def test_a_definition_of_a_file(tmp_path):
    path = tmp_path / "ring of five.loyd"
    path.write_text(loyd.definition({"L": [1, 2, 3, 4, 0], "X": [1, 0, 2, 3, 4]}))
    of_file = loyd.puzzle(file=path)
    assert of_file.map().layers.tolist() == [1, 2, 3, 5, 8, 12, 15, 20, 22, 19, 11, 2]
    assert loyd.puzzle(text=path.read_text()).map().gods_number == 11


def test_every_bundled_puzzle_opens_and_draws():
    opened = 0
    for family in loyd.puzzles():
        for example in itertools.islice(family.get("examples") or [], 2):
            puzzle = loyd.puzzle(example)
            state = puzzle.random(1, seed=1)[0]
            assert puzzle.picture(state).startswith("<svg")
            assert puzzle.text(puzzle.array([puzzle.text(state)])[0] if puzzle.cells else state) == puzzle.text(state)
            opened += 1
    assert opened >= 20


def test_pictures():
    solution = loyd.solve("8", "2 3 4 1 5 x 7 6 8")
    film = solution._repr_svg_()
    assert film.startswith("<svg") and film.count("<animate") + film.count("@keyframes") > 5
    assert loyd.puzzle("8")._repr_svg_().startswith("<svg")
    chart = loyd.map("8")._repr_svg_()
    assert chart.startswith("<svg") and "sliding:3x3" in chart and "31" in chart


def test_a_gap_file(tmp_path):
    path = tmp_path / "triangle.gap"
    path.write_text("# Three points, turned and exchanged.\nM_r := (1,2,3);\nM_s := (1,2);\nGen := [ M_r, M_s ];\n")
    triangle = loyd.puzzle(file=path)
    assert (triangle.group.order(), triangle.map().states, triangle.map().gods_number) == (6, 6, 2)
