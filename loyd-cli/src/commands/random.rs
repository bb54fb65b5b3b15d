//! `loyd random`: positions drawn uniformly.

use std::io::{self, BufWriter, Write};

use loyd::planner::{self, Engine, Refused, Request};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Serialize;

use super::{bounded, limits, listener, no_effect, tell, use_table};
use crate::arguments::{Format, LimitArguments, Random};
use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::output::json;
use crate::progress;

#[derive(Serialize)]
struct Drawn<'a> {
    version: u32,
    puzzle: &'a str,
    state: &'a str,
    goal: &'a str,
    depth: Option<u32>,
    seed: u64,
}

/// Runs the command.
///
/// # Errors
/// When there is no such position, or a limit is reached.
pub fn run(asked: &Random) -> Result<Code, Failure> {
    let given = LimitArguments::from(&asked.limits);
    if let (None, Some((_, option))) = (asked.depth, given.given().next()) {
        return Err(no_effect(option, "only --depth searches"));
    }
    let table_option = asked.named.table.as_ref().map(|_| "--table").or(asked.tables.given());
    if let (None, Some(option)) = (asked.depth, table_option) {
        return Err(no_effect(option, "only --depth looks at a table"));
    }
    let engine = planner::open(&asked.puzzle.puzzle, asked.puzzle.goal.as_deref())?;
    use_table(&*engine, &asked.named)?;
    let interrupt = Interrupt::listen()?;
    let line = progress::Line::new();
    let given = if asked.depth.is_some() { bounded(&given) } else { given };
    let limits = limits(&given, &interrupt, line.as_ref(), 1);
    let (cache, notify) = (asked.tables.cache(), Some(listener(false, line.as_ref())));
    let request = Request { limits, cache, notify, ..Request::default() };
    let Random { count, depth, format, .. } = *asked;
    let drawing = Drawing { engine: &*engine, count, depth, seed: asked.seed, format, verbose: asked.verbose };
    drawing.run(&interrupt, line.as_ref(), &mut |below| engine.random(depth, &request, below))
}

/// Positions to be drawn, and how they are written.
pub struct Drawing<'a> {
    /// The puzzle.
    pub engine: &'a dyn Engine,
    /// How many.
    pub count: u64,
    /// The depth asked for.
    pub depth: Option<u32>,
    /// The seed asked for.
    pub seed: Option<u64>,
    /// How they are written.
    pub format: Format,
    /// Whether the seed is told.
    pub verbose: bool,
}

/// Draws a position with uniform random numbers.
type Draw<'a> = &'a mut dyn FnMut(planner::Below<'_>) -> Result<String, Refused>;

impl Drawing<'_> {
    /// Draws and writes them.
    ///
    /// # Errors
    /// Those of `draw`, or an output that cannot be written.
    pub fn run(&self, interrupt: &Interrupt, line: Option<&progress::Line>, draw: Draw<'_>) -> Result<Code, Failure> {
        let seed = self.seed.map_or_else(system_seed, Ok)?;
        if self.verbose {
            tell(&format!("seed: {seed}"));
        }
        let mut source = ChaCha20Rng::seed_from_u64(seed);
        let (puzzle, goal) = (self.engine.id(), &self.engine.goal()[..]);
        let mut out = BufWriter::new(io::stdout());
        let _running = interrupt.running();
        for drawn in 0..self.count {
            if interrupt.is_set() {
                out.flush().map_err(Failure::Output)?;
                tell(&format!("loyd: interrupted after {drawn} of {} positions", self.count));
                return Ok(Code::Interrupted);
            }
            let drawn = draw(&mut |below| uniform(&mut source, below));
            line.iter().for_each(|line| line.hide());
            let state = &drawn?;
            let written = match self.format {
                Format::Text => writeln!(out, "{state}"),
                Format::Json => {
                    let depth = self.depth;
                    json::line(&Drawn { version: json::VERSION, puzzle, state, goal, depth, seed }, &mut out)
                }
            };
            written.map_err(Failure::Output)?;
        }
        out.flush().map_err(Failure::Output)?;
        Ok(Code::Answered)
    }
}

fn system_seed() -> Result<u64, Failure> {
    getrandom::u64().map_err(|error| Failure::System(format!("the system gives no random numbers: {error}")))
}

/// One of `0..below`, each as likely; ours, so that a seed draws the same positions with every version of the crates.
/// The draws that would favour small numbers are drawn again: less than one in two.
fn uniform(source: &mut impl Rng, below: u64) -> u64 {
    assert!(below > 0, "a number below 0 is drawn");
    let fair = u64::MAX - (u64::MAX % below + 1) % below;
    loop {
        let drawn = source.next_u64();
        if drawn <= fair {
            return drawn % below;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_as_likely() {
        let mut source = ChaCha20Rng::seed_from_u64(1);
        for below in [1, 2, 3, 7, 10] {
            let mut drawn = vec![0_u32; below as usize];
            for _ in 0..10_000 * below {
                drawn[uniform(&mut source, below) as usize] += 1;
            }
            // Five standard deviations of a binomial with mean 10,000.
            assert!(drawn.iter().all(|&times| times.abs_diff(10_000) < 500), "{below}: {drawn:?}");
        }
        assert!((0..100).all(|_| uniform(&mut source, (1 << 63) + 1) <= 1 << 63));
    }
}
