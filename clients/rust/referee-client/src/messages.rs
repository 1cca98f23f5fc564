//! The messages of the wire, generated from the `.proto` files by `build.rs`.

#![allow(missing_docs, clippy::all, clippy::pedantic)]

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

pub use referee::{games, v1};
