"""Compares calls of the package for Python with plain numpy and with CayleyPy, if it is installed, on the same work.

Usage: python record/python.py, in an environment with loyd-solver and numpy, and perhaps cayleypy. Each figure is the
least of three runs, and every program's result is compared with loyd's before a time is printed.
"""
import time

import numpy as np

import loyd


def least(does, times=3):
    """The result and the least seconds of some runs."""
    seconds = []
    for _ in range(times):
        began = time.perf_counter()
        result = does()
        seconds.append(time.perf_counter() - began)
    return result, min(seconds)


def row(work, program, seconds, of):
    print(f"| {work} | {program} | {seconds:.3f} s | {seconds / of:.1f} |")


def layers_by_numpy(generators, n):
    """Breadth-first search with sorted arrays: a position is one number in base n."""
    weights = n ** np.arange(n, dtype=np.int64)
    seen, layer, layers = np.zeros(0, np.int64), np.arange(n, dtype=np.uint8)[None], []
    while len(layer):
        layers.append(len(layer))
        seen = np.union1d(seen, layer @ weights)
        after = np.concatenate([layer[:, generator] for generator in generators])
        codes, first = np.unique(after @ weights, return_index=True)
        layer = after[first[~np.isin(codes, seen, assume_unique=True)]]
    return layers


def lrx(n):
    shift = [(place + 1) % n for place in range(n)]
    back = [(place - 1) % n for place in range(n)]
    return {"L": shift, "R": back, "X": [1, 0, *range(2, n)]}


print("| work | program | time | times loyd's |\n|---|---|---|---|")
N = 9
generators = lrx(N)
# Every run opens the puzzle anew, so no table of an earlier run answers.
census, own = least(lambda: loyd.puzzle(generators=generators).map())
counted, plain = least(lambda: layers_by_numpy(list(generators.values()), N))
assert counted == census.layers.tolist()
work = f"growth of LRX on {N} pieces, 362,880 positions"
row(work, "loyd", own, own)
row(work, "numpy, sorted arrays", plain, own)
try:
    from cayleypy import CayleyGraph, CayleyGraphDef
except ImportError:
    pass
else:
    graph = CayleyGraph(CayleyGraphDef.create(list(generators.values())), device="cpu")
    published, theirs = least(lambda: graph.bfs().layer_sizes)
    assert list(published) == census.layers.tolist()
    row(work, "CayleyPy, on the processor", theirs, own)

eight = loyd.puzzle("8")
table = eight.distances()
states = np.tile(eight.random(10_000, seed=1), (100, 1))


def by_numpy(states):
    """Distances by a dictionary of positions as numbers: an array that is sorted by number, and a binary search."""
    return known[np.searchsorted(codes, states @ WEIGHTS)]


WEIGHTS = 10 ** np.arange(9, dtype=np.int64)
all_codes = table.unrank(np.arange(len(table))) @ WEIGHTS
order = np.argsort(all_codes)
codes, known = all_codes[order], table.array[order].astype(np.int32)
distances, own = least(lambda: eight.distance_many(states))
looked_up, plain = least(lambda: by_numpy(states))
assert (looked_up == distances).all()
work = "distances of 1,000,000 8-puzzles"
row(work, "loyd", own, own)
row(work, "numpy, a sorted array of the same table", plain, own)

few = states[:10_000]
solved, own = least(lambda: eight.solve_many(few))
assert (solved.lengths == distances[:10_000]).all()
row("shortest solutions of 10,000 8-puzzles", "loyd", own, own)
print(f"\nloyd {loyd.__version__}, numpy {np.__version__}")
