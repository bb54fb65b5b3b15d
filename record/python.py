"""Compares calls of the package for Python with other libraries of Python, on the same work and with the same results.

Usage: python record/python.py, in an environment with loyd-solver and numpy. The other libraries are optional: scipy,
networkx, rustworkx, igraph, simpleai, astar, pathfinding and cayleypy. A library that is not installed has no row.

The programs of one work run in turns. A figure is the median of TURNS runs. A program whose first run takes less than
QUICK seconds of CPU time has QUICK_TURNS runs, and a program that takes more than ALONE seconds has one, marked (1). A
run that takes more than LIMIT seconds is ended. CPU time is the time of all threads together. Every result is compared
before a time is printed. The script takes about a quarter of an hour, most of it for the slowest programs.
"""
import collections
import gc
import importlib.metadata
import math
import resource
import signal
import statistics
import time

import numpy as np

import loyd
from python_rules import Board, each, library, pathfinding, solvers_by_rules

TURNS, QUICK_TURNS, QUICK, ALONE, LIMIT, ENDED = 5, 25, 0.1, 5, 40, object()

networkx, rustworkx, igraph = library("networkx"), library("rustworkx"), library("igraph")
sparse, csgraph = library("scipy.sparse"), library("scipy.sparse.csgraph")
cayleypy, dijkstra = library("cayleypy"), library("pathfinding.finder.dijkstra")


def stop(*_):
    raise TimeoutError


signal.signal(signal.SIGPROF, stop)


def cpu_seconds():
    """The CPU seconds of all threads. `time.process_time` moves in steps of 4 ms while the timer of `run` is set."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def run(does):
    """The result of a run, its seconds and its CPU seconds on all threads. The result of an ended run is ENDED."""
    gc.collect()
    began, began_cpu = time.perf_counter(), cpu_seconds()
    try:
        signal.setitimer(signal.ITIMER_PROF, LIMIT)
        result = does()
        signal.setitimer(signal.ITIMER_PROF, 0)
    except TimeoutError:
        result = ENDED
    return result, time.perf_counter() - began, cpu_seconds() - began_cpu


def compare(work, expected, programs):
    """Runs the programs in turns, and prints a table with a row for each. A program is a name, a function, and perhaps
    a function that brings the result into the form of `expected`. The first program is loyd."""
    runs, ended = collections.defaultdict(list), set()
    for turn in range(QUICK_TURNS):
        for name, does, *reads in programs:
            first = runs[name][0][1] if runs[name] else 0
            if turn >= (1 if first > ALONE else TURNS if first > QUICK else QUICK_TURNS):
                continue
            result, *seconds = run(does)
            if result is ENDED:
                ended.add(name)
            else:
                for read in reads:
                    result = read(result)
                assert np.array_equal(result, expected), (work, name)
            runs[name].append(seconds)
    medians = {name: [statistics.median(column) for column in zip(*rows)] for name, rows in runs.items()}
    print(f"\n{work}:\n\n| program | time | times loyd's | CPU time | times loyd's |\n|---|---|---|---|---|")
    for name, middle in medians.items():
        over, alone = "over " * (name in ended), " (1)" * (len(runs[name]) < TURNS and name not in ended)
        cells = [f"{over}{seconds:.{1 if over else 4}f} s | {over}{seconds / own:,.{0 if seconds >= 100 * own else 1}f}"
                 for seconds, own in zip(middle, medians[programs[0][0]])]
        print(f"| {name}{alone} | {' | '.join(cells)} |", flush=True)


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


N = 9
generators = lrx(N)
# Every run opens the puzzle anew, so no table of an earlier run answers.
programs = [("loyd", lambda: loyd.puzzle(generators=generators).map().layers),
            ("numpy, sorted arrays", lambda: layers_by_numpy(list(generators.values()), N))]
if cayleypy:
    # The threads of torch wait for each other, and take up to thirty times as long when other work has a core.
    library("torch").set_num_threads(1)
    definition = cayleypy.CayleyGraphDef.create(list(generators.values()))
    cayley = cayleypy.CayleyGraph(definition, device="cpu")
    programs.append(("CayleyPy, on one thread of the processor", lambda: cayley.bfs().layer_sizes))
compare(f"Growth of LRX on {N} pieces, 362,880 positions", layers_by_numpy(list(generators.values()), N), programs)

eight = loyd.puzzle("8")
table = eight.distances()
states = np.tile(eight.random(10_000, seed=1), (100, 1))


def by_numpy(states):
    """Distances by a dictionary of positions as numbers: an array that is sorted by number, and a binary search."""
    return known[np.searchsorted(codes, states @ WEIGHTS)]


WEIGHTS = 10 ** np.arange(9, dtype=np.int64)
positions = table.unrank(np.arange(len(table)))
all_codes = positions @ WEIGHTS
order = np.argsort(all_codes)
codes, known = all_codes[order], table.array[order].astype(np.int32)
compare("Distances of 1,000,000 8-puzzles", by_numpy(states), [
    ("loyd", lambda: eight.distance_many(states)),
    ("numpy, a sorted array of the same table", lambda: by_numpy(states)),
])
compare("Shortest solutions of 10,000 8-puzzles", by_numpy(states[:10_000]), [
    ("loyd", lambda: eight.solve_many(states[:10_000]), lambda solved: solved.lengths),
])


def edges_of(positions):
    """The pairs of ranks of neighbouring 8-puzzles, each pair once: the blank goes to the right, or down."""
    blank, pairs = positions.argmin(axis=1), []
    for step, may in (1, blank % 3 < 2), (3, blank < 6):
        here = np.flatnonzero(may)
        after, rows, cells = positions[here], np.arange(len(here)), blank[here]
        after[rows, cells], after[rows, cells + step] = after[rows, cells + step], 0
        pairs.append(np.stack([here, order[np.searchsorted(codes, after @ WEIGHTS)]], axis=1))
    return np.concatenate(pairs)


def networkx_graph(edges):
    graph = networkx.Graph()
    graph.add_edges_from(edges.tolist())
    return graph


def rustworkx_graph(edges):
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(positions)))
    graph.add_edges_from_no_data(list(map(tuple, edges.tolist())))
    return graph


def scipy_graph(edges):
    both = np.concatenate([edges, edges[:, ::-1]])
    return sparse.csr_array((np.ones(len(both)), (both[:, 0], both[:, 1])), shape=(len(positions),) * 2)


def scipy_distances(graph):
    """The distances, layer by layer: a node is in the layer after its parent's layer."""
    nodes, parents = csgraph.breadth_first_order(graph, goal)
    place = np.empty(len(nodes), np.int64)
    place[nodes] = np.arange(len(nodes))
    parent_places, ends, distances = place[parents[nodes[1:]]], [0, 1], np.empty(len(nodes), np.int64)
    while ends[-1] < len(nodes):
        ends.append(1 + np.searchsorted(parent_places, ends[-1]))
    distances[nodes] = np.repeat(np.arange(len(ends) - 1), np.diff(ends))
    return distances


