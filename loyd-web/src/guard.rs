//! Who may ask: pages of this server, programs, and pages of origins that the operator has named.
//!
//! A page of any other site can make a browser send requests here. It is told by the headers that a page cannot forge:
//! `Host` (a name that was made to point here), `Origin` and `Sec-Fetch-Site`.

use std::net::IpAddr;

use axum::http::{HeaderMap, Method, StatusCode, Uri, header};

use crate::problem::Problem;
use crate::settings::Settings;

/// Lets a request pass, or says why not.
///
/// # Errors
/// 421 for a `Host` that is not ours, 403 for a page of another site, 400 without a host.
pub fn check(method: &Method, uri: &Uri, headers: &HeaderMap, settings: &Settings) -> Result<(), Problem> {
    let host = uri.authority().map(|authority| authority.as_str());
    let host = host.or_else(|| headers.get(header::HOST)?.to_str().ok());
    let Some(host) = host else {
        return Err(Problem::new(StatusCode::BAD_REQUEST, "host", "the request has no `Host`"));
    };
    if !is_ours(name_of(host), settings) {
        let message = "the `Host` is none of this server; an operator allows a name with --allow-host";
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "host", message));
    }
    let foreign = || Err(Problem::new(StatusCode::FORBIDDEN, "origin", "pages of other sites may not ask here"));
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        let own = origin.split_once("://").is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(host));
        let allowed = settings.origins.iter().any(|allowed| allowed == origin);
        return if own || allowed { Ok(()) } else { foreign() };
    }
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|given| given == value);
    // A link on another site leads here: that is what links are for, and nothing is asked by it.
    let followed = method == Method::GET && is("sec-fetch-mode", "navigate") && !uri.path().starts_with("/api/");
    if is("sec-fetch-site", "cross-site") && !followed {
        return foreign();
    }
    Ok(())
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    }
}

fn is_ours(name: &str, settings: &Settings) -> bool {
    name.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || settings.hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(method: Method, path: &str, given: &[(&'static str, &str)]) -> Option<u16> {
        let mut settings = Settings::default();
        (settings.hosts, settings.origins) = (vec!["loyd.example".into()], vec!["https://friend.example".into()]);
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.insert(*name, value.parse().unwrap());
        }
        check(&method, &path.parse().unwrap(), &headers, &settings).err().map(|problem| problem.status().as_u16())
    }

    #[test]
    fn hosts_are_addresses_or_named() {
        let host = |host: &str| status(Method::GET, "/", &[("host", host)]);
        for ours in ["127.0.0.1:8015", "localhost", "LOCALHOST:1", "[::1]:8015", "10.0.0.7", "loyd.example:80"] {
            assert_eq!(host(ours), None, "{ours}");
        }
        for other in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8015", "", "[evil]"] {
            assert_eq!(host(other), Some(421), "{other}");
        }
        assert_eq!(status(Method::GET, "/", &[]), Some(400));
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let host = ("host", "127.0.0.1:8015");
        let asked = |path: &str, more: &[(&'static str, &str)]| status(Method::POST, path, &[&[host], more].concat());
        assert_eq!(asked("/api/v1/solve", &[]), None);
        assert_eq!(asked("/api/v1/solve", &[("origin", "http://127.0.0.1:8015")]), None);
        assert_eq!(asked("/api/v1/solve", &[("origin", "https://friend.example")]), None);
        for origin in ["http://127.0.0.1:8016", "https://evil.example", "null", "http://evil.example/127.0.0.1:8015"] {
            assert_eq!(asked("/api/v1/solve", &[("origin", origin)]), Some(403), "{origin}");
        }
        assert_eq!(asked("/api/v1/solve", &[("sec-fetch-site", "cross-site")]), Some(403));
        assert_eq!(asked("/api/v1/solve", &[("sec-fetch-site", "same-origin")]), None);
        let link = [host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert_eq!(status(Method::GET, "/", &link), None);
        assert_eq!(status(Method::GET, "/api/v1/puzzles", &link), Some(403));
        assert_eq!(status(Method::POST, "/", &link), Some(403));
    }
}
