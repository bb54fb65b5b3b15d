//! The files of the page as they are sent.

use super::Running;

#[test]
fn files_are_sent_once() {
    let server = Running::new();
    let page = server.client().get("/");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.text().starts_with("<!doctype html>"));
    let tag = page.header("etag").unwrap().to_string();
    let again = server.client().ask("GET", "/", &[("if-none-match", &tag)], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    let zipped = server.client().ask("GET", "/main.js", &[("accept-encoding", "br, gzip")], b"");
    assert_eq!(zipped.header("content-encoding"), Some("gzip"));
    assert_eq!(zipped.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert!(zipped.body.len() < server.client().get("/main.js").body.len());
}

/// Every file that the page names exists, and is on this server.
#[test]
fn the_page_names_nothing_foreign() {
    let server = Running::new();
    let page = server.client().get("/").text();
    let mut named = 0;
    for attribute in ["src=\"", "href=\""] {
        for part in page.split(attribute).skip(1) {
            let path = part.split('"').next().unwrap();
            if path.starts_with('#') {
                continue;
            }
            let path = path.strip_prefix('.').unwrap_or_else(|| panic!("{path} is not relative"));
            assert_eq!(server.client().get(path).status, 200, "{path}");
            named += 1;
        }
    }
    assert!(named >= 3 && !page.contains("style=\""), "{named}");
}
