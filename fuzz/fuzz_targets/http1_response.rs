//! The client role of the HTTP/1.1 machine, under any split.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| snodo_fuzz_bodies::http1_response(data));
