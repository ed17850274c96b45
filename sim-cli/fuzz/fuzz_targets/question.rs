#![no_main]
//! Feeds arbitrary bytes to [`goldrush_fuzz::question`].

libfuzzer_sys::fuzz_target!(|data: &[u8]| goldrush_fuzz::question(data));
