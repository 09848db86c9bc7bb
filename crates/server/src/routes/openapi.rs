//! The OpenAPI document. What routes and types declare is completed here by the bounds that are checked and the
//! refusals that many requests share.

use std::sync::LazyLock;

use axum::Json;
use estopim_protocol::bounds;
use estopim_protocol::rest::{ErrorBody, ResultFilter};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

/// The document before it is complete.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Estopim",
        description = "Five games on the chess board. Live games go through the WebSocket at /ws.",
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later")
    ),
    paths(
        super::me::me,
        super::me::rename,
        super::games::list,
        super::games::create,
        super::games::view,
        super::games::join,
        super::games::send_in,
        super::games::pgn,
        super::games::fen,
        super::games::chat,
        super::report::ask,
        super::report::view,
        super::lobby::lobby,
        super::accounts::list,
        super::accounts::create,
        super::accounts::revoke,
        super::accounts::bots,
        super::accounts::challenge,
        super::accounts::answered,
        super::accounts::accept,
        super::accounts::decline,
        super::tables::list,
        super::tables::open,
        super::tables::act,
        super::position::variants,
        super::position::look,
        super::networks::network,
        super::health::healthz,
        super::health::readyz,
        super::health::metrics
    ),
    components(schemas(ErrorBody, ResultFilter))
)]
struct Document;

/// The document as JSON.
pub async fn document() -> Json<&'static Value> {
    static COMPLETE: LazyLock<Value> = LazyLock::new(complete);
    Json(&COMPLETE)
}

fn complete() -> Value {
    let mut document =
        serde_json::to_value(Document::openapi()).expect("a document can be written as JSON");
    for (schema, more) in schemas() {
        add(&mut document, &format!("/components/schemas/{schema}"), more);
    }
    for (name, more) in list_parameters() {
        let parameters =
            object(&mut document, "/paths/~1api~1games/get")["parameters"].as_array_mut();
        let mut named = parameters.into_iter().flatten();
        let parameter = named.find(|parameter| parameter["name"] == name);
        extend(parameter.expect("the list has this parameter"), more);
    }
    let (shortest, longest) = bounds::OFFLINE_KEY.into_inner();
    let key =
        json!({ "type": "string", "pattern": format!("^[A-Za-z0-9]{{{shortest},{longest}}}$") });
    add(
        &mut document,
        "/paths/~1api~1offline-games~1{key}/put/parameters/0",
        json!({ "schema": key }),
    );
    let own: Vec<String> = object(&mut document, "/paths").keys().cloned().collect();
    let paths = object(&mut document, "/paths");
    for (path, method, operation) in super::api::openapi::paths() {
        let item = paths.entry(path).or_insert_with(|| json!({}));
        item[method] = operation;
    }
    for (path, item) in paths.iter_mut().filter(|(path, _)| own.contains(path)) {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let has_body = operation.get("requestBody").is_some();
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let has_arguments = parameters.into_iter().any(|parameter| parameter["in"] == "query");
            add(operation, "/responses", refusals(path, method, has_body, has_arguments));
        }
    }
    let components = object(&mut document, "/components");
    components.insert(
        "securitySchemes".to_owned(),
        json!({ "token": { "type": "http", "scheme": "bearer" } }),
    );
    document
}

