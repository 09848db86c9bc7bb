//! The web page, embedded in the program. Every path without a dot returns it, because it routes by itself; where it
//! has nothing to show the status is 404.

use std::borrow::Cow;
use std::convert::Infallible;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use estopim_rules::Variant;
use rust_embed::RustEmbed;
use tower::service_fn;

use super::encoding::Encoding;
use crate::error::Error;

/// What `make web` has built, with the compressed forms of each file beside it; nothing, if it has not been run.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// The page.
const INDEX: &str = "index.html";
/// The page of a child in a class, at `/j`.
const CHILD: &str = "child.html";

/// Every page there is. Its router has the same list (`web/src/router.svelte.ts`).
const PAGES: [&str; 22] = [
    "/",
    "/game/{id}",
    "/offline/{id}",
    "/report/{id}",
    "/games",
    "/computers",
    "/learn",
    "/learn/{lesson}",
    "/rules",
    "/rules/{variant}",
    "/analysis",
    "/analysis/{variant}",
    "/about",
    "/class",
    "/class/{id}",
    "/wall/{id}",
    "/class-data",
    "/j",
    "/j/{id}",
    "/bots",
    "/bots/write",
    "/tables",
];

/// Every lesson there is, as the router has them.
const LESSONS: [&str; 15] = [
    "rook",
    "bishop",
    "queen",
    "king",
    "knight",
    "pawn",
    "promotion",
    "checkmate",
    "castling",
    "enpassant",
    "explosion",
    "kingblast",
    "strict",
    "simple",
    "pawns",
];

/// Shown when the page has not been built in.
const UNBUILT: &str = "<!doctype html><meta charset=utf-8><title>Estopim</title>\
    <p>The page has not been built into this program: run <code>make web</code> and build it again.\
    <p>A página não foi incluída neste programa: rode <code>make web</code> e compile de novo.";

/// Serves the page's files, compressed for those who take that. They were compressed when the page was built.
pub fn service()
-> impl tower::Service<Request, Response = impl IntoResponse, Error = Infallible, Future = impl Send>
+ Clone
+ Send
+ Sync
+ 'static {
    service_fn(|request: Request| async move { Ok::<_, Infallible>(file(&request)) })
}

/// Whether a path names a file of the page.
pub fn is_file(path: &str) -> bool {
    Sent::plain(path.trim_start_matches('/')).is_some()
}

/// The bytes of a file in one of its forms.
struct Sent {
    bytes: Cow<'static, [u8]>,
    encoding: Option<Encoding>,
}

impl Sent {
    /// A file as it is. A compressed form has no address of its own.
    fn plain(name: &str) -> Option<Self> {
        let is_form = Encoding::ALL.into_iter().any(|encoding| name.ends_with(encoding.ending()));
        let file = Files::get(name).filter(|_| !is_form)?;
        Some(Self { bytes: file.data, encoding: None })
    }

    /// A file in the smallest form that the client takes.
    fn smallest(name: &str, headers: &HeaderMap) -> Option<Self> {
        let plain = Self::plain(name)?;
        let form = |encoding: Encoding| {
            let file = Files::get(&format!("{name}{}", encoding.ending()))?;
            Some(Self { bytes: file.data, encoding: Some(encoding) })
        };
        let mut taken = Encoding::ALL.into_iter().filter(|encoding| encoding.is_taken(headers));
        Some(taken.find_map(form).unwrap_or(plain))
    }
}

fn file(request: &Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Error::nothing().into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    // The page has an address of its own.
    if let Some(file) =
        Sent::smallest(path, request.headers()).filter(|_| path != INDEX && path != CHILD)
    {
        // Names of assets change with their contents.
        let keep = if path.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        let kind = mime_guess::from_path(path).first_or_octet_stream();
        return answer(StatusCode::OK, kind.as_ref(), keep, file);
    }
    let names_a_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if names_a_file {
        return Error::nothing().into_response();
    }
    let unbuilt = || Sent { bytes: UNBUILT.as_bytes().into(), encoding: None };
    let is_child = path == "j" || path.starts_with("j/");
    let index = if is_child { CHILD } else { INDEX };
    let html = Sent::smallest(index, request.headers()).unwrap_or_else(unbuilt);
    let status = if is_page(path) { StatusCode::OK } else { StatusCode::NOT_FOUND };
    // It sets a session cookie, so it must not be shared by caches.
    answer(status, "text/html; charset=utf-8", "private, no-cache", html)
}

/// Whether the page has a route for a path, as `routeOf` of its router.
fn is_page(path: &str) -> bool {
    let parts = |path: &'static str| path.split('/').filter(|part| !part.is_empty());
    let asked: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    PAGES.into_iter().any(|page| {
        parts(page).count() == asked.len()
            && parts(page).zip(&asked).all(|(wanted, &found)| match wanted {
                "{id}" => is_game_id(found),
                "{lesson}" => LESSONS.contains(&found),
                "{variant}" => Variant::ALL.into_iter().any(|variant| variant.id() == found),
                word => word == found,
            })
    })
}

/// Whether it could be a game's id; the page finds out whether the game exists.
fn is_game_id(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    (1..=32).contains(&text.len()) && text.bytes().all(is_plain)
}

fn answer(status: StatusCode, kind: &str, keep: &'static str, file: Sent) -> Response {
    let body = match file.bytes {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    };
    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = file.encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    }
    if let Ok(kind) = HeaderValue::from_str(kind) {
        headers.insert(CONTENT_TYPE, kind);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    response
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_pages_are_those_of_the_router() {
        let router = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/router.svelte.ts");
        let router = std::fs::read_to_string(router).expect("the page's router is there");
        let list = |name: &str| {
            let (_, list) = router.split_once(&format!("export const {name} = [")).expect("a list");
            let (list, _) = list.split_once(']').expect("its end");
            let words = list.split(',').map(|word| word.trim().trim_matches('\''));
            words.filter(|word| !word.is_empty()).collect::<Vec<_>>()
        };
        assert_eq!(list("PAGES"), PAGES);
        assert_eq!(list("LESSONS"), LESSONS);
        // What fits the braces is said by both, too.
        assert!(router.contains("GAME_ID = /^[A-Za-z0-9_-]{1,32}$/"));
    }
}
