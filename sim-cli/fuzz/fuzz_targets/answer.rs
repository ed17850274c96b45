#![no_main]
//! Feeds arbitrary bytes to [`goldrush_fuzz::answer`].

libfuzzer_sys::fuzz_target!(|data: &[u8]| goldrush_fuzz::answer(data));
