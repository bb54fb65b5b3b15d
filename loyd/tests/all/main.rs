//! What holds over the whole catalogue, in one program: what several of these tests use of a puzzle is compiled once.

mod anytime;
mod census;
mod costs;
mod definitions;
mod distances;
mod files;
mod laws;
mod text;
