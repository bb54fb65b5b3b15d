"""Solutions: shortest lengths that are published, batches, limits, faults."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import loyd


def test_published_lengths():
    # Korf (1985), the first of the hundred 15-puzzles: 57 moves.
    korf1 = "14 13 15 7 11 12 9 5 6 x 2 1 4 8 10 3"
    puzzle = loyd.puzzle("15", goal="x 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15")
    solution = puzzle.solve(korf1)
    assert (solution.length, solution.at_least, solution.is_shortest) == (57, 57, True)
    # Moves are checked by a replay of our own, which knows only the rules of the 15-puzzle.
    assert replayed(korf1.replace("x", "0"), solution.steps) == list(range(16))


def replayed(state, moves):
    cells = [int(cell) for cell in state.split()]
    for move in moves:
        blank = cells.index(0)
        row, column = divmod(blank, 4)
        row, column = {"u": (row - 1, column), "d": (row + 1, column), "l": (row, column - 1), "r": (row, column + 1)}[move]
        assert 0 <= row < 4 and 0 <= column < 4
        cells[blank], cells[4 * row + column] = cells[4 * row + column], 0
    return cells


def test_numbers_and_texts_are_the_same_position():
    eight = loyd.puzzle("8")
    assert eight.cells == 9
    for state in ("2 3 4 1 5 x 7 6 8", [2, 3, 4, 1, 5, 0, 7, 6, 8], np.array([2, 3, 4, 1, 5, 0, 7, 6, 8], np.int8)):
        assert eight.solve(state).moves == "ullddrurdllurrdlurd"
    assert eight.text([1, 2, 3, 4, 5, 6, 7, 8, 0]) == "1 2 3 4 5 6 7 8 x"
    assert eight.apply("1 2 3 4 5 6 7 8 x", "ul").tolist() == [1, 2, 3, 4, 0, 5, 7, 8, 6]


def test_outcomes():
    eight = loyd.puzzle("8")
    no = eight.solve("2 1 3 4 5 6 7 8 x")
    assert (no.outcome, no.length, no.moves, no.is_shortest) == ("unsolvable", None, None, False)
    assert "parity" in no.reply["reason"] and eight.distance("2 1 3 4 5 6 7 8 x") == -1
    assert not eight.contains("2 1 3 4 5 6 7 8 x") and eight.contains("1 2 3 4 5 6 7 x 8")
    counted = eight.solve("8 6 7 2 5 4 3 x 1", want="count")
    assert counted.count == 40
    listed = eight.solve("8 6 7 2 5 4 3 x 1", want="all")
    assert len(set(listed.solutions)) == 40 and {len(moves) for moves in listed.solutions} == {31}
    fifteen = loyd.puzzle("15")
    hard = fifteen.random(seed=1)
    stopped = fifteen.solve(hard, algorithm="ida-star", heuristic="manhattan", limit_nodes=1000)
    assert (stopped.outcome, stopped.length, stopped.reply["reason"]) == ("stopped", None, "nodes")
    assert 20 <= stopped.at_least <= fifteen.solve(hard).length


def test_many_positions():
    eight = loyd.puzzle("8")
    states = eight.random(2000, seed=3)
    assert states.shape == (2000, 9) and len({tuple(row) for row in states.tolist()}) == 2000
    lengths = eight.distance_many(states)
    solved = eight.solve_many(states)
    assert (lengths == solved.lengths).all() and (lengths == solved.at_least).all()
    assert [len(moves) for moves in solved.moves] == lengths.tolist()
    table = eight.distances()
    assert (table[states] == lengths).all()
    assert table[states].dtype == np.int16 and (table.unrank(table.rank(states)) == states).all()
    assert eight.distance_many([eight.text(row) for row in states]).tolist() == lengths.tolist()
    assert eight.distance_many(states[:0]).tolist() == [] and len(eight.solve_many([])) == 0
    # The same seed draws what the command draws.
    assert (loyd.random("8", 3, seed=3) == states[:3]).all()
    assert set(eight.distance_many(eight.random(5, depth=31, seed=1)).tolist()) == {31}


def test_ranks_are_cantors():
    eight = loyd.puzzle("8")
    states = eight.unrank_many(range(500))
    assert eight.rank_many(states).tolist() == list(range(500))
    assert (eight.unrank(eight.rank("8 6 7 2 5 4 3 x 1")) == [8, 6, 7, 2, 5, 4, 3, 0, 1]).all()
    # 25! is more than 64 bits hold.
    large = loyd.puzzle("24").rank(list(range(24, -1, -1)))
    assert large > 2**64 and loyd.puzzle("24").rank_many([list(range(24, -1, -1))]).tolist() == [large]
    assert loyd.puzzle("24").unrank(large).tolist() == list(range(24, -1, -1))


def test_all_ranks_of_a_table():
    table = loyd.puzzle("8").distances()
    assert len(table) == 181_440 and table.layers.sum() == 181_440 and table.layers[31] == 2
    assert np.bincount(table.array).tolist() == table.layers.tolist()
    ranks = np.arange(len(table))
    states = table.unrank(ranks)
    assert (table.rank(states) == ranks).all() and (table[states] == table.array).all()
    assert table.rank([2, 1, 3, 4, 5, 6, 7, 8, 0]) == -1 == table[[2, 1, 3, 4, 5, 6, 7, 8, 0]]
    with pytest.raises(ValueError):
        table.array[0] = 1


def test_texts_without_numbers():
    pyraminx = loyd.puzzle("pyraminx")
    states = pyraminx.random(4, seed=1)
    assert pyraminx.cells is None and isinstance(states, list) and isinstance(states[0], str)
    solved = pyraminx.solve_many(states)
    assert solved.lengths.tolist() == [pyraminx.solve(state).length for state in states]
    with pytest.raises(TypeError, match="list of texts"):
        pyraminx.solve_many(np.zeros((2, 3), int))


def test_comparison():
    rows = loyd.compare("8", "8 6 7 2 5 4 3 x 1", heuristics=["manhattan"]).rows
    assert {row["length"] for row in rows} == {31} and len({row["algorithm"] for row in rows}) >= 5
    assert all(isinstance(row["expanded"], int) for row in rows)
    assert "<table>" in loyd.compare("8", "1 2 3 4 5 6 7 x 8")._repr_html_()


@pytest.mark.parametrize(
    "does, error, said",
    [
        (lambda: loyd.solve("8", "1 2 3 4 5 6 7 8 9"), loyd.InputError, "9"),
        (lambda: loyd.solve("nothing"), loyd.InputError, "nothing"),
        (lambda: loyd.solve("8", [1, 2, 3]), ValueError, "rows of 9 numbers"),
        (lambda: loyd.solve("8", [1, 2, 3, 4, 5, 6, 7, 8, 99]), loyd.InputError, "99"),
        (lambda: loyd.solve("8", [1, 2, 3, 4, 5, 6, 7, 8, -1]), loyd.InputError, "0 to 65535"),
        (lambda: loyd.solve("8", [1, 2, 3, 4, 5, 6, 7, 8, 65536]), loyd.InputError, "0 to 65535"),
        (lambda: loyd.solve("8", [1.5] * 9), TypeError, "whole numbers"),
        (lambda: loyd.puzzle("8").solve_many([[1, 2, 3, 4, 5, 6, 7, 8, 0], [1] * 9]), loyd.InputError, "position 1"),
        (lambda: loyd.puzzle("8").solve("1 2 3 4 5 6 7 8 x", algorithm="no"), loyd.InputError, "no"),
        (lambda: loyd.puzzle("8").solve("1 2 3 4 5 6 7 8 x", limit_seconds=float("nan")), loyd.InputError, "found nan"),
        (lambda: loyd.puzzle("8").random(depth=40), loyd.InputError, "40"),
        (lambda: loyd.puzzle("8").distances().unrank(181_440), loyd.InputError, "181440"),
        (lambda: loyd.puzzle("8").distances().unrank(-1), TypeError, "from 0"),
        (lambda: loyd.puzzle("24").distances(), loyd.LoydError, "24|5x5"),
        (lambda: loyd.puzzle("3x3x3").distances(limit_memory=10**6), loyd.LoydError, "3x3x3"),
        (lambda: loyd.puzzle("pancake:11").distances(limit_memory=10**6), loyd.LoydError, "memory"),
        (lambda: loyd.puzzle(file="/nowhere/a.loyd"), loyd.LoydError, "nowhere"),
        (lambda: loyd.puzzle(), loyd.InputError, "one of id"),
        (lambda: loyd.ask({"ask": "solve", "puzzle": "8", "stat": "x"}), loyd.InputError, "stat"),
    ],
)
def test_faults_say_what_was_expected(does, error, said):
    with pytest.raises(error, match=said) as raised:
        does()
    assert len(str(raised.value)) > 5


@pytest.mark.parametrize(
    "does, field, said, expected",
    [
        (lambda: loyd.puzzle("8").random(-1), "count", "`count`: found `-1`", "a whole number from 0 to 1844674"),
        (lambda: loyd.solve("8", "1 2 3 4 5 6 7 8 x", limit_seconds=-1), "limit_seconds", "found `-1`", "a number of s"),
        (lambda: loyd.puzzle("8").random(depth="far"), "depth", '`"far"`', "a whole number from 0 to 4294967295"),
        (lambda: loyd.puzzle(generators={}), "generators", "found none", "at least one generator"),
        (lambda: loyd.puzzle(generators={"a": [0, 0]}), "generators", "the generator a", "each number from 0 to 1 once"),
    ],
)
def test_a_fault_of_a_field_names_the_field_and_what_was_expected(does, field, said, expected):
    with pytest.raises(loyd.InputError) as raised:
        does()
    assert raised.value.field == field and said in str(raised.value)
    assert raised.value.expected.startswith(expected)


def test_only_one_of_many_positions_has_an_index():
    for does in [loyd.puzzle("8").solve, loyd.puzzle("8").distance]:
        with pytest.raises(loyd.InputError) as raised:
            does("1 2 3")
        assert "position 0" not in str(raised.value)


def test_a_fault_has_its_place():
    with pytest.raises(loyd.InputError) as raised:
        loyd.solve("8", "1 2 3\n4 5 6 7 8 9")
    fault = raised.value
    assert (fault.kind, fault.field, fault.line, fault.column) == ("state", "state", 2, 11)


def test_progress_and_the_exception_of_a_listener():
    kinds = []
    loyd.map("8", progress=lambda event: kinds.append(event["event"]))
    assert kinds.count("layer") == 32

    def hear(event):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        loyd.map("pancake:10", progress=hear)


def test_threads_ask_at_the_same_time():
    eight, lengths = loyd.puzzle("8"), []
    threads = [threading.Thread(target=lambda: lengths.append(eight.solve("8 6 7 2 5 4 3 x 1").length)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lengths == [31] * 8


def test_a_search_lets_other_threads_work():
    counted, ends = [0], threading.Event()

    def count():
        while not ends.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    loyd.solve("24", list(range(24, -1, -1)), limit_seconds=0.5)
    ends.set()
    thread.join()
    assert counted[0] > 50


def interrupted(program):
    """Runs a program that prints a line when it is ready, and sends it a Ctrl-C."""
    program = "import loyd\n" + textwrap.dedent(program)
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout.readline() == "ready\n"
    time.sleep(0.5)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    return running.returncode, out, err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_ctrl_c_gives_what_is_proved():
    code, out, err = interrupted("""
        print("ready", flush=True)
        solution = loyd.solve("24", list(range(24, -1, -1)))
        print(solution.outcome, solution.at_least, solution.reply["reason"])
    """)
    outcome, at_least, reason = out.split()
    assert (code, outcome, reason) == (0, "stopped", "interrupted"), err
    assert int(at_least) > 100


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_ctrl_c_raises_where_nothing_is_proved():
    code, out, err = interrupted("""
        puzzle = loyd.puzzle("24")
        print("ready", flush=True)
        try:
            puzzle.solve_many([list(range(24, -1, -1))] * 1000)
        except KeyboardInterrupt:
            print("interrupted")
    """)
    assert (code, out) == (0, "interrupted\n"), err


def test_the_command_is_there():
    run = subprocess.run([sys.executable, "-m", "loyd", "solve", "8", "2 3 4 1 5 x 7 6 8"], capture_output=True, text=True)
    assert (run.returncode, run.stdout.splitlines()[0]) == (0, "ullddrurdllurrdlurd"), run.stderr
    run = subprocess.run([sys.executable, "-m", "loyd", "solve", "8", "2 1 3 4 5 6 7 8 x"], capture_output=True, text=True)
    assert run.returncode == 3
    run = subprocess.run([sys.executable, "-m", "loyd", "solv"], capture_output=True, text=True)
    assert run.returncode == 2 and "solve" in run.stderr


def test_the_command_starts_itself_again(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "loyd", "cluster", "run", "--local", "2", "map", "8", "--format", "json"],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0 and '"diameter":31' in run.stdout, run.stderr
