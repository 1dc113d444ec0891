//! The engine from bytes to frames, with tools of every behaviour.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| snodo_fuzz_bodies::execute(data));
