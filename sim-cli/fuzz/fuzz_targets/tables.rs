#![no_main]
//! Feeds arbitrary bytes to [`goldrush_fuzz::tables`].

libfuzzer_sys::fuzz_target!(|data: &[u8]| goldrush_fuzz::tables(data));
