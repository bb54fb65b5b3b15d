//! Settings shared by all commands: `--json` where there is a format, short help and long help, help that fits the
//! terminal.

use clap::builder::{ArgPredicate, StyledStr};
use clap::{Arg, ArgAction, Command};

use crate::output;

/// Headings of options that only the long help lists. Limits are listed only there, too.
const LONG_ONLY: [&str; 2] = ["Limits", "Tables"];
/// Columns that the help texts are written for.
const USUAL_WIDTH: usize = 100;

/// A command, and those below it, with what all have in common.
pub fn shared(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_string()).collect();
    names.iter().fold(shared_by(command, None), |command, name| shared_by(command, Some(name)))
}

/// The first command, or the one below it of that name: a run needs but one, and all of them take a third of a
/// millisecond.
pub fn shared_by(command: Command, below: Option<&str>) -> Command {
    let (name, width) = (command.get_name().to_string(), output::help_width());
    match below {
        None => own(command, &name, width),
        Some(sub) => command.mut_subcommand(sub, |command| shape(command, &format!("{name} {sub}"), width)),
    }
}

fn shape(command: Command, name: &str, width: usize) -> Command {
    let mut command = own(command, name, width);
    let below: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_string()).collect();
    for sub in below {
        command = command.mut_subcommand(&sub, |command| shape(command, &format!("{name} {sub}"), width));
    }
    command
}

/// A command without those below it.
fn own(mut command: Command, name: &str, width: usize) -> Command {
    if command.get_arguments().any(|arg| arg.get_id() == "format") {
        let json = Arg::new("json").long("json").action(ArgAction::SetTrue).conflicts_with("format");
        command = command.arg(json.help("Same as --format json").help_heading(None::<&str>));
        command =
            command.mut_arg("format", |arg| arg.default_value_if("json", ArgPredicate::Equals("true".into()), "json"));
    }
    if command.get_arguments().any(|arg| arg.get_id() == "verbose") {
        command = command.mut_arg("verbose", |arg| arg.conflicts_with("quiet"));
    }
    command = command.mut_args(|arg| {
        let is_long_only = |heading: &str| LONG_ONLY.iter().any(|begin| heading.starts_with(begin));
        let is_limit = arg.get_long().is_some_and(|name| name.starts_with("limit-"));
        let hidden = is_limit || arg.get_help_heading().is_some_and(is_long_only);
        if hidden { arg.hide_short_help(true) } else { arg }
    });
    if let Some(help) = command.get_after_help().map(StyledStr::to_string) {
        let more = format!("All options and examples: {name} --help");
        command = command.after_help(more).after_long_help(filled(&help, width));
    }
    command
}

/// A help text whose sentences are folded to so many columns; lines that are indented stay as they are.
fn filled(text: &str, width: usize) -> String {
    if width >= USUAL_WIDTH {
        return text.into();
    }
    let mut filled = String::new();
    let mut used = 0;
    for line in text.lines() {
        if line.is_empty() || line.starts_with(' ') || line.ends_with(':') {
            if used > 0 {
                filled.push('\n');
            }
            filled.push_str(line);
            filled.push('\n');
            used = 0;
            continue;
        }
        for word in line.split_whitespace() {
            let length = word.chars().count();
            if used > 0 && used + 1 + length > width {
                filled.push('\n');
                used = 0;
            }
            if used > 0 {
                filled.push(' ');
                used += 1;
            }
            filled.push_str(word);
            used += length;
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_folded_and_examples_are_not() {
        let text = "The input is read to its end; the output\nis what the judge expects.\n\n\
                    Examples:\n  $ loyd judge --list   # all of them";
        let folded = filled(text, 24);
        let examples = "Examples:\n  $ loyd judge --list   # all of them";
        assert!(folded.lines().take_while(|line| !line.is_empty()).all(|line| line.len() <= 24), "{folded}");
        assert!(folded.trim_end().ends_with(examples), "{folded}");
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        assert_eq!(words(&folded), words(text));
        assert_eq!(filled(text, 100), text);
    }
}