def distances_of_layers(layers):
    distances = np.empty(len(positions), np.int64)
    for distance, layer in enumerate(layers):
        distances[layer] = distance
    return distances


board = Board(3)
edges, goal = edges_of(positions), table.rank(board.goal)
tuples = list(map(tuple, positions.tolist()))
bound = [board.manhattan(position) for position in tuples]
graphs = {}
programs = [
    ("loyd", lambda: loyd.puzzle("8").distances().array),
    ("Python, a dictionary and a queue", board.distances, lambda found: [found[position] for position in tuples]),
]
for its, name, build, does, *read in (
    (networkx, "networkx, single_source_shortest_path_length", networkx_graph,
     lambda graph: networkx.single_source_shortest_path_length(graph, goal),
     lambda found: [found[node] for node in range(len(positions))]),
    (rustworkx, "rustworkx, bfs_layers", rustworkx_graph,
     lambda graph: rustworkx.bfs_layers(graph, [goal]), distances_of_layers),
    (igraph, "igraph, distances", lambda edges: igraph.Graph(n=len(positions), edges=edges),
     lambda graph: graph.distances(goal)[0]),
    (csgraph, "scipy, shortest_path", scipy_graph,
     lambda graph: csgraph.shortest_path(graph, unweighted=True, indices=goal)),
    (csgraph, "scipy, breadth_first_order", scipy_graph, scipy_distances),
):
    if its:
        graphs[its] = build(edges)
        programs += [(f"{name}, and its graph", lambda build=build, does=does: does(build(edges_of(positions))), *read),
                     (f"{name}, the graph built before", lambda its=its, does=does: does(graphs[its]), *read)]
if pathfinding:
    graphs[pathfinding] = pathfinding.Graph([[*pair, 1] for pair in edges.tolist()], bi_directional=True)
# The graphs stay, so the collector of garbage need not walk them in each run.
gc.collect()
gc.freeze()
found = board.distances()
assert len(found) == len(tuples)
compare("Distances of all 181,440 8-puzzles", [found[position] for position in tuples], programs)