/// What is checked of the parts of a request. Parts that nobody knows are refused.
fn schemas() -> Vec<(&'static str, Value)> {
    let range = |range: std::ops::RangeInclusive<u32>| json!({ "minimum": range.start(), "maximum": range.end() });
    let closed = || json!({ "additionalProperties": false });
    let (shortest, longest) = bounds::NICKNAME.into_inner();
    let (weakest, strongest) = bounds::LEVELS.into_inner();
    vec![
        ("TimeControl/oneOf/0", closed()),
        ("TimeControl/oneOf/0/properties/seconds", range(bounds::SECONDS_PER_MOVE)),
        ("TimeControl/oneOf/1", closed()),
        ("TimeControl/oneOf/1/properties/baseSeconds", range(bounds::BASE_SECONDS)),
        ("TimeControl/oneOf/1/properties/incrementSeconds", range(bounds::INCREMENT_SECONDS)),
        ("TimeControl/oneOf/2", closed()),
        ("Opponent/oneOf/0", closed()),
        ("Opponent/oneOf/0/properties/level", json!({ "minimum": weakest, "maximum": strongest })),
        ("Opponent/oneOf/1", closed()),
        ("Opponent/oneOf/2", closed()),
        ("Opponent/oneOf/3", closed()),
        ("NewGame", closed()),
        ("NewGame/properties/setup", json!({ "maxLength": bounds::MAX_SETUP })),
        ("OfflineOpponent/oneOf/0", closed()),
        (
            "OfflineOpponent/oneOf/0/properties/level",
            json!({ "minimum": weakest, "maximum": strongest }),
        ),
        ("OfflineOpponent/oneOf/1", closed()),
        ("OfflineEnd/oneOf/0", closed()),
        ("OfflineEnd/oneOf/1", closed()),
        ("OfflineGame", closed()),
        ("OfflineGame/properties/setup", json!({ "maxLength": bounds::MAX_SETUP })),
        (
            "OfflineGame/properties/moves",
            json!({ "minItems": 1, "maxItems": bounds::MAX_OFFLINE_PLIES }),
        ),
        ("PositionQuery", closed()),
        ("PositionQuery/properties/fen", json!({ "maxLength": bounds::MAX_SETUP })),
        ("PositionQuery/properties/moves", json!({ "maxItems": bounds::MAX_MOVES })),
        ("SetNickname", closed()),
        ("SetNickname/properties/nickname", json!({ "minLength": shortest, "maxLength": longest })),
    ]
}

/// What is checked of the arguments of the list of games.
fn list_parameters() -> [(&'static str, Value); 2] {
    let (min, max) = bounds::PAGE.into_inner();
    let limit = json!({ "type": "integer", "minimum": min, "maximum": max, "default": bounds::DEFAULT_PAGE });
    [
        ("mine", json!({ "schema": { "type": "integer", "enum": [1] } })),
        ("limit", json!({ "schema": limit })),
    ]
}

/// The refusals that follow from what kind of request it is.
fn refusals(path: &str, method: &str, has_body: bool, has_arguments: bool) -> Value {
    let is_of_a_game = path.contains("{id}");
    let is_sent_in = path.starts_with("/api/offline-games");
    let asks_the_store = path.starts_with("/api/games")
        || is_sent_in
        || path.starts_with("/api/bots")
        || path.starts_with("/api/tokens")
        || path.starts_with("/api/tables")
        || matches!(path, "/api/me" | "/api/lobby" | "/healthz");
    let rows = [
        (400, has_body || has_arguments, "The request makes no sense."),
        (403, method != "get", "A page of somebody else asks."),
        (404, is_of_a_game, "There is no such game."),
        (404, is_sent_in, "There is no key in the address."),
        (404, path.contains('{') && !is_of_a_game && !is_sent_in, "There is no such thing."),
        (408, has_body, "The body did not arrive in time."),
        (413, has_body, "The body is too large."),
        (429, true, "Too much is asked from this address; wait a moment."),
        (500, asks_the_store, "The server failed; it has written down why."),
        (
            503,
            is_of_a_game
                || is_sent_in
                || path == "/api/games"
                || path.starts_with("/api/t")
                || path.starts_with("/api/bots"),
            "The server is busy; try again in a moment.",
        ),
    ];
    let body =
        json!({ "application/json": { "schema": { "$ref": "#/components/schemas/ErrorBody" } } });
    let given = rows.into_iter().filter(|(_, is_given, _)| *is_given);
    let responses = given.map(|(status, _, description)| {
        (status.to_string(), json!({ "description": description, "content": body }))
    });
    Value::Object(responses.collect())
}

/// An object of the document.
fn object<'a>(document: &'a mut Value, pointer: &str) -> &'a mut Map<String, Value> {
    let found = document.pointer_mut(pointer).and_then(Value::as_object_mut);
    found.unwrap_or_else(|| panic!("the document has no object at {pointer}"))
}

/// Adds to an object of the document.
fn add(document: &mut Value, pointer: &str, more: Value) {
    let found = document.pointer_mut(pointer);
    extend(found.unwrap_or_else(|| panic!("the document has nothing at {pointer}")), more);
}

fn extend(value: &mut Value, more: Value) {
    if let (Some(object), Value::Object(more)) = (value.as_object_mut(), more) {
        object.extend(more);
    }
}
