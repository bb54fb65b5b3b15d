"""Shortest solutions of permutation puzzles, and maps of their whole state spaces.

>>> import loyd
>>> solution = loyd.solve("15", "5 1 3 4 2 10 6 8 13 9 7 12 x 14 11 15")
>>> solution.moves, solution.is_shortest
('urulurdrddr', True)
>>> loyd.puzzle("8").map().gods_number
31

Each answer is proved shortest, or says what is proved. :func:`puzzle` opens a puzzle for more questions.
"""

from __future__ import annotations

import json
from typing import Any

from loyd import _loyd
from loyd.asking import Progress, ask
from loyd.definitions import definition
from loyd.distances import Distances
from loyd.errors import FileError, InputError, LimitError, LoydError, OutOfMemoryError
from loyd.opened import Puzzle, puzzle
from loyd.positions import State, States
from loyd.results import Comparison, Group, Map, Solution, Solutions

__version__ = _loyd.__version__

__all__ = [
    "Comparison",
    "Distances",
    "FileError",
    "Group",
    "InputError",
    "LimitError",
    "LoydError",
    "Map",
    "OutOfMemoryError",
    "Progress",
    "Puzzle",
    "Solution",
    "Solutions",
    "State",
    "States",
    "ask",
    "compare",
    "definition",
    "forget",
    "map",
    "puzzle",
    "puzzles",
    "random",
    "solve",
]


def solve(id: str, state: State | None = None, **options: Any) -> Solution:
    """Finds a shortest solution. The options are those of :meth:`Puzzle.solve`.

    >>> solve("8", [2, 3, 4, 1, 5, 0, 7, 6, 8]).length
    19
    """
    return puzzle(id).solve(state, **options)


def map(id: str, **options: Any) -> Map:
    """Counts the positions at each distance. The options are those of :meth:`Puzzle.map`."""
    return puzzle(id).map(**options)


def compare(id: str, state: State | None = None, **options: Any) -> Comparison:
    """Solves a position by several algorithms. The options are those of :meth:`Puzzle.compare`."""
    return puzzle(id).compare(state, **options)


def random(id: str, count: int | None = None, **options: Any) -> Any:
    """Draws positions. The options are those of :meth:`Puzzle.random`."""
    return puzzle(id).random(count, **options)


def puzzles(id: str | None = None) -> Any:
    """Describes the puzzle or family with this id, or lists all families."""
    return json.loads(_loyd.puzzles(id))


def forget() -> None:
    """Gives back the memory of puzzles and tables that no object uses."""
    _loyd.forget()
