//! Commands that are features of this crate, and the error for a command that is not built in.

/// The commands, and whether they are built in.
const COMMANDS: [(&str, bool); 3] =
    [("play", cfg!(feature = "play")), ("serve", cfg!(feature = "web")), ("cluster", cfg!(feature = "cluster"))];

/// The error for a command that is a feature and is not built in.
pub fn not_built(name: &str) -> Option<String> {
    let why = "is a feature that was not built in; from a checkout, this command installs all features";
    COMMANDS
        .contains(&(name, false))
        .then(|| format!("`loyd {name}` {why}: cargo install --locked --path loyd-cli --features web,play,cluster"))
}
