//! Newline framing under any split, and sealing.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| snodo_fuzz_bodies::lines(data));
