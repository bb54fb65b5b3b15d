//! Files that no client may read, and every spelling of their names. The spellings are made from the lists of families,
//! aliases and prefixes, so a new family is tested, too.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use loyd::catalogue::FAMILIES;

/// Four characters that no other text contains. Any eight characters in a row of the [`secret`] contain them.
const MARK: &str = "zq7k";

/// The content of the files.
fn secret() -> String {
    MARK.repeat(16)
}

/// Files that no reply may show and no question may open, in a folder of their own.
pub struct Canary {
    folder: tempfile::TempDir,
    opened: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    watch: Option<JoinHandle<()>>,
}

impl Canary {
    /// Creates a text, a definition and a board that contain the secret, a folder, and a FIFO with a watcher. Opening
    /// the FIFO for writing succeeds only while a reader has it open or waits to open it.
    pub fn new() -> Canary {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
        let secret = secret();
        write("canary-text-1", format!("{secret}\n{secret} {secret}\n"));
        let picture =
            format!("picture = \"{secret}a {secret}b {secret}c\"\nmoves.{secret} = \"({secret}a {secret}b)\"\n");
        write("canary-puzzle-1.loyd", picture);
        write("canary-board-1", format!("###\n#.#\n###\n{secret}\n"));
        fs::create_dir(folder.path().join("canary-folder-1")).unwrap();
        fs::write(folder.path().join("canary-folder-1").join(&secret), &secret).unwrap();
        let pipe = folder.path().join("canary-fifo-1");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let (opened, stop) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let watch = thread::spawn({
            let (opened, stop) = (opened.clone(), stop.clone());
            move || {
                while !stop.load(Ordering::Relaxed) {
                    // Opening for writing releases a reader that waits, so that the test can end.
                    opened.fetch_or(has_reader(&pipe), Ordering::Relaxed);
                    thread::sleep(Duration::from_millis(1));
                }
            }
        });
        Canary { folder, opened, stop, watch: Some(watch) }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The paths of the files, each beside a path without a file that differs in one digit near its end. If the replies
    /// differ in more than the digit, they show strangers which files exist.
    pub fn paths(&self) -> Vec<[String; 2]> {
        let names = ["canary-text-1", "canary-puzzle-1.loyd", "canary-board-1", "canary-folder-1", "canary-fifo-1"];
        let absent = |name: &str| name.replace("-1", "-2");
        names.map(|name| [name.to_string(), absent(name)].map(|name| self.at(&name).display().to_string())).into()
    }

    /// Whether a text contains a part of the secret.
    pub fn shows(text: &str) -> bool {
        text.to_lowercase().contains(MARK)
    }

    /// Whether the FIFO has been opened.
    pub fn is_opened(&self) -> bool {
        self.opened.load(Ordering::Relaxed)
    }
}

impl Drop for Canary {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(watch) = self.watch.take() {
            let _ = watch.join();
        }
    }
}

#[cfg(target_os = "linux")]
fn has_reader(pipe: &Path) -> bool {
    use std::os::unix::fs::OpenOptionsExt;
    // O_NONBLOCK. The number is the same on all Linux platforms of Rust except MIPS and SPARC.
    fs::OpenOptions::new().write(true).custom_flags(0o4000).open(pipe).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn has_reader(_: &Path) -> bool {
    false
}

/// Spellings that name a path in any text: with each prefix that a reader knows, and with some unknown ones.
pub fn bare(path: &str) -> Vec<String> {
    let prefixes = ["@", "", "file:", "file:@", "@@", "file:@@", "file:file:", "@file:", "file://", "FILE:", "File:@"];
    let more = [
        " @",
        "＠",
        "ｆｉｌｅ：",
        "ｆｉｌｅ:@",
        "file :",
        " file:",
        "\u{feff}@",
        "=@",
        "<",
        "./@",
        "@./../../../../../..",
    ];
    let suffixes = ["?moves=U", "?metric=htm", "?goal=1", ":@", "#", "\n", " "];
    let spelled = prefixes.iter().chain(&more).map(|prefix| format!("{prefix}{path}"));
    let spelled = spelled.chain(suffixes.iter().map(|suffix| format!("@{path}{suffix}")));
    let encoded = path.replace('/', "%2f");
    spelled.chain(["@", "file:"].map(|prefix| format!("{prefix}{encoded}"))).collect()
}

/// Spellings that name a path as a puzzle: the bare path, and the path after every family and every alias.
pub fn puzzles(path: &str) -> Vec<String> {
    let mut names = BTreeSet::new();
    for family in FAMILIES {
        names.insert(family.name.to_string());
        names.insert(family.name.to_uppercase());
        names.insert(family.name.replace('-', "_"));
        names.insert(wide(family.name));
        for (alias, full) in family.aliases {
            names.extend([alias.replace("RxC", "3x3"), full.replace("RxC", "3x3")]);
        }
        names.extend(family.members().map(String::from));
    }
    let mut all = bare(path);
    // `letters:TEXT` is a different puzzle for every text, and opens slowly. The other spellings contain one such name.
    names.retain(|name| !name.starts_with("letters:"));
    for name in &names {
        all.extend([":", ":@", "@", "?@", ":3x3@"].map(|between| format!("{name}{between}{path}")));
    }
    all
}

/// The full-width forms of ASCII characters.
fn wide(text: &str) -> String {
    text.chars().map(|c| char::from_u32(u32::from(c) + 0xfee0).filter(|_| c.is_ascii_graphic()).unwrap_or(c)).collect()
}
