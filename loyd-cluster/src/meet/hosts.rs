//! The hosts file: the address of each process, as `host:port`, one on each line, as in timely's hosts file.
//!
//! Comments begin with `#`. Comments and blank lines are skipped. The first host is process 0.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use super::named;

/// The most bytes of a hosts file: ten thousand hosts with names of a hundred bytes.
const MOST: usize = 1 << 20;

/// Why the hosts cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum HostsError {
    /// The file cannot be read.
    #[error("hosts file {}: {source}", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A line is not of the form `host:port`.
    #[error("hosts, line {line}: expected host:port, as in node1:2101 or [::1]:2101, found \"{found}\"")]
    NoPort {
        /// The number of the line, counted from 1.
        line: usize,
        /// The text of the line.
        found: String,
    },
    /// Two lines have the same host and port.
    #[error("hosts, line {line}: {host} is already in line {first}")]
    Twice {
        /// The number of the line, counted from 1.
        line: usize,
        /// The number of the first line with this host.
        first: usize,
        /// The host, as `host:port`.
        host: String,
    },
    /// The text contains no host.
    #[error("hosts: expected at least one line host:port, found an empty file")]
    Empty,
}

/// Reads the hosts of a file.
///
/// # Errors
/// [`HostsError`], if the file cannot be read or its text is not valid.
pub fn read(path: &Path) -> Result<Vec<String>, HostsError> {
    let bytes = File::open(path).and_then(|file| named::read(file, MOST));
    let text =
        bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|why| io::Error::new(ErrorKind::InvalidData, why)));
    parse(&text.map_err(|source| HostsError::Unread { path: path.into(), source })?)
}

/// Parses the hosts of a text.
///
/// # Errors
/// [`HostsError`], except [`HostsError::Unread`], if the text is not valid.
pub fn parse(text: &str) -> Result<Vec<String>, HostsError> {
    let (mut hosts, mut known) = (Vec::new(), HashMap::new());
    for (line, text) in (1..).zip(text.lines()) {
        let host = text.split('#').next().unwrap_or_default().trim();
        if host.is_empty() {
            continue;
        }
        if split(host).is_none() {
            return Err(HostsError::NoPort { line, found: host.into() });
        }
        if let Some(first) = known.insert(host.to_ascii_lowercase(), line) {
            return Err(HostsError::Twice { line, first, host: host.into() });
        }
        hosts.push(host.into());
    }
    if hosts.is_empty() { Err(HostsError::Empty) } else { Ok(hosts) }
}

/// Whether `host:port` is certainly this machine: `localhost` or a loopback address. Other names are not looked up.
pub fn is_loopback(host: &str) -> bool {
    split(host).is_some_and(|(name, _)| {
        name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
    })
}

/// Splits a host into the name, without brackets, and the port.
fn split(host: &str) -> Option<(&str, u16)> {
    let (name, port) = host.rsplit_once(':')?;
    let bare = match name.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']')?,
        None if name.contains(':') => return None,
        None => name,
    };
    let plain = !bare.is_empty() && !bare.contains(|c: char| c.is_whitespace() || "[]/".contains(c));
    // `u16::from_str` would accept a plus sign.
    let digits = port.bytes().all(|byte| byte.is_ascii_digit());
    let port = port.parse().ok().filter(|&port| digits && port != 0)?;
    plain.then_some((bare, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_lines_without_comments() {
        let text = "# two\nnode1:2101\n\n  node2:2101  # the second\r\n[::1]:2102\n";
        assert_eq!(parse(text).unwrap(), ["node1:2101", "node2:2101", "[::1]:2102"]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line) in [
            ("node1", 1),
            ("a:1\n\nb:", 3),
            ("a:0", 1),
            ("a:65536", 1),
            ("::1:5", 1),
            (":1", 1),
            ("a:+1", 1),
            ("a b:1", 1),
        ] {
            let error = parse(text).unwrap_err();
            assert!(matches!(&error, HostsError::NoPort { line: found, .. } if *found == line), "{text:?}: {error}");
            assert!(error.to_string().contains(&format!("line {line}")), "{error}");
        }
        let error = parse("a:1\nb:1\n# c\nA:1\n").unwrap_err();
        assert!(matches!(error, HostsError::Twice { line: 4, first: 1, .. }), "{error}");
        assert!(matches!(parse("# none\n\n"), Err(HostsError::Empty)));
        assert!(matches!(read(Path::new("/nowhere/hosts")), Err(HostsError::Unread { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_an_end_is_no_hosts_file() {
        let error = read(Path::new("/dev/zero")).unwrap_err().to_string();
        assert_eq!(error, "hosts file /dev/zero: expected at most 1048576 bytes, found more");
    }

    #[test]
    fn loopback_is_an_address_or_localhost() {
        for host in ["127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "localhost:1", "LocalHost:1"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in
            ["10.0.0.1:1", "node1:1", "localhost.example.org:1", "0.0.0.0:1", "[::]:1", "127.0.0.1.example.org:1"]
        {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
