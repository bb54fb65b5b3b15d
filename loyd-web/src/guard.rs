//! Which clients may ask: pages of this server, programs, and pages of origins that the operator has named.
//!
//! A page of another site can make a browser send requests to this server. The guard recognizes such a request by
//! headers that a page cannot forge: `Host` (a name that was made to point here), `Origin` and `Sec-Fetch-Site`.

mod authority;

use axum::http::header::HeaderName;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};

use crate::problem::Problem;
use crate::settings::Settings;
use authority::{Authority, Host, RequestOrigin};

/// Accepts a request, or returns the problem.
///
/// # Errors
/// 400 if `Host` or `Origin` violates its grammar, 421 if the `Host` is not a host of this server, 403 for a page of
/// another site.
pub fn check(method: &Method, uri: &Uri, headers: &HeaderMap, settings: &Settings) -> Result<(), Problem> {
    let host = only(headers, header::HOST, "host")?.ok_or_else(|| malformed("host", "the request has no `Host`"))?;
    // An address in the request line replaces the `Host`, which must be there nevertheless.
    let host = uri.authority().map_or(host, |authority| authority.as_str());
    let wrong = "the `Host` is not a name or an address, with or without a port (RFC 9110, 7.2)";
    let host = Authority::parse(host).ok_or_else(|| malformed("host", wrong))?;
    if !is_ours(&host.host, settings) {
        let message = "the `Host` does not name this server; the operator can allow a name with --allow-host";
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "host", message));
    }
    let foreign = || Err(Problem::new(StatusCode::FORBIDDEN, "origin", "pages of other sites may not send requests"));
    // A page with an opaque origin, such as a file or a frame in a sandbox, sends `null`.
    if let Some(text) = only(headers, header::ORIGIN, "origin")?.filter(|origin| *origin != "null") {
        let wrong = "the `Origin` is not a scheme and a host, with or without a port (RFC 6454, 7.1)";
        let origin = RequestOrigin::parse(text).ok_or_else(|| malformed("origin", wrong))?;
        let allowed = settings.origins.iter().any(|allowed| allowed == text);
        return if host.is_of(&origin) || allowed { Ok(()) } else { foreign() };
    }
    if headers.contains_key(header::ORIGIN) {
        return foreign();
    }
    let is = |name: &str, value: &str| headers.get_all(name).iter().any(|given| given == value);
    // A link on another site may lead to the page, because following the link asks no question.
    let followed = method == Method::GET && is("sec-fetch-mode", "navigate") && !uri.path().starts_with("/api/");
    if is("sec-fetch-site", "cross-site") && !followed {
        return foreign();
    }
    Ok(())
}

/// The value of a header that may occur at most once.
fn only<'h>(headers: &'h HeaderMap, name: HeaderName, kind: &'static str) -> Result<Option<&'h str>, Problem> {
    let mut values = headers.get_all(&name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => {
            value.to_str().map(Some).map_err(|_| malformed(kind, format!("`{name}` has characters beyond ASCII")))
        }
        (Some(_), Some(_)) => Err(malformed(kind, format!("`{name}` occurs more than once"))),
    }
}

fn malformed(kind: &'static str, message: impl Into<String>) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, kind, message)
}

fn is_ours(host: &Host, settings: &Settings) -> bool {
    match host {
        Host::Address(_) => true,
        Host::Name(name) => {
            name == "localhost" || settings.hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(method: Method, path: &str, given: &[(&'static str, &str)]) -> Option<u16> {
        let mut settings = Settings::default();
        (settings.hosts, settings.origins) = (vec!["loyd.example".into()], vec!["https://friend.example".into()]);
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(*name, value.parse().unwrap());
        }
        check(&method, &path.parse().unwrap(), &headers, &settings).err().map(|problem| problem.status().as_u16())
    }

    #[test]
    fn hosts_are_addresses_or_named() {
        let host = |host: &str| status(Method::GET, "/", &[("host", host)]);
        for ours in ["127.0.0.1:8015", "localhost", "LOCALHOST:1", "[::1]:8015", "10.0.0.7", "loyd.example:80"] {
            assert_eq!(host(ours), None, "{ours}");
        }
        for other in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8015", "127.0.0.1."] {
            assert_eq!(host(other), Some(421), "{other}");
        }
        for wrong in ["", "[evil]", "[::1", "::1", "localhost:80@evil.example", "localhost:x", "localhost/", "a b"] {
            assert_eq!(host(wrong), Some(400), "{wrong}");
        }
        assert_eq!(status(Method::GET, "/", &[]), Some(400));
    }

    #[test]
    fn a_header_that_is_there_twice_is_refused() {
        let host = ("host", "localhost");
        for twice in [
            &[host, host][..],
            &[host, ("host", "evil.example")],
            &[host, ("origin", "http://localhost"), ("origin", "http://localhost")],
            &[host, ("origin", "http://localhost, http://evil.example")],
        ] {
            assert_eq!(status(Method::GET, "/", twice), Some(400), "{twice:?}");
        }
        let sites = [host, ("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")];
        assert_eq!(status(Method::POST, "/", &sites), Some(403));
    }

    /// The address in the request line counts, and the `Host` is checked, too.
    #[test]
    fn an_address_in_the_request_line_counts() {
        let asked = |path: &str, host: &str| status(Method::GET, path, &[("host", host)]);
        assert_eq!(asked("http://localhost:8015/", "localhost:8015"), None);
        assert_eq!(asked("http://evil.example/", "localhost:8015"), Some(421));
        assert_eq!(asked("http://localhost:80@evil.example/", "localhost:8015"), Some(400));
        assert_eq!(status(Method::GET, "http://localhost/", &[]), Some(400));
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let host = ("host", "127.0.0.1:8015");
        let asked = |path: &str, more: &[(&'static str, &str)]| status(Method::POST, path, &[&[host], more].concat());
        assert_eq!(asked("/api/v1/solve", &[]), None);
        assert_eq!(asked("/api/v1/solve", &[("origin", "http://127.0.0.1:8015")]), None);
        assert_eq!(asked("/api/v1/solve", &[("origin", "https://friend.example")]), None);
        for origin in ["http://127.0.0.1:8016", "https://evil.example", "null", "ftp://127.0.0.1:8015"] {
            assert_eq!(asked("/api/v1/solve", &[("origin", origin)]), Some(403), "{origin}");
        }
        for origin in ["http://evil.example/127.0.0.1:8015", "http://127.0.0.1:8015@evil.example", "", "nul"] {
            assert_eq!(asked("/api/v1/solve", &[("origin", origin)]), Some(400), "{origin}");
        }
        assert_eq!(asked("/api/v1/solve", &[("sec-fetch-site", "cross-site")]), Some(403));
        assert_eq!(asked("/api/v1/solve", &[("sec-fetch-site", "same-origin")]), None);
        let link = [host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert_eq!(status(Method::GET, "/", &link), None);
        assert_eq!(status(Method::GET, "/api/v1/puzzles", &link), Some(403));
        assert_eq!(status(Method::POST, "/", &link), Some(403));
    }
}
