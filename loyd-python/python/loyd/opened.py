"""An opened puzzle, and the functions that ask about one puzzle by its id."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from loyd import _loyd
from loyd.asking import Progress, ask, question_json
from loyd.definitions import Generator, definition
from loyd.distances import Distances
from loyd.errors import InputError, LimitError
from loyd.positions import State, States, many, one
from loyd.results import Comparison, Group, Map, Solution, Solutions


class Puzzle:
    """An opened puzzle with its goal. :func:`loyd.puzzle` opens one.

    Positions are texts, or arrays of whole numbers where each piece has a number: one number a cell, row by row, with
    0 for the blank. ``cells`` is the length of such a row, and ``None`` if positions are texts only.
    """

    def __init__(self, keys: dict[str, Any]) -> None:
        self._keys = keys
        self._opened = _loyd.OpenedPuzzle(question_json({"ask": "next", **keys, "state": ""}))

    @property
    def id(self) -> str:
        """The full id, such as ``"sliding:3x3"``."""
        return self._opened.id

    @property
    def goal(self) -> str:
        """The goal as text."""
        return self._opened.goal

    @property
    def cells(self) -> int | None:
        """The length of a position that is numbers; ``None`` if positions are texts only."""
        return self._opened.cells

    @property
    def separator(self) -> str:
        """What stands between two moves in a text: nothing if each move is one letter, else a blank."""
        return self._opened.separator

    @property
    def facts(self) -> dict[str, Any]:
        """The facts that are known of the puzzle, such as the number of positions (docs/formats.md, ``puzzles``)."""
        facts: dict[str, Any] = json.loads(_loyd.puzzles(self.id))
        return facts

    @property
    def group(self) -> Group:
        """The group of the moves of a puzzle that is a definition.

        >>> import loyd
        >>> loyd.puzzle(generators={"L": [1, 2, 3, 0], "X": [1, 0, 2, 3]}).group.order()
        24
        """
        order, is_exact, positions = self._opened.group()
        return Group(int(order), is_exact, None if positions is None else int(positions))

    def home(self) -> Any:
        """The goal as a position: numbers if positions are numbers, else a text."""
        home = self._opened.home
        if home is None:
            raise InputError(f"the goals of {self.id} cannot be listed", field="goal")
        return self._opened.rows([home])[0]

    def text(self, state: State) -> str:
        """A position in the standard notation."""
        return self._opened.texts(one(self._opened, state))[0]

    def array(self, states: Sequence[str]) -> npt.NDArray[np.uint16]:
        """Texts of positions as rows of numbers."""
        if self.cells is None:
            raise InputError(f"positions of {self.id} are not numbers", field="state")
        rows: npt.NDArray[np.uint16] = self._opened.rows(list(states))
        return rows

    def apply(self, state: State, moves: str | Sequence[str]) -> Any:
        """The position after moves: numbers if positions are numbers, else a text."""
        text = moves if isinstance(moves, str) else self.separator.join(moves)
        return self._opened.rows([self._opened.after(self.text(state), text)])[0]

    def contains(self, state: State) -> bool:
        """Whether moves lead from a position to the goal. The first solution found decides, or a proof.

        Raises:
            LimitError: It was not decided within ten seconds.
        """
        solution = self.solve(state, first=True, limit_seconds=10)
        if solution.outcome == "stopped" and solution.length is None:
            raise LimitError(f"not decided: {solution.explanation}", kind="limit")
        return solution.outcome != "unsolvable"

    def solve(
        self,
        state: State | None = None,
        *,
        scramble: str | None = None,
        want: str | dict[str, int] | None = None,
        within: float | None = None,
        first: bool = False,
        algorithm: str | None = None,
        heuristic: str | None = None,
        cuts: bool = False,
        convention: str | None = None,
        words: bool = False,
        threads: int | None = None,
        limit_seconds: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
        limit_moves: int | None = None,
        limit_cost: int | None = None,
        no_cache: bool = False,
        progress: Progress = None,
    ) -> Solution:
        """Finds a shortest solution, or says what is proved within the limits.

        Args:
            state: The position; by default the puzzle's own start, or the goal if there is a scramble.
            scramble: Moves that are made first.
            want: ``"one"``, ``"all"``, ``{"all": 10}``, ``"count"`` or ``"lexicographic"``.
            within: Accepts a solution at most this many times as long as a shortest one.
            first: Accepts the first solution found.
            algorithm: The algorithm; by default loyd chooses.
            heuristic: The lower bound; by default the puzzle's best.
            cuts: Whether a named IDA* also cuts short cycles.
            convention: Whether letters name the direction of the ``"blank"`` or of the ``"tile"``.
            words: Whether moves are also written in words (in ``reply``).
            threads: The number of threads.
            limit_seconds: The most time.
            limit_memory: The most bytes held at one time.
            limit_nodes: The most nodes generated.
            limit_moves: The longest solution looked for.
            limit_cost: The greatest cost of a solution looked for, if moves differ in cost.
            no_cache: Whether no folder of tables is used.
            progress: ``True`` for a line on standard error, or a function that hears events.

        Raises:
            LoydError: The position cannot be read, or options do not go together.
        """
        options = _options(locals())
        text = None if state is None else self.text(state)
        reply = ask({"ask": "solve", **self._keys, **options, "state": text}, progress)
        steps = reply["moves"] if reply["moves"] is not None else reply["best_moves"]
        return Solution(
            state=reply["state"],
            goal=reply["goal"],
            outcome=reply["outcome"],
            length=reply["length"] if reply["length"] is not None else (None if steps is None else len(steps)),
            cost=reply["cost"] if reply["cost"] is not None else reply["best"],
            moves=None if steps is None else self._opened.line(steps),
            steps=steps,
            at_least=reply["at_least"],
            explanation=reply["explanation"],
            reply=reply,
            _opened=self._opened,
        )

    def solve_many(
        self,
        states: States,
        *,
        algorithm: str | None = None,
        heuristic: str | None = None,
        limit_seconds: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
        limit_moves: int | None = None,
        limit_cost: int | None = None,
    ) -> Solutions:
        """Solves many positions on all cores. ``limit_seconds`` holds for each position.

        Raises:
            LoydError: A position cannot be read; the message has its index.
        """
        options = _options(locals())
        question = question_json({"ask": "solve", **self._keys, **options, "threads": 1})
        lengths, at_least, moves = self._opened.solved(question, many(self._opened, states))
        return Solutions(lengths, at_least, moves)

    def distance(self, state: State, *, limit_seconds: float | None = None, limit_memory: int | None = None) -> int:
        """The distance of a position from the goal; -1 if no moves lead to the goal.

        Raises:
            LimitError: A limit was reached; the message has the bound that is proved.
        """
        options = _options(locals())
        reply = ask({"ask": "distance", **self._keys, **options, "state": self.text(state)})
        if reply["distance"] is not None:
            return int(reply["distance"])
        if "at_least" not in reply:
            return -1
        raise LimitError(f"the distance is at least {reply['at_least']}: {reply['explanation']}", kind="limit")

    def distance_many(self, states: States, *, limit_memory: int | None = None) -> npt.NDArray[np.int32]:
        """The distances of many positions, on all cores; -1 if no moves lead to the goal.

        The table of all distances, which is built first, must fit into memory. :meth:`solve_many` needs no table.

        >>> import loyd
        >>> eight = loyd.puzzle("8")
        >>> eight.distance_many([[1, 2, 3, 4, 5, 6, 7, 8, 0], [8, 6, 7, 2, 5, 4, 3, 0, 1], [2, 1, 3, 4, 5, 6, 7, 8, 0]])
        array([ 0, 31, -1], dtype=int32)
        """
        return self._opened.distances(many(self._opened, states), limit_memory)

    def distances(self, *, limit_memory: int | None = None) -> Distances:
        """All distances of a small space as an array.

        >>> import loyd
        >>> table = loyd.puzzle("8").distances()
        >>> int(table.array[table.array < 255].max()), table[[8, 6, 7, 2, 5, 4, 3, 0, 1]]
        (31, 31)
        """
        return Distances(self._opened, limit_memory)

    def rank(self, state: State) -> int:
        """Cantor's number of a position among all arrangements of its pieces, from 0."""
        return self._opened.ranks(one(self._opened, state))[0]

    def rank_many(self, states: States) -> npt.NDArray[Any]:
        """Cantor's numbers of many positions, of type ``uint64``, or ``object`` if a number is larger."""
        ranks = self._opened.ranks(many(self._opened, states))
        return np.array(ranks, dtype=np.uint64 if max(ranks, default=0) < 2**64 else object)

    def unrank(self, number: int) -> Any:
        """The position with this Cantor number."""
        return self._opened.unranked([number])[0]

    def unrank_many(self, numbers: Sequence[int] | npt.NDArray[Any]) -> Any:
        """The positions with these Cantor numbers."""
        return self._opened.unranked([int(number) for number in numbers])

    def random(
        self,
        count: int | None = None,
        *,
        depth: int | None = None,
        seed: int | None = None,
        limit_seconds: float | None = None,
    ) -> Any:
        """Draws a position uniformly, or ``count`` different ones, from the solvable positions.

        Args:
            count: The number of positions. Fewer are drawn if there are no more.
            depth: The distance of the positions from the goal.
            seed: The same seed draws the same positions, as ``loyd random`` does.
            limit_seconds: The most time, with ``depth`` only.
        """
        options = _options(locals())
        drawn = self._opened.drawn(question_json({"ask": "random", **self._keys, **options}))
        return drawn if count is not None else drawn[0]

    def map(
        self,
        *,
        start: State | None = None,
        goal_set: str | States | None = None,
        from_set: str | States | None = None,
        antipodes: int | None = None,
        verify: bool = False,
        disk: str | os.PathLike[str] | None = None,
        save: str | os.PathLike[str] | None = None,
        threads: int | None = None,
        limit_seconds: float | None = None,
        limit_memory: int | None = None,
        limit_moves: int | None = None,
        limit_cost: int | None = None,
        progress: Progress = None,
    ) -> Map:
        """Counts the positions at each distance.

        Args:
            start: The position from which distances are counted, in place of the goal.
            goal_set: The positions that distances are counted to, in place of the goal: positions, patterns in which
                ``?`` is any piece, or ``"moves=U,R2"`` for all positions that these moves reach from the goal.
            from_set: The positions that are counted, in place of all positions, in the same form.
            antipodes: The most farthest positions that are named.
            verify: Whether all positions are compared with their neighbours, and not only some.
            disk: The folder for data that does not fit in memory.
            save: The file for the distances.
            threads: The number of threads.
            limit_seconds: The most time.
            limit_memory: The most bytes held at one time.
            limit_moves: The last layer.
            limit_cost: The last layer, if moves differ in cost.
            progress: ``True`` for a line on standard error, or a function that hears events.

        >>> import loyd
        >>> loyd.puzzle("pancake:5").map().layers
        array([ 1,  4, 12, 35, 48, 20], dtype=uint64)
        """
        options = _options(locals())
        for path in ("disk", "save"):
            if options.get(path) is not None:
                options[path] = os.fspath(options[path])
        for name in ("goal_set", "from_set"):
            if (states := options.get(name)) is not None:
                states = [states] if isinstance(states, str) else states
                options[name] = [state if isinstance(state, str) else self.text(state) for state in states]
        origin = options.pop("start", None)
        question = {"ask": "map", **self._keys, **options, "from": None if origin is None else self.text(origin)}
        reply = ask(question, progress)
        far = reply["antipodes"]
        return Map(
            layers=np.array(reply["layers"], dtype=np.uint64),
            antipodes=self._opened.rows(far) if far else far,
            states=reply["states"],
            gods_number=reply["diameter"],
            mean=reply["mean"],
            stopped=reply["stopped"],
            reply=reply,
        )

    def compare(
        self,
        state: State | None = None,
        *,
        algorithms: Sequence[str] | None = None,
        heuristics: Sequence[str] | None = None,
        limit_seconds: float | None = None,
        limit_memory: int | None = None,
        progress: Progress = None,
    ) -> Comparison:
        """Solves a position by several algorithms. All searches together have ``limit_seconds``, by default 10."""
        options = _options(locals())
        text = None if state is None else self.text(state)
        rows = ask({"ask": "compare", **self._keys, **options, "state": text}, progress)
        return Comparison([{**{k: v for k, v in row.items() if k != "stats"}, **(row["stats"] or {})} for row in rows])

    def check(self, state: State, moves: str | Sequence[str]) -> dict[str, Any]:
        """Makes moves in a position, and says whether they are legal, reach the goal and are fewest."""
        text = moves if isinstance(moves, str) else self.separator.join(moves)
        checked: dict[str, Any] = ask({"ask": "check", **self._keys, "state": self.text(state), "moves": text})
        return checked

    def moves(self, state: State) -> dict[str, Any]:
        """The legal moves of a position: for each name the position after the move."""
        legal = ask({"ask": "moves", **self._keys, "state": self.text(state)})["moves"]
        after = self._opened.rows([move["state"] for move in legal])
        return {move["name"]: state for move, state in zip(legal, after)}

    def picture(self, state: State, moves: str | Sequence[str] = ()) -> str:
        """A picture of a position as SVG, or an animation of moves made in it."""
        steps = self._opened.names(moves) if isinstance(moves, str) else list(moves)
        return self._opened.picture(self.text(state), steps, self.id)

    def __repr__(self) -> str:
        return f"Puzzle({self.id!r})"

    def _repr_svg_(self) -> str | None:
        home = self._opened.home
        return None if home is None else self.picture(home)


