//! The strict JSON reader and the writer, against serde_json.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| snodo_fuzz_bodies::json(data));
