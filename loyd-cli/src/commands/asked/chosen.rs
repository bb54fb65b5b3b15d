//! The options that choose a variant of a puzzle, as the part of the puzzle's id after the question mark.

use loyd::catalogue::{family_of, has_definition};
use loyd_core::family::split;

#[cfg(feature = "cluster")]
use crate::arguments::ClusterCommand;
use crate::arguments::{ChoiceArguments, Command, MovesValue, SolveArguments, TableCommand};
use crate::exit::Failure;

/// The chosen parts of an id, by the names of the options.
#[derive(Debug, Default)]
pub struct Chosen {
    parts: Vec<(&'static str, String)>,
    /// Whether `--moves` may also choose how moves are written, as in `loyd solve`.
    calls: bool,
}

impl Chosen {
    /// Takes the options that choose a variant out of a command.
    pub fn taken(command: &mut Command) -> Chosen {
        let (choice, moves) = match command {
            Command::Solve(asked) => return Chosen::of_solve(asked),
            Command::Compare(asked) => (&mut asked.puzzle.choice, &mut asked.moves_argument),
            Command::Check(asked) => (&mut asked.puzzle.choice, &mut asked.moves_argument),
            #[cfg(feature = "play")]
            Command::Play(asked) => (&mut asked.choice, &mut asked.moves_argument),
            Command::Random(asked) => (&mut asked.puzzle.choice, &mut asked.moves_argument),
            Command::Rank(asked) => (&mut asked.choice, &mut asked.moves_argument),
            Command::Unrank(asked) => (&mut asked.choice, &mut asked.moves_argument),
            Command::Rewrite(asked) => (&mut asked.choice, &mut asked.moves_argument),
            Command::Puzzles(asked) => (&mut asked.choice, &mut asked.moves_argument),
            Command::Map(asked) => (&mut asked.puzzle.choice, &mut asked.moves_argument),
            Command::Table(asked) => match &mut asked.command {
                TableCommand::Build(asked) => (&mut asked.puzzle.choice, &mut asked.moves_argument),
                _ => return Chosen::default(),
            },
            #[cfg(feature = "cluster")]
            Command::Cluster(asked) => match &mut asked.command {
                ClusterCommand::Map(asked) => (&mut asked.map.puzzle.choice, &mut asked.map.moves_argument),
                ClusterCommand::Solve(asked) => return Chosen::of_solve(&mut asked.solve),
                ClusterCommand::Plan(asked) => (&mut asked.puzzle.choice, &mut asked.moves_argument),
                _ => return Chosen::default(),
            },
            _ => return Chosen::default(),
        };
        Chosen::of(moves.names.take(), choice)
    }

    fn of_solve(asked: &mut SolveArguments) -> Chosen {
        let names = match asked.moves.take_if(|moves| matches!(moves, MovesValue::Only(_))) {
            Some(MovesValue::Only(names)) => Some(names),
            _ => None,
        };
        Chosen { calls: true, ..Chosen::of(names, &mut asked.puzzle.choice) }
    }

    fn of(moves: Option<String>, choice: &mut ChoiceArguments) -> Chosen {
        let parts = [
            ("moves", moves),
            ("metric", choice.metric.take()),
            ("omit", choice.omit.take()),
            ("up-to", choice.up_to.take()),
        ];
        let parts = parts.into_iter().filter_map(|(key, value)| Some((key, value?))).collect();
        Chosen { parts, calls: false }
    }

    /// Adds the chosen parts to the id of a puzzle.
    ///
    /// # Errors
    /// When the puzzle has no definition or not this metric, its id already has one of the parts, or a value contains
    /// `&` or `?`.
    pub fn add_to(self, puzzle: &mut String) -> Result<(), Failure> {
        for (key, value) in self.parts {
            let option = format!("--{key}");
            // An unknown puzzle is reported later, by its own name.
            let Some(family) = family_of(puzzle) else { return Ok(()) };
            let is_metric = key == "metric" && !family.metrics.is_empty();
            if is_metric && !family.metrics.contains(&&*value) {
                let (known, name) = (family.metrics.join(" or "), family.name);
                let why =
                    format!("expected a puzzle with the metric {value}; the family {name} has the metric {known}");
                return Err(Failure::no_effect(&option, why));
            }
            if !is_metric && !has_definition(puzzle) {
                let what = if self.calls && key == "moves" { "tiles, blank or words, or " } else { "" };
                let of = "a puzzle from a file (@FILE), or a bundled one such as 3x3x3";
                let more = if key == "metric" { ", or a sliding board" } else { "" };
                return Err(Failure::no_effect(
                    &option,
                    format!("expected {what}{of}{more}, found a puzzle of the family {}", family.name),
                ));
            }
            let (name, given) = split(puzzle);
            if given.split('&').any(|part| part.split('=').next() == Some(key)) {
                return Err(Failure::usage(format!("{option} {value}: the name of the puzzle already has `{key}=`")));
            }
            if value.contains(['&', '?']) {
                return Err(Failure::usage(format!("{option} {value}: expected names without `&` and `?`")));
            }
            let join = if name.len() == puzzle.len() { '?' } else { '&' };
            *puzzle = format!("{puzzle}{join}{key}={value}");
        }
        Ok(())
    }

    /// Whether nothing was chosen.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the failure for a choice without a puzzle.
    pub fn of_nothing(&self) -> Failure {
        let option = self.parts.first().map_or("--metric".into(), |(key, _)| format!("--{key}"));
        Failure::no_effect(&option, "the option needs a puzzle")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_go_behind_the_name() {
        let chosen = |parts: &[(&'static str, &str)]| Chosen {
            parts: parts.iter().map(|(key, value)| (*key, (*value).into())).collect(),
            calls: false,
        };
        let added = |puzzle: &str, parts: &[(&'static str, &str)]| {
            let mut puzzle = puzzle.to_string();
            chosen(parts).add_to(&mut puzzle).map(|()| puzzle).map_err(|why| why.to_string())
        };
        let both = [("moves", "U,R"), ("metric", "quarter")];
        assert_eq!(added("@a.tws", &both).unwrap(), "@a.tws?moves=U,R&metric=quarter");
        assert_eq!(added("3x3x3?omit=EDGES", &both).unwrap(), "3x3x3?omit=EDGES&moves=U,R&metric=quarter");
        assert_eq!(added("8", &[]).unwrap(), "8");
        assert!(added("8", &both).unwrap_err().starts_with("--moves has no effect"));
        assert_eq!(added("15", &[("metric", "multi")]).unwrap(), "15?metric=multi");
        assert!(added("15", &both[1..]).unwrap_err().contains("the family sliding has the metric multi"));
        assert!(added("3x3x3", &[("metric", "multi")]).unwrap_err().contains("has the metric half or quarter or"));
        assert!(
            added("pancake:5", &both[1..]).unwrap_err().contains("or a sliding board, found a puzzle of the family")
        );
        assert!(added("@a.tws?moves=U", &both).unwrap_err().contains("already has `moves=`"));
        assert!(added("@a.tws", &[("omit", "A&moves=U")]).unwrap_err().contains("without `&`"));
    }
}
