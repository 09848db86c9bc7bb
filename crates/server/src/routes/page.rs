//! The web page, built into the program. Every address without a dot shows it, for it finds its own way.

use std::convert::Infallible;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use tower::{ServiceBuilder, service_fn};
use tower_http::compression::CompressionLayer;

use crate::error::Error;

/// What `make web` has built; nothing, if it has not been run.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// Shown when the page has not been built in.
const UNBUILT: &str = "<!doctype html><meta charset=utf-8><title>Estopim</title>\
    <p>The page has not been built into this program: run <code>make web</code> and build it again.\
    <p>A página não foi incluída neste programa: rode <code>make web</code> e compile de novo.";

/// Serves the page's files, compressed for those who can take it.
pub fn service()
-> impl tower::Service<Request, Response = impl IntoResponse, Error = Infallible, Future = impl Send>
+ Clone
+ Send
+ Sync
+ 'static {
    ServiceBuilder::new()
        .layer(CompressionLayer::new())
        .service(service_fn(|request: Request| async move { Ok::<_, Infallible>(file(&request)) }))
}

fn file(request: &Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Error::nothing().into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    if let Some(file) = Files::get(path) {
        // Names of assets change with their contents.
        let keep = if path.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        let kind = mime_guess::from_path(path).first_or_octet_stream();
        return answer(kind.as_ref(), keep, file.data.into_owned());
    }
    let names_a_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if names_a_file {
        return Error::nothing().into_response();
    }
    let index = Files::get("index.html");
    let html = index.map_or_else(|| UNBUILT.as_bytes().to_vec(), |index| index.data.into_owned());
    // It comes with a session, which is for one reader.
    answer("text/html; charset=utf-8", "private, no-cache", html)
}

fn answer(kind: &str, keep: &'static str, bytes: Vec<u8>) -> Response {
    let mut response = (StatusCode::OK, Body::from(bytes)).into_response();
    let headers = response.headers_mut();
    if let Ok(kind) = HeaderValue::from_str(kind) {
        headers.insert(CONTENT_TYPE, kind);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    response
}
