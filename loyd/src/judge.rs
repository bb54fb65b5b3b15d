//! Online-judge formats: text in, text out, byte for byte. One file a problem, and its line in the list.

use std::io::{self, Write};

use crate::search::{Limits, Stop};
use crate::text::Misread;

/// A judge problem.
#[derive(Clone, Copy)]
pub struct Judge {
    /// Its name.
    pub name: &'static str,
    /// Other names of the same format.
    pub aliases: &'static [&'static str],
    /// What is asked, in a sentence.
    pub what: &'static str,
    /// A whole input, for the list and the tests.
    pub sample_input: &'static str,
    /// The output to it.
    pub sample_output: &'static str,
    /// Answers every case of `input`; the cases before an error are answered.
    pub run: fn(input: &[u8], output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged>,
}

/// Why the rest of an input was not answered.
#[derive(Debug, thiserror::Error)]
pub enum Unjudged {
    /// The input is not in the format.
    #[error("{0}")]
    Input(#[from] Misread),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// A limit was reached.
    #[error("case {case}: stopped by the {why}")]
    Limit {
        /// The case, from 1.
        case: usize,
        /// The limit.
        why: Stop,
    },
}
