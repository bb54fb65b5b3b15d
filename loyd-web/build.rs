//! The page is embedded into the crate, so a new file of the page must cause a build.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
