//! The game in a terminal: a full screen, and plain lines where there is none.
//!
//! Read the modules in this order. The data: the texts ([`texts`], [`words`]), time ([`clock`]), a game with its
//! players ([`session`]), what is typed ([`typed`]), what the computer finds ([`computer`]). The
//! screen: what it shows ([`model`] with [`menu`], [`play`], [`dialog`]), how it changes ([`update`] with [`input`]),
//! how it is drawn ([`view`] with [`layout`] and [`theme`]). Around it: files ([`kept`]), servers ([`online`]), the
//! terminal ([`screen`]), and the line mode ([`plain`]).
#![forbid(unsafe_code)]

pub mod texts;
pub mod words;
pub mod clock;
pub mod session;
pub mod typed;
pub mod computer;
pub mod settings;
pub mod theme;
pub mod layout;
pub mod input;
pub mod menu;
pub mod dialog;
pub mod play;
pub mod model;
pub mod update;
pub mod view;
pub mod online;
pub mod kept;
pub mod screen;
pub mod plain;
