//! The computer's remarks during a game: keys of texts, so that each page shows them in its own language.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A remark of the computer's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Remark {
    /// The text's name: `remark-<kind>-<n>`.
    pub key: String,
    /// What the text speaks of.
    #[serde(default)]
    pub args: BTreeMap<String, String>,
}
