//! From the words of a command line to what is asked.

use std::borrow::Cow;
use std::ffi::OsString;

use anstream::ColorChoice;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, ValueEnum};

use super::{Color, Loyd, UNQUOTED, help, not_built, vocabulary};
use crate::output::printable::printable;

/// The whole command line, for completions.
pub fn command() -> clap::Command {
    vocabulary::shared(Loyd::command())
}

/// The colours that the arguments ask for; needed before they are read, since errors have colours, too.
fn color(arguments: &[OsString]) -> Option<Color> {
    let named = |(at, argument): (usize, &OsString)| match argument.to_str()?.strip_prefix("--color")? {
        "" => Color::from_str(arguments.get(at + 1)?.to_str()?, true).ok(),
        rest => Color::from_str(rest.strip_prefix('=')?, true).ok(),
    };
    let until = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    arguments[..until].iter().enumerate().find_map(named)
}

/// Reads the arguments, the program's name first.
///
/// # Errors
/// The error from clap, which also carries the help and the version.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Loyd, clap::Error> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let shown: Vec<OsString> = arguments.iter().map(shown).collect();
    let is_printable = shown == arguments;
    // The error repeats what was given, between styles that only its maker knows.
    let asked = read(arguments).map_err(|error| match is_printable {
        true => error,
        false => read(shown).err().unwrap_or_else(|| {
            let text = error.to_string();
            clap::Error::raw(error.kind(), printable(&text))
        }),
    });
    asked.map_err(|error| match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) => match not_built(name) {
            Some(why) => clap::Error::raw(ErrorKind::InvalidSubcommand, format!("{why}\n")),
            None => error,
        },
        _ => error,
    })
}

/// An argument as it may be printed.
fn shown(argument: &OsString) -> OsString {
    match printable(&argument.to_string_lossy()) {
        Cow::Borrowed(_) => argument.clone(),
        Cow::Owned(shown) => shown.into(),
    }
}

fn read(arguments: Vec<OsString>) -> Result<Loyd, clap::Error> {
    let mut command = vocabulary::shared_by(Loyd::command(), None);
    if arguments.len() <= 1 {
        command = command.override_help(help::first());
    }
    let is_named = |sub: &clap::Command| arguments.iter().skip(1).any(|argument| argument == sub.get_name());
    let named: Vec<String> =
        command.get_subcommands().filter(|sub| is_named(sub)).map(|sub| sub.get_name().into()).collect();
    for sub in &named {
        command = vocabulary::shared_by(command, Some(sub));
    }
    if let Some(color) = color(&arguments) {
        ColorChoice::from(color).write_global();
        let always = if color == Color::Always { clap::ColorChoice::Always } else { clap::ColorChoice::Never };
        command = if color == Color::Auto { command } else { command.color(always) };
    }
    // `solve 8 "-1 2 3"` contains a bad position, whose error names the place, and no unknown option.
    if arguments.iter().any(begins_negative) {
        command = command.mut_subcommands(|sub| {
            sub.mut_args(|arg| {
                let takes_text = arg.get_action().takes_values() && arg.get_id() != UNQUOTED;
                if takes_text { arg.allow_hyphen_values(true) } else { arg }
            })
        });
    }
    let mut matches = command.try_get_matches_from_mut(arguments).map_err(|error| near(error, &command))?;
    Loyd::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// Names that other programs give to options.
const OTHER_NAMES: &[(&str, &[&str])] = &[
    (
        "limit-seconds",
        &["timeout", "time", "time-limit", "timelimit", "seconds", "max-time", "max-seconds", "limit-time"],
    ),
    ("limit-memory", &["memory", "mem", "ram", "max-memory", "memory-limit", "max-mem"]),
    ("limit-nodes", &["nodes", "max-nodes", "node-limit"]),
    ("limit-moves", &["depth", "max-depth", "depth-limit", "limit-depth", "max-moves", "moves-limit", "max-length"]),
    ("threads", &["jobs", "cores", "cpus", "workers", "parallel", "num-threads"]),
    ("algorithm", &["algo", "alg", "method", "solver", "search", "strategy"]),
    ("heuristic", &["heur", "bound", "lower-bound"]),
    ("goal", &["target", "goal-state", "final", "end", "solved"]),
    ("scramble", &["setup", "start-moves", "shuffle"]),
    ("format", &["output-format", "output"]),
    ("limit-cost", &["max-cost", "cost-limit"]),
    ("count", &["number", "amount"]),
    #[cfg(feature = "web")]
    ("listen", &["port", "host", "address", "bind"]),
    ("first", &["fast", "quick", "any", "suboptimal", "non-optimal"]),
    ("within", &["ratio", "epsilon", "factor", "suboptimality"]),
    ("show", &["show-path", "path", "print-path", "steps", "print", "draw"]),
    ("all", &["all-solutions", "every"]),
    ("max-solutions", &["solutions", "limit-solutions"]),
    ("cache-dir", &["cache", "cache-folder", "cache-path"]),
];

/// Names the option that an unknown option of another program stands for, if the command has it.
fn near(mut error: clap::Error, command: &clap::Command) -> clap::Error {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return error };
    let plain = given.trim_start_matches('-').replace('_', "-").to_lowercase();
    let meant = OTHER_NAMES.iter().find(|(_, others)| others.contains(&plain.as_str())).map(|(option, _)| *option);
    let has = |option: &str| {
        let named =
            command.get_subcommands().filter(|sub| sub.get_arguments().any(|arg| arg.get_long() == Some(option)));
        let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
        named.into_iter().any(|sub| usage.contains(&format!("loyd {} ", sub.get_name())))
    };
    if let Some(option) = meant.filter(|option| error.kind() == ErrorKind::UnknownArgument && has(option)) {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{option}")));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(Vec::new()));
    }
    error
}

