//! Sealed request state: what opens, and that nothing else does.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| snodo_fuzz_bodies::seal(data));
