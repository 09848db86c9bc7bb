//! What server and clients say to each other, as JSON.
//!
//! Read the modules in this order: the words of the games ([`words`]), how much may be asked for
//! ([`bounds`]), why something is refused
//! ([`reason`]), what a board looks like to somebody who knows no rules ([`position`]), the moves that
//! people type ([`typed`]), where a game begins ([`start`]) and what may be wrong with that ([`fault`]), a whole game
//! ([`game`]), the computer's remarks ([`remark`]), the report of a finished game ([`report`]), what a socket carries ([`client`], [`server`]),
//! what is asked once ([`rest`]), classes of children ([`class`]), the tables of programs ([`tables`]), their accounts ([`accounts`]), and the same types for the web page ([`typescript`]).
//!
//! A client needs few rules: what was played and what exploded, results and reasons are all sent. What may be played is
//! answered at `/api/position`; the page asks its own rules, which answer alike.
#![forbid(unsafe_code)]

pub mod words;
pub mod bounds;
pub mod reason;
pub mod position;
pub mod typed;
pub mod start;
pub mod fault;
pub mod game;
pub mod remark;
pub mod report;
pub mod client;
pub mod server;
pub mod rest;
pub mod class;
pub mod tables;
pub mod accounts;
mod look;
pub mod typescript;

pub use client::ClientMessage;
pub use fault::{Fault, FaultCode};
pub use game::{
    Author, ChatLine, ClocksView, EndReason, GameStatus, GameView, InfractionKind, InfractionsView,
    OfferKind, Offers, OutcomeView, Player, Players, Seat, TimeControl,
};
pub use position::{Castling, ExplodedPiece, LegalMove, LivePosition, PlayedMove, PositionView};
pub use reason::{Reason, ReasonCode};
pub use remark::Remark;
pub use report::GameReport;
pub use server::{ServerMessage, apply_lobby_change};
pub use typed::{PieceLetters, read_move, read_move_with};
pub use words::{Color, Piece, Role, Square, Variant};
