//! `loyd man`: the manual pages, made from the text of the help.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use clap_mangen::Man;
use loyd::service::Fault;

use crate::arguments::{ManArguments, command, not_built};
use crate::exit::{Code, Failure};
use crate::output::file::Output;

/// Runs the command.
///
/// # Errors
/// When the command is unknown, or a page cannot be written.
pub fn run(asked: &ManArguments) -> Result<Code, Failure> {
    let mut all = command();
    all.build();
    if let Some(folder) = &asked.dir {
        pages(&all).into_iter().try_for_each(|page| write(page, folder))?;
        return Ok(Code::Answered);
    }
    let mut found = &all;
    for word in &asked.command {
        let below = found.find_subcommand(word);
        let unknown = || not_built(word).unwrap_or_else(|| format!("unknown command `{}`", word.escape_debug()));
        found = below.ok_or_else(|| Failure::usage(unknown()))?;
    }
    page(found).render(&mut io::stdout()).map_err(Failure::Output)?;
    Ok(Code::Answered)
}

/// Returns a command and all its subcommands, at any depth.
fn pages(command: &clap::Command) -> Vec<&clap::Command> {
    let below = command.get_subcommands().filter(|sub| sub.get_name() != "help").flat_map(pages);
    [command].into_iter().chain(below).collect()
}

/// Returns the page of a command, with the options that the short help leaves out.
fn page(command: &clap::Command) -> Man {
    let command = command.clone().version(env!("CARGO_PKG_VERSION")).mut_args(|arg| arg.hide_short_help(false));
    Man::new(command).source(concat!("loyd ", env!("CARGO_PKG_VERSION")))
}

fn write(page: &clap::Command, folder: &Path) -> Result<(), Failure> {
    let page = self::page(page);
    let path = folder.join(page.get_filename());
    let unwritten = |source: io::Error| Failure::from(Fault::unwritten(&path.display().to_string(), &source));
    let render = |out: &mut BufWriter<&mut File>| {
        let mut bytes = Vec::new();
        page.render(&mut bytes)?;
        out.write_all(&bytes)
    };
    Output::begin(&path).and_then(|file| file.finish(render)).map_err(unwritten)
}
