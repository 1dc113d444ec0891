//! Server-sent events under any split, against a reading of the whole stream.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| snodo_fuzz_bodies::sse(data));
