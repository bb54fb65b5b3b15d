#!/usr/bin/env python3
"""Measures codecs for a layer in a segment: bytes a state, and the speed of writing, for random layers.

    python3 -m venv venv && venv/bin/pip install numpy zstandard lz4
    venv/bin/python record/cluster-codec.py > record/cluster-codec.txt

`words` is a bit a state; `steps` the distances from one state to the next, a byte each, 255 for a farther one: what
loyd sends, whichever is shorter. The others compress the words.
"""

import time

import lz4.frame
import numpy
import zstandard

BLOCKS, STATES = 200, 40_320

chance = numpy.random.default_rng(1)
codecs = {"zstd -1": zstandard.ZstdCompressor(level=1).compress, "lz4": lz4.frame.compress}
for density in [0.001, 0.01, 0.03, 0.06, 0.12, 0.2, 0.3]:
    layer = chance.random(BLOCKS * STATES) < density
    words, states = numpy.packbits(layer).tobytes(), int(layer.sum())
    steps = numpy.diff(numpy.flatnonzero(layer), prepend=0)
    row = [f"words {len(words) / states:.3f}", f"steps {(steps // 255 + 1).sum() / states:.3f}"]
    for name, compress in codecs.items():
        began = time.perf_counter()
        size = len(compress(words))
        seconds = time.perf_counter() - began
        row.append(f"{name} {size / states:.3f} at {len(words) / seconds / 1e6:.0f} MB of words a second")
    print(f"density {density}: bytes a state: " + "; ".join(row))
