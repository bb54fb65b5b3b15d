"""All distances of a small space as an array."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from loyd import _loyd
from loyd.positions import is_one, many, one


class Distances:
    """All distances of a small space as an array: the entry of a position is at the position's rank.

    Attributes:
        array: The distance of each rank, of type ``uint8``; 255 where no goal is reached.
        layers: The number of positions at each distance.
    """

    def __init__(self, opened: _loyd.OpenedPuzzle, memory: int | None) -> None:
        self._opened = opened
        self._entries = opened.table(memory)
        self.array: npt.NDArray[np.uint8] = self._entries.distances()
        self.array.flags.writeable = False
        self.layers: npt.NDArray[np.uint64] = np.array(self._entries.layers() or [], dtype=np.uint64)

    def __len__(self) -> int:
        return len(self.array)

    def rank(self, states: Any) -> Any:
        """The rank of a position, or an array of type ``int64`` of the ranks of many; -1 if no goal is reached."""
        if is_one(states):
            return int(self._entries.ranks(one(self._opened, states))[0])
        return self._entries.ranks(many(self._opened, states))

    def unrank(self, ranks: Any) -> Any:
        """The position of a rank, or the positions of an array of ranks."""
        array = np.asarray(ranks)
        if array.dtype.kind not in "iu" or (array.size and int(array.min()) < 0):
            raise TypeError(f"expected ranks, whole numbers from 0, found {ranks!r}")
        positions = self._entries.positions(np.ascontiguousarray(array.reshape(-1), dtype=np.uint64))
        return positions[0] if array.ndim == 0 else positions

    def __getitem__(self, states: Any) -> Any:
        """The distance of a position, or an array of type ``int16`` of many; -1 if no goal is reached."""
        ranks = self.rank(states)
        if isinstance(ranks, int):
            return -1 if ranks < 0 or self.array[ranks] == 255 else int(self.array[ranks])
        distances = self.array[np.maximum(ranks, 0)].astype(np.int16)
        distances[(ranks < 0) | (distances == 255)] = -1
        return distances

    def __repr__(self) -> str:
        return f"Distances({self._opened.id!r}, {len(self):,} ranks)"