fn begins_negative(argument: &OsString) -> bool {
    matches!(argument.as_encoded_bytes(), [b'-', digit, ..] if digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use loyd::service::Algorithm;
    use loyd_core::puzzle::Convention;

    use super::*;
    use crate::arguments::{Command, Format};

    fn read(arguments: &[&str]) -> Result<Loyd, clap::Error> {
        parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn the_commands_are_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn solve_reads_all_its_options() {
        let line = "loyd solve 15 - --goal g --scramble uld --algorithm ida-star --heuristic manhattan --threads 3 \
                    --all --max-solutions 5 --limit-seconds 1.5 --limit-memory 2GiB --limit-nodes 7 --limit-moves 80 \
                    --convention tile --format json -v";
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let Command::Solve(solve) = read(&arguments).unwrap().command else { panic!("not a solve") };
        assert_eq!((solve.puzzle.puzzle.as_str(), solve.state.as_deref()), ("15", Some("-")));
        assert_eq!(solve.search.algorithm, Some(Algorithm::IdaStar));
        assert_eq!(solve.limits.limit_memory, Some(2 << 30));
        assert_eq!(solve.limits.limit_seconds, Some(Duration::from_millis(1500)));
        assert_eq!(solve.convention, Some(Convention::Tile));
        assert_eq!(solve.max_solutions, Some(5));
        assert!(solve.all && solve.verbose && solve.format == Format::Json);
    }

    #[test]
    fn auto_is_no_algorithm() {
        let Command::Solve(solve) = read(&["loyd", "solve", "8", "x"]).unwrap().command else { panic!("not a solve") };
        assert_eq!(solve.search.algorithm, None);
    }

    /// clap would break a longer line of an example or a list anywhere.
    #[test]
    fn help_fits_the_width_it_is_written_for() {
        fn look(command: &clap::Command) -> usize {
            let help = command.get_after_help().map_or(String::new(), ToString::to_string);
            for line in help.lines().filter(|line| !line.starts_with("  $ ")) {
                assert!(line.chars().count() <= 100, "{}: {line}", command.get_name());
            }
            command.get_subcommands().map(look).sum::<usize>() + usize::from(!help.is_empty())
        }
        assert!(look(&Loyd::command()) > 20);
    }

    #[test]
    fn every_command_answers_programs() {
        fn look(command: &clap::Command) {
            if command.has_subcommands() {
                return command.get_subcommands().for_each(look);
            }
            let formats = command.get_arguments().any(|argument| argument.get_id() == "format");
            // `cluster run` hands on a command with its own.
            let for_others = ["completions", "man", "play", "run", "serve"].contains(&command.get_name());
            assert!(formats || for_others, "{} has no --format", command.get_name());
        }
        look(&command());
    }

    #[test]
    fn one_thing_is_wanted() {
        assert!(read(&["loyd", "solve", "8", "x", "--all", "--count"]).is_err());
    }

    #[test]
    fn a_negative_number_is_a_position_and_an_unknown_option_is_not() {
        let Command::Solve(solve) = read(&["loyd", "solve", "8", "-1 2 3"]).unwrap().command else {
            panic!("not a solve")
        };
        assert_eq!(solve.state.as_deref(), Some("-1 2 3"));
        assert!(read(&["loyd", "solve", "8", "--gaol", "x"]).is_err());
    }

    #[test]
    fn options_of_other_programs_are_named_by_their_names_here() {
        for (command, other, option) in [
            ("solve", "--timeout", Some("'--limit-seconds'")),
            ("solve", "--MAX_DEPTH=5", Some("'--limit-moves'")),
            ("map", "--time-limit", Some("'--limit-seconds'")),
            ("solve", "--jobs", Some("'--threads'")),
            ("random", "--max-nodes", None),
            ("solve", "--gaol", Some("'--goal'")),
        ] {
            let error = read(&["loyd", command, "8", other]).unwrap_err().to_string();
            let tip = error.lines().find(|line| line.contains("a similar argument exists"));
            assert_eq!(tip.map(|tip| tip.rsplit(' ').next().unwrap()), option, "{command} {other}: {error}");
        }
        for (option, others) in OTHER_NAMES {
            let has = |name: &str| {
                command().get_subcommands().any(|sub| sub.get_arguments().any(|arg| arg.get_long() == Some(name)))
            };
            assert!(has(option), "{option}");
            assert!(!others.contains(option));
        }
    }
}
