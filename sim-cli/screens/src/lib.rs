//! Games with people on a screen: in full screen in a terminal, line by line, and in a browser.

// A page needs no server, and nothing that only the command line does.
#![cfg_attr(target_arch = "wasm32", allow(dead_code))]

pub mod plain;
#[cfg(not(target_arch = "wasm32"))]
pub mod tui;
pub mod web;

/// Checks that the example of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
