//! The page. Its files are embedded, compressed once, and have entity tags that depend on their content.

mod compact;

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::sync::OnceLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};

use self::compact::compact;
use crate::problem::Problem;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// An environment variable for developers of the page: a debug build serves the current files of this folder.
const FRESH: &str = "LOYD_PAGE_DIR";

/// A file of the page with its headers, plain and compressed.
#[derive(Clone)]
struct Asset {
    media: &'static str,
    tag: HeaderValue,
    plain: Bytes,
    zipped: Bytes,
}

impl Asset {
    fn new(path: &str, content: Bytes) -> Asset {
        let content = match std::str::from_utf8(&content) {
            Ok(text) if path.ends_with(".js") || path.ends_with(".css") => compact(text).into(),
            _ => content,
        };
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        let tag = HeaderValue::from_str(&format!("\"{:016x}\"", hasher.finish()));
        let mut zip = GzEncoder::new(Vec::new(), Compression::best());
        let zipped = zip.write_all(&content).and_then(|()| zip.finish());
        Asset {
            media: media(path),
            tag: tag.expect("digits are a header"),
            plain: content,
            zipped: zipped.expect("a list takes all").into(),
        }
    }
}

fn media(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

fn assets() -> &'static HashMap<&'static str, Asset> {
    static ASSETS: OnceLock<HashMap<&'static str, Asset>> = OnceLock::new();
    fn list(dir: &'static Dir<'static>, into: &mut HashMap<&'static str, Asset>) {
        for file in dir.files() {
            if let Some(path) = file.path().to_str() {
                into.insert(path, Asset::new(path, Bytes::from_static(file.contents())));
            }
        }
        dir.dirs().for_each(|dir| list(dir, into));
    }
    ASSETS.get_or_init(|| {
        let mut assets = HashMap::new();
        list(&FILES, &mut assets);
        assets
    })
}

fn asset(path: &str) -> Option<Asset> {
    if cfg!(debug_assertions)
        && let Some(folder) = std::env::var_os(FRESH)
    {
        // Only paths inside the folder are read.
        let inside = path.split('/').all(|part| !part.starts_with('.') && !part.is_empty());
        let content = std::fs::read(std::path::Path::new(&folder).join(path)).ok().filter(|_| inside)?;
        return Some(Asset::new(path, content.into()));
    }
    assets().get(path).cloned()
}

/// Sends the start of the page.
pub async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    send("index.html", &headers)
}

/// Sends a file of the page.
pub async fn file(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    if path.starts_with("api/") {
        return Err(Problem::nowhere());
    }
    send(&path, &headers)
}

fn send(path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let Some(asset) = asset(path) else {
        return Err(Problem::new(StatusCode::NOT_FOUND, "file", "there is no such file"));
    };
    let lists = |name, value: &str| {
        let given = headers.get(name).and_then(|given: &HeaderValue| given.to_str().ok()).unwrap_or_default();
        given.split(',').any(|one| one.split(';').next().unwrap_or_default().trim() == value)
    };
    let common = [
        (header::ETAG, asset.tag.clone()),
        // Names stay the same between versions, so the client asks each time, and gets the file only if it has changed.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if lists(header::IF_NONE_MATCH, asset.tag.to_str().unwrap_or_default()) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let mut response = if lists(header::ACCEPT_ENCODING, "gzip") {
        let mut response = (common, asset.zipped).into_response();
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response
    } else {
        (common, asset.plain).into_response()
    };
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.media));
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page with all its files is small when compressed.
    #[test]
    fn the_page_is_small() {
        let sent: usize = assets().values().map(|asset| asset.zipped.len()).sum();
        assert!(sent > 0 && sent < 150_000, "{sent}");
    }

    /// A text in backquotes that runs over several lines may look like a comment, so the page has no such lines.
    #[test]
    fn no_text_of_several_lines_looks_like_a_comment() {
        let mut dirs = vec![&FILES];
        while let Some(dir) = dirs.pop() {
            dirs.extend(dir.dirs());
            for file in dir.files().filter(|file| file.path().extension().is_some_and(|ending| ending == "js")) {
                let mut is_text = false;
                for line in file.contents_utf8().unwrap().lines() {
                    let looks_so = ["//", "/*", "*"].iter().any(|start| line.trim().starts_with(start));
                    assert!(!(is_text && looks_so), "{}: {line}", file.path().display());
                    // Comments have quoted words, too.
                    is_text ^= !looks_so && line.matches('`').count() % 2 == 1;
                }
                assert!(!is_text, "{}", file.path().display());
            }
        }
    }

    #[test]
    fn files_have_a_type() {
        for (path, asset) in assets() {
            assert_ne!(asset.media, "application/octet-stream", "{path}");
        }
    }
}