def _options(given: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of a function that are keys of a question."""
    apart = ("self", "state", "states", "progress")
    return {key: value for key, value in given.items() if key not in apart and value is not None}


def puzzle(
    id: str | None = None,
    *,
    generators: Mapping[str, Generator] | Sequence[Generator] | None = None,
    central: Sequence[int] | None = None,
    inverses: bool = False,
    file: str | os.PathLike[str] | None = None,
    text: str | None = None,
    goal: str | None = None,
    name: str = "generators",
) -> Puzzle:
    """Opens a puzzle: of an id, of generators, of a file, or of the text of a definition.

    Args:
        id: An id or another name, such as ``"15"``, ``"pancake:9"``, ``"3x3x3"`` or ``"@my.loyd"``.
        generators: Permutations of a puzzle of one's own (:func:`loyd.definition`).
        central: The pieces of the solved position of ``generators``, where equal numbers are identical pieces.
        inverses: Whether the inverse of each generator is a move, too.
        file: A file with a definition, in any form that docs/definitions.md describes.
        text: The text of a definition.
        goal: The goal, if it is not the puzzle's own: a name, or a position.
        name: The name of the puzzle of ``generators``.

    Raises:
        LoydError: The puzzle cannot be opened.

    >>> import loyd
    >>> ring = loyd.puzzle(generators={"L": [1, 2, 3, 4, 0], "X": [1, 0, 2, 3, 4]})
    >>> ring.map().gods_number, ring.solve([1, 0, 2, 4, 3]).length
    (11, 7)
    """
    sources = {"id": id, "generators": generators, "file": file, "text": text}
    given = [name for name, value in sources.items() if value is not None]
    if len(given) != 1:
        found = " and ".join(given) or "none"
        raise InputError(f"expected one of id, generators, file and text, found {found}", field="puzzle")
    if generators is not None:
        text = definition(generators, central=central, inverses=inverses, name=name)
    elif central is not None or inverses:
        raise InputError("central and inverses go with generators only", field="generators")
    if file is not None:
        id = "@" + os.fspath(file)
    keys = {"puzzle": id} if text is None else {"puzzle": "file", "board": text}
    return Puzzle({**keys, "goal": goal})
