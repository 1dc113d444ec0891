//! The filter of a subscription: what is taken of it, and what it allows.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| snodo_fuzz_bodies::filter(data));
