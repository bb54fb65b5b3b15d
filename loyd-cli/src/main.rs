//! The command `loyd`.

fn main() {}
