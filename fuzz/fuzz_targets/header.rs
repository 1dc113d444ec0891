//! Values of mirrored header fields, against a decoder of its own.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| snodo_fuzz_bodies::header(data));
