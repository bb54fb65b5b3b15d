"""The rules of the square sliding puzzles in Python, and the libraries that take rules as functions. python.py compares
these libraries with loyd."""
import collections
import importlib
import itertools


def library(name):
    """The library, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


astar, simpleai = library("astar"), library("simpleai.search")
pathfinding, finders = library("pathfinding.core.graph"), library("pathfinding.finder.a_star")


class Board:
    """The rules of a square sliding puzzle, as a user of the libraries writes them. A position is a tuple."""

    def __init__(self, width):
        cells = range(width * width)
        place = [(cell // width, cell % width) for cell in cells]
        apart = [[abs(a - c) + abs(b - d) for a, b in place] for c, d in place]
        self.goal = (*cells[1:], 0)
        self.steps = {"u": -width, "d": width, "l": -1, "r": 1}
        self.near = [[other for other in cells if apart[cell][other] == 1] for cell in cells]
        self.away = [[apart[cell][tile - 1] if tile else 0 for tile in cells] for cell in cells]

    def neighbours(self, position):
        blank = position.index(0)
        for cell in self.near[blank]:
            after = list(position)
            after[blank], after[cell] = after[cell], 0
            yield tuple(after)

    def manhattan(self, position):
        return sum(row[tile] for row, tile in zip(self.away, position))

    def distances(self):
        """The distances of all positions, by a dictionary and a queue."""
        found, queue = {self.goal: 0}, collections.deque([self.goal])
        while queue:
            position = queue.popleft()
            for after in self.neighbours(position):
                if after not in found:
                    found[after] = found[position] + 1
                    queue.append(after)
        return found

    def path(self, start, moves):
        """The positions of a solution of loyd."""
        path = [start]
        for move in moves:
            blank = path[-1].index(0)
            after = list(path[-1])
            after[blank], after[blank + self.steps[move]] = after[blank + self.steps[move]], 0
            path.append(tuple(after))
        return path

    def lengths(self, starts, paths):
        """The lengths of paths from the starts to the goal, each step of which is checked."""
        for start, path in zip(starts, paths, strict=True):
            assert path[0] == start and path[-1] == self.goal
            assert all(after in self.neighbours(position) for position, after in itertools.pairwise(path))
        return [len(path) - 1 for path in paths]


def each(does, starts):
    return [does(start) for start in starts]


def solvers_by_rules(board, starts):
    """Programs that take the rules as functions, and search with A* and the Manhattan distance."""
    def read(paths):
        return board.lengths(starts, [list(path) for path in paths])

    if astar:
        yield "astar, find_path", lambda: each(lambda start: astar.find_path(
            start, board.goal, board.neighbours,
            heuristic_cost_estimate_fnct=lambda position, _: board.manhattan(position)), starts), read
    if pathfinding:
        class Positions(pathfinding.Graph):
            """A graph that makes a node when a search reaches it. Its own class scans all edges for each node."""

            def node(self, position):
                if position not in self.nodes:
                    self.nodes[position] = pathfinding.GraphNode(position)
                return self.nodes[position]

            def neighbors(self, node, **_):
                return [self.node(after) for after in board.neighbours(node.node_id)]

            def calc_cost(self, *_):
                return 1

        class Finder(finders.AStarFinder):
            """A* whose bound needs no coordinates of a node."""

            def apply_heuristic(self, node, *_, **__):
                return board.manhattan(node.node_id)

        def path(start):
            graph = Positions()
            nodes, _ = Finder().find_path(graph.node(start), graph.node(board.goal), graph)
            return [node.node_id for node in nodes]

        yield "pathfinding, AStarFinder with own neighbours", lambda: each(path, starts), read
    if simpleai:
        class Problem(simpleai.SearchProblem):
            def actions(self, position):
                return board.neighbours(position)

            def result(self, _, after):
                return after

            def is_goal(self, position):
                return position == board.goal

            def heuristic(self, position):
                return board.manhattan(position)

        for name, by_graph in ("simpleai, astar with graph_search", True), ("simpleai, astar", False):
            yield name, lambda by_graph=by_graph: each(lambda start: [
                position for _, position in simpleai.astar(Problem(start), graph_search=by_graph).path()], starts), read
