"""Questions to the library, as dictionaries with the keys that docs/formats.md describes."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from loyd import _loyd
from loyd.errors import InputError

#: What ``progress=`` takes: ``True`` for a line on standard error, or a function that hears each event.
Progress = bool | Callable[[dict[str, Any]], object] | None


def ask(question: dict[str, Any], progress: Progress = None) -> Any:
    """Asks any question, with the key ``ask``, and returns the reply. Keys whose value is ``None`` are left out.

    Ctrl-C stops the question, and the reply then says what is proved.

    Args:
        question: The question, with the keys of the HTTP interface.
        progress: ``True`` shows a line on standard error; a function is called with each event, a dictionary.

    Raises:
        LoydError: The question is not answered.
        KeyboardInterrupt: The question was stopped and nothing is proved, or Ctrl-C came twice.

    >>> ask({"ask": "distance", "puzzle": "8", "state": "8 6 7 2 5 4 3 x 1"})["distance"]
    31
    """
    text = question_json(question)
    if not progress:
        return json.loads(_loyd.ask(text))
    if progress is True:
        line = _Line()
        try:
            return json.loads(_loyd.ask(text, lambda event: line.hear(json.loads(event))))
        finally:
            line.end()
    return json.loads(_loyd.ask(text, lambda event: progress(json.loads(event))))


def question_json(question: dict[str, Any]) -> str:
    """The question as JSON, without the keys that are not given."""
    given = {key: _plain(value) for key, value in question.items() if value is not None and value is not False}
    for key, value in given.items():
        if isinstance(value, float) and not math.isfinite(value):
            raise InputError(
                f"`{key}`: found {value}, expected a number", field=key, found=str(value), expected="a number"
            )
    try:
        return json.dumps(given, allow_nan=False)
    except (TypeError, ValueError) as why:
        raise InputError(f"the question cannot be written as JSON: {why}") from None


def _plain(value: Any) -> Any:
    """A number of numpy as a number of Python."""
    return value.item() if isinstance(value, np.generic) else value


class _Line:
    """A line of progress on standard error."""

    def __init__(self) -> None:
        self.width = 0

    def hear(self, event: dict[str, Any]) -> None:
        """Shows the progress that an event reports."""
        kind = event.get("event")
        if kind == "layer":
            self.show(f"depth {event['depth']}: {event['total']:,} positions, {event['seconds']:.0f} s")
        elif kind == "progress":
            done, left = event.get("done"), event.get("seconds_left")
            of = "" if done is None else f", {100 * done:.0f} %"
            of += "" if left is None else f", about {left:.0f} s left"
            self.show(f"{event['nodes']:,} nodes, {event['seconds']:.0f} s{of}")

    def show(self, text: str) -> None:
        """Writes a text over the last one. A notebook understands the carriage return, too."""
        sys.stderr.write("\r" + text.ljust(self.width))
        sys.stderr.flush()
        self.width = len(text)

    def end(self) -> None:
        """Takes the line away."""
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()