def scipy_paths(graph, starts):
    """One search from the goal, whose predecessors are the next positions of all paths."""
    _, parents = csgraph.breadth_first_order(graph, goal)
    paths = [[start] for start in starts]
    for path in paths:
        while path[-1] != goal:
            path.append(int(parents[path[-1]]))
    return paths


def solvers_by_graph(starts):
    """Programs that search in a graph of all 8-puzzles, which is built before."""
    ranks = [table.rank(start) for start in starts]

    def read(paths):
        return board.lengths(starts, [[tuples[node] for node in path] for path in paths])

    for its, name, does in (
        (networkx, "networkx, bidirectional_shortest_path",
         lambda start: networkx.bidirectional_shortest_path(graphs[networkx], start, goal)),
        (networkx, "networkx, astar_path",
         lambda start: networkx.astar_path(graphs[networkx], start, goal, lambda node, _: bound[node])),
        (rustworkx, "rustworkx, astar_shortest_path",
         lambda start: rustworkx.astar_shortest_path(
             graphs[rustworkx], start, lambda node: node == goal, lambda _: 1.0, lambda node: float(bound[node]))),
        (igraph, "igraph, get_shortest_path", lambda start: graphs[igraph].get_shortest_path(start, goal)),
        (igraph, "igraph, get_shortest_path_astar",
         lambda start: graphs[igraph].get_shortest_path_astar(start, goal, lambda _, node, to: bound[node])),
    ):
        if its:
            yield name, lambda does=does: each(does, ranks), read
    if csgraph:
        yield "scipy, one breadth_first_order for all", lambda: scipy_paths(graphs[csgraph], ranks), read
    if pathfinding:
        def path(start):
            graph = graphs[pathfinding]
            nodes, _ = dijkstra.DijkstraFinder().find_path(graph.node(start), graph.node(goal), graph)
            return [node.node_id for node in nodes]

        yield "pathfinding, DijkstraFinder on its Graph", lambda: each(path, ranks), read


def solvers_of_loyd(puzzle, board, starts):
    def read(solutions):
        assert all(solution.is_shortest for solution in solutions)
        paths = [board.path(start, solution.moves) for start, solution in zip(starts, solutions, strict=True)]
        return board.lengths(starts, paths)

    yield "loyd", lambda: each(puzzle.solve, starts), read
    options = {"algorithm": "a-star", "heuristic": "manhattan", "threads": 1}
    yield ("loyd, A* with Manhattan distance on one thread",
           lambda: each(lambda start: puzzle.solve(start, **options), starts), read)


farthest = [position for position in tuples if found[position] == max(found.values())]
for work, starts in (
    (f"Shortest solutions of the two farthest 8-puzzles, {found[farthest[0]]} moves", farthest),
    ("Shortest solutions of eight random 8-puzzles", list(map(tuple, eight.random(8, seed=1).tolist()))),
):
    compare(work, [found[start] for start in starts],
            [*solvers_of_loyd(eight, board, starts), *solvers_by_graph(starts), *solvers_by_rules(board, starts)])

fifteen, larger = loyd.puzzle("15"), Board(4)
for work, lengths, starts in (
    ("Shortest solutions of three 15-puzzles of 20, 25 and 30 moves", [20, 25, 30], [
        (1, 7, 2, 3, 5, 9, 8, 4, 0, 13, 11, 12, 10, 14, 6, 15),
        (1, 7, 2, 3, 5, 9, 8, 4, 10, 13, 11, 0, 14, 6, 15, 12),
        (6, 3, 0, 4, 11, 1, 14, 8, 5, 2, 12, 15, 9, 7, 13, 10),
    ]),
    ("Shortest solution of a 15-puzzle of 40 moves", [40], [(1, 2, 8, 6, 9, 5, 10, 7, 14, 4, 3, 13, 11, 0, 15, 12)]),
):
    compare(work, lengths, [*solvers_of_loyd(fifteen, larger, starts), *solvers_by_rules(larger, starts)])
    print(f"| networkx, rustworkx, igraph, scipy | none: the graph has {math.factorial(16) // 2:,} nodes | | | |")

names = ["numpy", "scipy", "networkx", "rustworkx", "igraph", "simpleai", "astar", "pathfinding", "cayleypy"]
installed = {package.metadata["Name"].lower() for package in importlib.metadata.distributions()}
versions = [f"{name} {importlib.metadata.version(name)}" for name in names if name in installed]
print("\nVersions: " + ", ".join([f"loyd {loyd.__version__}", *versions]))
