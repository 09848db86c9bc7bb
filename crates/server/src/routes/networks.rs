//! The networks of the engine that runs in the page: the files that are part of the program, compressed once.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use estopim_engine::EvalSource;
use estopim_protocol::rest::ErrorBody;
use estopim_rules::Variant;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::encoding::Encoding;
use crate::error::Error;

/// A page asks each time whether its copy is still right, which takes a few bytes.
const KEEP: &str = "no-cache";

/// The network of a game, as the engine in the page reads it.
#[utoipa::path(
    get, path = "/api/networks/{variant}",
    params(("variant" = estopim_protocol::Variant, Path, description = "Of which game")),
    responses((status = 200, content_type = "application/octet-stream"), (status = 304, description = "The copy is right"), (status = 404, body = ErrorBody))
)]
pub async fn network(Path(variant): Path<String>, headers: HeaderMap) -> Result<Response, Error> {
    let variant = Variant::ALL.into_iter().find(|game| game.id() == variant);
    let (file, fingerprint) =
        variant.and_then(EvalSource::network_file).ok_or_else(Error::nothing)?;
    let tag = format!("\"{fingerprint:016x}\"");
    let common = [(CACHE_CONTROL, KEEP), (ETAG, &*tag), (VARY, "accept-encoding")];
    let mut known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    if known.any(|tags| tags.contains(&tag)) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let kind = [(CONTENT_TYPE, "application/octet-stream")];
    if !Encoding::Gzip.is_taken(&headers) {
        return Ok((common, kind, Body::from(Bytes::from_static(file))).into_response());
    }
    let packed = tokio::task::spawn_blocking(move || compressed(fingerprint, file)).await;
    let packed = packed.expect("compression does not panic");
    let encoding = [(CONTENT_ENCODING, Encoding::Gzip.name())];
    Ok((common, kind, encoding, Body::from(packed)).into_response())
}

/// The file compressed; who comes first waits for it.
fn compressed(fingerprint: u64, file: &'static [u8]) -> Bytes {
    static KEPT: Mutex<Option<HashMap<u64, Bytes>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    let packed = kept.entry(fingerprint).or_insert_with(|| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(file).expect("memory takes every byte");
        encoder.finish().expect("memory takes every byte").into()
    });
    packed.clone()
}
