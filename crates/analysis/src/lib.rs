//! What a game was like: how likely each side was to win after every move, which moves gave that away and why.
//!
//! Nothing here searches. Whoever can evaluate a position implements [`Evaluate`], and [`report()`] asks it about every
//! position of a game. A [`GameReport`] holds typed facts; the words for them are in `locales/`.
#![forbid(unsafe_code)]

pub mod evaluation;
pub mod win_probability;
pub mod fit;
pub mod accuracy;
pub mod label;
pub mod reason;
pub mod report;
pub mod annotate;

pub use accuracy::Phase;
pub use annotate::annotate;
pub use evaluation::{Evaluate, Evaluation, Question};
pub use label::Label;
pub use reason::Reason;
pub use report::{GameReport, PlyReport, ReportError, SideReport, report};
pub use win_probability::{Wdl, WinCurve};
