//! The page is embedded: a file that is added to it is a reason to compile.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
