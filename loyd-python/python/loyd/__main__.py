"""The command ``loyd``, also as ``python -m loyd``."""

from __future__ import annotations

import sys

from loyd import _loyd


def main() -> int:
    """Runs the command with the arguments of the process, and returns its exit code."""
    return _loyd.command([sys.executable, "-m", "loyd"], sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
