//! `Host` and `Origin` by their grammars: RFC 9110 (7.2), RFC 3986 (3.2) and RFC 6454 (7).
//!
//! A text that two readers could take for two hosts (`localhost:80@evil.example`) is refused, not repaired.

use std::net::{IpAddr, Ipv6Addr};

/// A host, and the port if the text contains one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authority {
    /// The host.
    pub host: Host,
    /// The port. An empty port counts as missing.
    pub port: Option<u16>,
}

/// The host of an authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// An IP address.
    Address(IpAddr),
    /// A name in lower case, with its percent-encoding. An `IPvFuture` counts as a name that no host has.
    Name(String),
}

/// A scheme, a host, and the port if the text contains one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestOrigin {
    /// The scheme in lower case.
    pub scheme: String,
    /// The host and its port.
    pub authority: Authority,
}

impl Authority {
    /// Reads `uri-host [ ":" port ]`. Returns `None` if the text does not match or the host is empty.
    pub fn parse(text: &str) -> Option<Authority> {
        let (host, rest) = match text.strip_prefix('[') {
            Some(inside) => {
                let (literal, rest) = inside.split_once(']')?;
                (ip_literal(literal)?, rest)
            }
            None => {
                let end = text.find(':').unwrap_or(text.len());
                (name(&text[..end])?, &text[end..])
            }
        };
        let port = match rest.strip_prefix(':') {
            None if rest.is_empty() => None,
            None => return None,
            Some("") => None,
            // `parse` alone would accept a plus sign.
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(digits.parse().ok()?),
            Some(_) => return None,
        };
        Some(Authority { host, port })
    }

    /// Whether a page at this authority has this origin. The scheme of the page is not known here, because a proxy may
    /// remove TLS. So a missing port counts as the default port of the origin's scheme.
    pub fn is_of(&self, origin: &RequestOrigin) -> bool {
        let usual = match origin.scheme.as_str() {
            "http" => 80,
            "https" => 443,
            _ => return false,
        };
        let port = |authority: &Authority| authority.port.unwrap_or(usual);
        self.host == origin.authority.host && port(self) == port(&origin.authority)
    }
}

impl RequestOrigin {
    /// Reads `scheme "://" host [ ":" port ]`. Returns `None` if the text does not match.
    pub fn parse(text: &str) -> Option<RequestOrigin> {
        let (scheme, authority) = text.split_once("://")?;
        let mut bytes = scheme.bytes();
        let begins = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic());
        let goes_on = bytes.all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
        let scheme = (begins && goes_on).then(|| scheme.to_ascii_lowercase())?;
        Some(RequestOrigin { scheme, authority: Authority::parse(authority)? })
    }
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn is_sub_delimiter(byte: u8) -> bool {
    b"!$&'()*+,;=".contains(&byte)
}

/// Reads the text between brackets: `IPv6address / IPvFuture`.
fn ip_literal(text: &str) -> Option<Host> {
    if let Some(future) = text.strip_prefix(['v', 'V']) {
        let (version, rest) = future.split_once('.')?;
        let is_version = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_rest = |byte| is_unreserved(byte) || is_sub_delimiter(byte) || byte == b':';
        let is_known = is_version && !rest.is_empty() && rest.bytes().all(is_rest);
        return is_known.then(|| Host::Name(format!("[{}]", text.to_ascii_lowercase())));
    }
    Some(Host::Address(IpAddr::V6(text.parse::<Ipv6Addr>().ok()?)))
}

/// Reads `IPv4address / reg-name`, which must not be empty.
fn name(text: &str) -> Option<Host> {
    if let Ok(address) = text.parse() {
        return Some(Host::Address(IpAddr::V4(address)));
    }
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = match first {
            b'%' => match after {
                [high, low, after @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => after,
                _ => return None,
            },
            &byte if is_unreserved(byte) || is_sub_delimiter(byte) => after,
            _ => return None,
        };
    }
    (!text.is_empty()).then(|| Host::Name(text.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reader accepts a text of up to four of these parts exactly if the productions of the RFC, coded here, do.
    #[test]
    fn what_is_read_is_what_the_grammar_generates() {
        const PARTS: [&str; 14] =
            ["localhost", "127.0.0.1", "[::1]", "[::g", "[v1.a]", "[", "]", ":", "80", "@", "/", "%41", "%-", " "];
        let hosts = |text: &str| match text {
            "127.0.0.1" | "[::1]" | "[::]" | "[v1.a]" => true,
            _ => {
                let mut rest = text.to_string();
                for token in ["localhost", "127.0.0.1", "80", "%41"] {
                    rest = rest.replace(token, "");
                }
                !text.is_empty() && rest.is_empty()
            }
        };
        let ports = |text: &str| text.is_empty() || (text.bytes().all(|b| b.is_ascii_digit()) && text.len() <= 4);
        let mut texts = vec![String::new()];
        let (mut from, mut read) = (0, 0);
        for _ in 0..4 {
            let to = texts.len();
            for at in from..to {
                PARTS.iter().for_each(|part| texts.push(format!("{}{part}", texts[at])));
            }
            from = to;
        }
        for text in &texts {
            let splits = (0..=text.len()).filter(|at| text.is_char_boundary(*at));
            let derived = splits.into_iter().any(|at| match &text[at..] {
                "" => hosts(text),
                rest => rest.strip_prefix(':').is_some_and(ports) && hosts(&text[..at]),
            });
            assert_eq!(Authority::parse(text).is_some(), derived, "`{text}`");
            read += usize::from(derived);
        }
        assert!(texts.len() > 40_000 && read > 100, "{read} of {} are hosts", texts.len());
    }

    #[test]
    fn a_port_is_a_number_and_names_have_no_case() {
        let parse = |text: &str| Authority::parse(text);
        assert_eq!(parse("LOYD.example:8015"), parse("loyd.EXAMPLE:08015"));
        assert_eq!(parse("a:").unwrap().port, None);
        for wrong in ["a:65536", "a:+1", "a:-1", "a:1:1", "a:x", "[::1%eth0]", "[::1]80", "::1", "a b", "a\\b", "é"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_port_left_out_is_the_usual_one() {
        let own =
            |host: &str, origin: &str| Authority::parse(host).unwrap().is_of(&RequestOrigin::parse(origin).unwrap());
        assert!(own("a.example", "https://a.example") && own("a.example:443", "https://a.example"));
        assert!(own("a.example", "http://A.example:80") && own("[::1]:8015", "http://[0::1]:8015"));
        assert!(!own("a.example:80", "https://a.example") && !own("a.example", "ftp://a.example"));
        for wrong in ["null", "", "a.example", "://a", "1a://b", "http://a/", "http://a@b", "http://a, http://b"] {
            assert_eq!(RequestOrigin::parse(wrong), None, "{wrong}");
        }
    }
}
