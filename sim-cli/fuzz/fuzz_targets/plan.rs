#![no_main]
//! Feeds arbitrary bytes to [`goldrush_fuzz::plan`].

libfuzzer_sys::fuzz_target!(|data: &[u8]| goldrush_fuzz::plan(data));
