//! The MCP endpoint, from a head and a body.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| snodo_fuzz_bodies::endpoint(data));
