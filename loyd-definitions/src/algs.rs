//! Moves as people write them: algorithms, scrambles, texts of other programs, and words that are made shorter.

pub mod alg;
mod hold;
mod joined;
pub mod pasted;
pub mod rewrite;
pub mod said;
pub mod scramble;
pub mod steps;
pub mod words;
