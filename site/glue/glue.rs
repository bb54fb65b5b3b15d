//! Makes the JavaScript that loads a module of WebAssembly, and the module without names: `loyd-glue MODULE FOLDER`.
//!
//! The program `wasm-bindgen` does the same, but has a server and a client of HTTP, and takes minutes to compile.

use std::path::PathBuf;

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [module, folder] = &arguments[..] else { bail!("expected MODULE FOLDER, found {} arguments", arguments.len()) };
    Bindgen::new()
        .input_path(module)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .out_name("loyd")
        .generate(folder)
}
