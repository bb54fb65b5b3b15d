"""Replies as objects: solutions, maps, comparisons."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from loyd import _loyd


@dataclass(frozen=True)
class Solution:
    """The answer for one position.

    Attributes:
        state: The position that was solved.
        goal: The goal.
        outcome: ``"solved"`` (the solution is proved shortest), ``"found"`` (it is not), ``"unsolvable"`` (proved) or
            ``"stopped"`` (a limit was reached).
        length: The number of moves of the best solution known; ``None`` without a solution.
        cost: The cost of this solution: its number of moves, unless moves differ in cost.
        moves: The moves of this solution as text.
        steps: The names of these moves.
        at_least: The proved lower bound of the cost of all solutions; ``None`` if there is none.
        explanation: Why there is no proved solution, as a sentence.
        reply: The whole reply, as docs/formats.md describes it.
    """

    state: str
    goal: str
    outcome: str
    length: int | None
    cost: int | None
    moves: str | None
    steps: list[str] | None
    at_least: int | None
    explanation: str | None
    reply: dict[str, Any] = field(repr=False)
    _opened: _loyd.OpenedPuzzle = field(repr=False, compare=False)

    @property
    def is_shortest(self) -> bool:
        """Whether the solution is proved shortest."""
        return self.outcome == "solved"

    @property
    def algorithm(self) -> str:
        """The algorithm that answered."""
        return str(self.reply["algorithm"])

    @property
    def heuristic(self) -> str | None:
        """The lower bound that the algorithm used."""
        heuristic: str | None = self.reply["heuristic"]
        return heuristic

    @property
    def expanded(self) -> int:
        """The number of expanded nodes."""
        return int(self.reply["stats"]["expanded"])

    @property
    def seconds(self) -> float:
        """Seconds of the search."""
        return float(self.reply["stats"]["seconds"])

    @property
    def count(self) -> int | None:
        """The number of shortest solutions, if they were counted or listed."""
        count: int | None = self.reply["count"]
        return count

    @property
    def solutions(self) -> list[str]:
        """All shortest solutions as texts, if they were listed."""
        return [self._opened.line(listed["moves"]) for listed in self.reply["solutions"] or []]

    def __str__(self) -> str:
        if self.length is None:
            return f"{self.state}: {self.explanation or self.outcome}"
        is_weighted = self.cost != self.length
        best, cost = ("cheapest", f" at a cost of {self.cost}") if is_weighted else ("shortest", "")
        proof = f"proved {best}" if self.is_shortest else f"at least {self.at_least}"
        return f"{self.moves}\n{self.length} move{'' if self.length == 1 else 's'}{cost}, {proof}"

    def _repr_svg_(self) -> str:
        return self._opened.picture(self.state, self.steps or [], self._opened.id)


@dataclass(frozen=True)
class Solutions:
    """The answers for many positions, in order.

    Attributes:
        lengths: The number of moves of each solution; -1 if no goal is reached, -2 if a limit stopped the search.
        at_least: The proved lower bound of each distance: the distance itself, which is a cost if moves differ in cost,
            if the position is solved; -1 if no goal is reached.
        moves: The moves of each solution as text; ``None`` without a solution.
    """

    lengths: npt.NDArray[np.int32]
    at_least: npt.NDArray[np.int32]
    moves: list[str | None] = field(repr=False)

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True)
class Map:
    """The census of a state space.

    Attributes:
        layers: The number of positions at distance 0, 1, 2 and so on, of type ``uint64``.
        antipodes: Some of the farthest positions: rows of an array if positions are numbers, else texts.
        states: The number of positions.
        gods_number: The distance of the farthest positions; ``None`` if the map was stopped.
        mean: The mean distance; ``None`` if the map was stopped.
        stopped: The limit that stopped the map, or ``None``.
        reply: The whole reply, as docs/formats.md describes it.
    """

    layers: npt.NDArray[np.uint64]
    antipodes: Any = field(repr=False)
    states: int
    gods_number: int | None
    mean: float | None
    stopped: str | None
    reply: dict[str, Any] = field(repr=False)

    @property
    def antipode_moves(self) -> list[str] | None:
        """The moves of a shortest path from the first antipode to the goal set; ``None`` without sets."""
        moves: list[str] | None = self.reply["antipode_moves"]
        return moves

    @property
    def unreached(self) -> int | None:
        """The number of counted positions from which no moves lead to the goal set; ``None`` without sets."""
        unreached: int | None = self.reply["unreached"]
        return unreached

    @property
    def checked(self) -> dict[str, Any] | None:
        """The comparisons of positions with their neighbours that the map has passed."""
        checked: dict[str, Any] | None = self.reply["checked"]
        return checked

    def _repr_svg_(self) -> str:
        puzzle, states = self.reply["puzzle"], f"{self.states:,} positions"
        about = f"stopped: {self.stopped}" if self.stopped else f"God's number {self.gods_number}, mean {self.mean:.4f}"
        source = f"counted by loyd {_loyd.__version__}"
        return _loyd.chart(str(puzzle), f"{states}, {about}", source, self.layers.tolist())


@dataclass(frozen=True)
class Comparison:
    """Algorithms side by side on one position: one row, a dictionary of plain values, for each search.

    ``pandas.DataFrame(comparison.rows)`` and ``polars.DataFrame(comparison.rows)`` are tables of it.
    """

    rows: list[dict[str, Any]]

    #: The columns that a notebook shows.
    SHOWN = ("algorithm", "heuristic", "outcome", "length", "expanded", "generated", "bytes", "seconds")

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def _repr_html_(self) -> str:
        def cell(value: Any) -> str:
            if isinstance(value, float):
                return f"<td style='text-align:right'>{value:.4f}</td>"
            if isinstance(value, int):
                return f"<td style='text-align:right'>{value:,}</td>"
            return f"<td>{'' if value is None else html.escape(str(value))}</td>"

        head = "".join(f"<th>{name}</th>" for name in self.SHOWN)
        body = "".join(f"<tr>{''.join(cell(row.get(name)) for name in self.SHOWN)}</tr>" for row in self.rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True)
class Group:
    """The group that the moves of a definition generate, all pieces taken as different."""

    _order: int
    is_exact: bool
    positions: int | None

    def order(self) -> int:
        """The order of the group; an upper bound of it unless ``is_exact``."""
        return self._order
