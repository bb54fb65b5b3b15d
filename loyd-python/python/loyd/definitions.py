"""Puzzles from generators: lists of numbers, arrays, or cycles, as a definition in loyd's own form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from loyd.errors import InputError

#: The most slots of a definition's set.
MOST = 255

#: A generator: where each slot takes its piece from, as a list or an array, or cycles such as ``"(0 1 2)(3 4)"``.
Generator = Any


def definition(
    generators: Mapping[str, Generator] | Sequence[Generator],
    *,
    central: Sequence[int] | None = None,
    inverses: bool = False,
    name: str = "generators",
) -> str:
    """The text of a definition whose moves are these generators.

    A generator ``g`` takes the position ``s`` to ``s[g]``, as numpy does: slot ``i`` gets the piece of slot ``g[i]``.
    Cycles say where pieces go, as in a definition file: ``(0 1 2)`` takes the piece of slot 0 to slot 1. Slots and
    pieces are counted from 0.

    Args:
        generators: The generators by name, or in a list, whose names are then ``g0``, ``g1`` and so on.
        central: The pieces of the solved position, where equal numbers are identical pieces. By default all differ.
        inverses: Whether the inverse of each generator is a move, too.
        name: The name of the puzzle.

    Raises:
        InputError: A generator is no permutation, or the generators have different sizes.

    >>> print(definition({"L": [1, 2, 0], "X": "(0 1)"}))
    name = "generators"
    picture = "0 1 2"
    powers = false
    inverses = false
    [moves]
    "L" = "(0 2 1)"
    "X" = "(0 1)"
    <BLANKLINE>
    """
    named = generators if isinstance(generators, Mapping) else {f"g{i}": g for i, g in enumerate(generators)}
    if not named:
        raise _unexpected("at least one generator", "none")
    slots = max(_size(name, generator) for name, generator in named.items())
    if central is not None:
        slots = max(slots, len(central))
    if not 2 <= slots <= MOST:
        raise _unexpected(f"2 to {MOST} slots", slots)
    lines = [f"name = {_text(name)}", f"picture = {_text(' '.join(map(str, range(slots))))}"]
    if central is not None:
        if len(central) != slots:
            raise _unexpected(f"{slots} pieces", len(central), field="central")
        lines.append(f"solved = {_text(' '.join(str(int(piece)) for piece in central))}")
    lines += ["powers = false", f"inverses = {json.dumps(inverses)}", "[moves]"]
    for move, generator in named.items():
        if not re.fullmatch(r"\S+", str(move)):
            raise _unexpected("a name without blanks", repr(move))
        cycles = _cycles(_permutation(move, generator, slots))
        if not cycles:
            raise InputError(f"the generator {move} moves no piece", field="generators")
        lines.append(f"{_text(str(move))} = {_text(cycles)}")
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """A text in quotation marks. The form of definitions has no pairs of surrogates, so letters stay as they are."""
    return json.dumps(text, ensure_ascii=False)


def _unexpected(expected: str, found: object, generator: str | None = None, field: str = "generators") -> InputError:
    """The exception for something else than expected, in a generator if it has a name here."""
    place = "" if generator is None else f"the generator {generator}: "
    return InputError(
        f"{place}expected {expected}, found {found}", field=field, found=str(found), expected=expected
    )


def _size(name: str, generator: Generator) -> int:
    if isinstance(generator, str):
        return 1 + max((slot for cycle in _read(name, generator) for slot in cycle), default=0)
    return len(generator)


def _permutation(name: str, generator: Generator, slots: int) -> list[int]:
    """Where each slot takes its piece from."""
    if isinstance(generator, str):
        sources = list(range(slots))
        for cycle in _read(name, generator):
            for source, slot in zip(cycle, cycle[1:] + cycle[:1]):
                if slot >= slots:
                    raise _unexpected(f"slots below {slots}", slot, name)
                sources[slot] = source
        generator = sources
    array = np.asarray(generator)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise _unexpected("a list of whole numbers, or cycles", repr(generator), name)
    listed: list[int] = array.tolist()
    if sorted(listed) != list(range(slots)):
        raise _unexpected(f"each number from 0 to {slots - 1} once", listed, name)
    return listed


def _read(name: str, cycles: str) -> list[list[int]]:
    """The cycles of a text."""
    if not re.fullmatch(r"\s*(\(\s*\d+(?:[\s,]+\d+)*\s*\)\s*)*", cycles):
        raise _unexpected("cycles such as (0 1 2)(3 4)", repr(cycles), name)
    found = [[int(slot) for slot in re.findall(r"\d+", cycle)] for cycle in re.findall(r"\(([^)]*)\)", cycles)]
    slots = [slot for cycle in found for slot in cycle]
    if len(set(slots)) < len(slots):
        raise InputError(f"the generator {name}: a slot occurs twice in {cycles!r}", field="generators")
    return found


def _cycles(sources: Sequence[int]) -> str:
    """The cycles in which pieces go from slot to slot."""
    targets = {source: slot for slot, source in enumerate(sources)}
    text, seen = "", set()
    for first in range(len(sources)):
        if first in seen or targets[first] == first:
            continue
        cycle, slot = [first], targets[first]
        while slot != first:
            cycle.append(slot)
            slot = targets[slot]
        seen.update(cycle)
        text += f"({' '.join(map(str, cycle))})"
    return text
