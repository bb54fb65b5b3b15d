"""Positions as the native module takes them: rows of small numbers, or texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from loyd import _loyd
from loyd.errors import InputError

#: A position: a text in any notation of the puzzle, or numbers, with 0 for the blank.
State = str | Sequence[int] | npt.NDArray[Any]
#: Many positions: rows of an array, or texts.
States = npt.NDArray[Any] | Sequence[str] | Sequence[Sequence[int]]

#: The greatest number in a position.
MOST = 65535


def is_one(states: Any) -> bool:
    """Whether this is one position, and not many: a text, or a row of numbers."""
    if isinstance(states, str):
        return True
    is_texts = isinstance(states, (list, tuple)) and bool(states) and isinstance(states[0], str)
    return not is_texts and np.ndim(states) == 1 and np.size(states) > 0


def one(opened: _loyd.OpenedPuzzle, state: Any) -> Any:
    """A position as a list of one position."""
    if not is_one(state):
        raise TypeError(f"expected one position, a text or a row of numbers, found {state!r}")
    return [state] if isinstance(state, str) else many(opened, np.asarray(state)[None])


def many(opened: _loyd.OpenedPuzzle, states: Any) -> Any:
    """A list of positions."""
    if isinstance(states, (list, tuple)) and states and isinstance(states[0], str):
        return list(states)
    if isinstance(states, str) or is_one(states):
        raise TypeError(f"expected many positions, rows of numbers or a list of texts, found {states!r}")
    rows = np.asarray(states)
    if rows.size == 0:
        return np.empty((0, opened.cells or 1), dtype=np.uint16) if opened.cells else []
    if rows.ndim != 2:
        raise TypeError(f"expected rows of numbers or a list of texts, found an array of shape {rows.shape}")
    if rows.dtype.kind not in "iu":
        raise TypeError(f"expected whole numbers, found the type {rows.dtype}")
    if int(rows.min()) < 0 or int(rows.max()) > MOST:
        raise InputError(f"expected numbers from 0 to {MOST} in a position", field="state")
    return np.ascontiguousarray(rows, dtype=np.uint16)
