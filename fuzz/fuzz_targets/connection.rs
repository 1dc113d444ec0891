//! Bytes in, bytes out: the machine and the endpoint together.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| snodo_fuzz_bodies::connection(data));
