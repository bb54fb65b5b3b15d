"""Exceptions: why a question is not answered."""

from __future__ import annotations

import json
from typing import Any


class LoydError(Exception):
    """A question that is not answered. Every exception of loyd is of this class.

    Attributes:
        message: One sentence for people.
        kind: One word for programs, such as ``"state"`` or ``"limit"`` (docs/formats.md lists them).
        field: The field of the question in which the fault lies, if it lies in one.
        line: The line of a text that cannot be read, from 1.
        column: The column in this line, from 1.
        found: The text found there, quoted.
        expected: A description of the expected text.
    """

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.kind: str = details.get("kind") or "usage"
        self.field: str | None = details.get("field")
        self.line: int | None = details.get("line")
        self.column: int | None = details.get("column")
        self.found: str | None = details.get("found")
        self.expected: str | None = details.get("expected")


class InputError(LoydError, ValueError):
    """A puzzle, a position, moves or an option cannot be read, or do not go together."""


class LimitError(LoydError, TimeoutError):
    """A limit was reached, and the work has no result."""


class OutOfMemoryError(LoydError, MemoryError):
    """The work needs more memory than it may take."""


class FileError(LoydError, OSError):
    """A file or a folder cannot be used."""

    # OSError has a text of its own for two arguments.
    def __str__(self) -> str:
        return self.message


_CLASSES: dict[str, type[LoydError]] = {
    "limit": LimitError,
    "memory": OutOfMemoryError,
    "table": FileError,
    "taken": FileError,
    "damaged": FileError,
    "file": FileError,
    "output": FileError,
    "input": FileError,
    "system": LoydError,
    "internal": LoydError,
    "lost": LoydError,
}


def of_fault(details: str) -> LoydError:
    """The exception of a fault, which the native module gives as JSON."""
    fault = json.loads(details)
    return _CLASSES.get(fault["kind"], InputError)(**fault)
