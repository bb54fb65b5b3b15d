//! Moves as people write them: algs, scrambles, what other programs write, and words of moves made shorter.

pub mod alg;
pub mod pasted;
pub mod rewrite;
pub mod said;
pub mod scramble;
pub mod steps;
pub mod words;
