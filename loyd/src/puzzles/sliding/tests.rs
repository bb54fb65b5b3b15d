//! Counts, lengths and laws of sliding puzzles.
