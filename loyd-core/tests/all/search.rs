//! Searches.

mod a_star;
mod beam;
mod bfs;
mod bidirectional;
mod cuts;
mod depths;
mod ida_star;
mod shortest;
