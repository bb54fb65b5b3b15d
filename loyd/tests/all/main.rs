//! The tests over the whole catalogue, in one program, so that the code that they share is compiled once.

mod anytime;
mod census;
mod costs;
mod definitions;
mod distances;
mod files;
mod laws;
mod names;
mod text;
