//! Output of results, for people and for machines.

// A page needs no server, and nothing that only the command line does.
#![cfg_attr(target_arch = "wasm32", allow(dead_code))]

pub mod answer;
pub mod by_agent;
pub mod cell;
pub mod content;
pub mod document;
pub mod effects;
pub mod fault_report;
pub mod figure;
pub mod ledger;
pub mod number;
pub mod schedule;
pub mod standings;
pub mod words;
pub mod wrap;

/// Checks that the example of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
