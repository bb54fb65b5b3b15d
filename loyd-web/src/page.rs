//! The page. Its files are embedded, bundled and compressed once, and have entity tags that depend on their content.

mod bundle;
mod compact;

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
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

use self::bundle::bundle;
use self::compact::compact;
use crate::problem::Problem;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// The start of the page.
const INDEX: &str = "index.html";

/// The script that the start of the page names. It imports the others.
const SCRIPT: &str = "main.js";

/// The first sheet of styles that the start of the page names. The others are sent in it.
const STYLES: &str = "style.css";

/// The element that names a sheet of styles, up to its path.
const SHEET: &str = "<link rel=\"stylesheet\" href=\"./";

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

/// The files as they are sent. They are few, because each costs a request.
fn assets() -> &'static HashMap<String, Asset> {
    static ASSETS: OnceLock<HashMap<String, Asset>> = OnceLock::new();
    ASSETS.get_or_init(|| {
        let files = files(&FILES);
        let (code, others): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(path, _)| path.ends_with(".js") || path.ends_with(".css"));
        let text = |content| std::str::from_utf8(content).expect("the files of the page are text");
        let code: BTreeMap<_, _> = code.into_iter().map(|(path, content)| (path, compact(text(content)))).collect();
        let mut sent: Vec<(String, Bytes)> = Vec::new();
        for (path, content) in others {
            if path == INDEX {
                let (page, sheets) = with_one_sheet(text(content));
                let styles: String = sheets.iter().map(|&sheet| &code[sheet][..]).collect();
                sent.extend([(INDEX.into(), page.into()), (STYLES.into(), styles.into())]);
            } else {
                sent.push((path.into(), Bytes::from_static(content)));
            }
        }
        sent.extend(bundle(&code, SCRIPT).into_iter().map(|(path, text)| (path, text.into())));
        sent.into_iter().map(|(path, content)| (path.clone(), Asset::new(&path, content))).collect()
    })
}

/// The files of a folder and of the folders in it.
fn files(dir: &'static Dir<'static>) -> Vec<(&'static str, &'static [u8])> {
    let own = dir.files().filter_map(|file| Some((file.path().to_str()?, file.contents())));
    dir.dirs().flat_map(files).chain(own).collect()
}

/// The path of the sheet of styles that a line of the start of the page names.
fn sheet_of(line: &str) -> Option<&str> {
    line.trim().strip_prefix(SHEET)?.split('"').next()
}

/// The start of the page with its first sheet of styles alone, and the paths of all of its sheets.
fn with_one_sheet(text: &str) -> (String, Vec<&str>) {
    let kept = text.lines().filter(|line| sheet_of(line).is_none_or(|sheet| sheet == STYLES));
    (kept.flat_map(|line| [line, "\n"]).collect(), text.lines().filter_map(sheet_of).collect())
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
    send(INDEX, &headers)
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
        assert!(sent > 0 && sent < 125_000, "{sent}");
    }

    fn scripts() -> impl Iterator<Item = (&'static str, &'static str)> {
        let scripts = files(&FILES).into_iter().filter(|(path, _)| path.ends_with(".js"));
        scripts.map(|(path, content)| (path, std::str::from_utf8(content).unwrap()))
    }

    /// A text in backquotes that runs over several lines may look like a comment, so the page has no such lines.
    #[test]
    fn no_text_of_several_lines_looks_like_a_comment() {
        for (path, script) in scripts() {
            let mut is_text = false;
            for line in script.lines() {
                let looks_so = ["//", "/*", "*"].iter().any(|start| line.trim().starts_with(start));
                assert!(!(is_text && looks_so), "{path}: {line}");
                // Comments have quoted words, too.
                is_text ^= !looks_so && line.matches('`').count() % 2 == 1;
            }
            assert!(!is_text, "{path}");
        }
    }

    /// The bundle refuses other syntax as well; it does not read inside of functions.
    #[test]
    fn scripts_have_only_what_a_bundle_keeps() {
        for (path, script) in scripts() {
            for line in script.lines() {
                assert!(!line.contains("import.meta"), "{path}: {line}");
                // A module of a bundle is no async function.
                assert!(!(line.starts_with("const ") && line.contains("= await ")), "{path}: {line}");
                // An exported name has one value.
                assert!(!line.starts_with("let ") || !script.contains("\nexport { "), "{path}: {line}");
            }
        }
        let sent = assets().keys().filter(|path| path.ends_with(".js"));
        assert_eq!(sent.count(), 2, "the page, and what it imports later");
    }

    #[test]
    fn every_sheet_of_styles_is_sent() {
        let index = FILES.get_file(INDEX).and_then(|file| file.contents_utf8()).unwrap();
        let (page, sheets) = with_one_sheet(index);
        assert!(page.contains(STYLES) && !page.contains("panels.css"));
        for (path, _) in files(&FILES).into_iter().filter(|(path, _)| path.ends_with(".css")) {
            assert!(sheets.contains(&path), "{path}");
        }
    }

    #[test]
    fn files_have_a_type() {
        for (path, asset) in assets() {
            assert_ne!(asset.media, "application/octet-stream", "{path}");
        }
    }
}
