//! Commands that are features of this crate, and what is said where one of them is not built in.

/// The commands, and whether they are built in.
const COMMANDS: [(&str, bool); 3] =
    [("play", cfg!(feature = "play")), ("serve", cfg!(feature = "web")), ("cluster", cfg!(feature = "cluster"))];

/// Why there is no command of that name, where it is a feature.
pub fn not_built(name: &str) -> Option<String> {
    let why = "is a feature that was not built in; from a checkout, this installs loyd with all of them";
    COMMANDS
        .contains(&(name, false))
        .then(|| format!("`loyd {name}` {why}: cargo install --locked --path loyd-cli --features web,play,cluster"))
}
