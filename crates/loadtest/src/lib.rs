//! Load on the web platform: many games at once, and how long a move takes from one player to the other;
//! and the same traffic against a bare echo server, which is as fast as this machine can be.
//!
//! [`client`] is one person, [`games`] what they play, [`drive`] all of them at once, [`figures`] what comes
//! out, [`echo`] the limit; [`reports`] is people who ask for reports meanwhile, [`hostile`] is people who play while the server is attacked.
#![forbid(unsafe_code)]

pub mod client;
pub mod games;
pub mod figures;
pub mod drive;
pub mod echo;
pub mod reports;
pub mod hostile;
