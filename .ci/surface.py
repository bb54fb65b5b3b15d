#!/usr/bin/env python3
"""Counts the items of the surface of the crate `loyd`, after `cargo doc`: surface.py target/doc

The surface is a promise, so it stays small. An item that is added takes the place of another, or raises MOST on purpose.
Items that the documentation hides are not counted."""
import pathlib, re, sys

MOST = 173
# Fewer items than this mean that rustdoc has changed the page that is read here.
FEWEST = 100

page = (pathlib.Path(sys.argv[1]) / "loyd" / "all.html").read_text()
items = sorted(re.findall(r'<li><a href="([\w/]+\.\w+)\.html">', page))
print(f"surface: {len(items)} items of at most {MOST}")
if not FEWEST <= len(items) <= MOST:
    print(*items, sep="\n", file=sys.stderr)
    sys.exit(f"surface: expected {FEWEST} to {MOST} items, found {len(items)}")
