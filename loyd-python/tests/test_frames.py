"""Rows of a comparison and layers of a map as tables of pandas and polars."""

import loyd
import numpy as np
import pandas
import polars
import pytest

STATE = "8 6 7 2 5 4 3 x 1"


@pytest.mark.parametrize("frame", [pandas.DataFrame, polars.DataFrame])
def test_a_comparison_is_a_table(frame):
    # A search that is stopped has no length, and the table keeps its row.
    compared = loyd.compare("8", STATE, limit_memory=1_000_000)
    table = frame(compared.rows)
    assert table.shape == (len(compared), len(compared.rows[0]))
    assert list(table.columns) == list(compared.rows[0])
    lengths = [length for length in table["length"] if length is not None and length == length]
    assert lengths and set(lengths) == {31}
    assert len(lengths) < len(compared)
    assert [outcome == "solved" for outcome in table["outcome"]].count(True) == len(lengths)
    assert list(table["expanded"]) == [row["expanded"] for row in compared]


@pytest.mark.parametrize("frame", [pandas.DataFrame, polars.DataFrame])
def test_the_layers_of_a_map_are_a_column(frame):
    layers = loyd.map("8").layers
    table = frame({"distance": np.arange(len(layers)), "states": layers})
    assert table["states"].sum() == 181_440
    assert table["states"][31] == 2
