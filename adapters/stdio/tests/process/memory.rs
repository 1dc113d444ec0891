//! Memory that does not grow with what arrives.
#![cfg(target_os = "linux")]

use std::io::Write as _;

use crate::child::{Fixture, echo, text};

/// In KiB: the program itself, unoptimized, and every buffer full.
const BOUND: usize = 32 * 1024;

#[test]
fn a_line_without_end_is_not_kept() {
    let mut fixture = Fixture::start(&[]);
    for _ in 0..64 {
        fixture.stdin.as_mut().unwrap().write_all(&[b'x'; 1 << 20]).unwrap();
    }
    fixture.send(&("\n".to_owned() + &echo(1)));
    assert!(fixture.line().contains("-32600"));
    assert_eq!(fixture.line(), text(1, "hi"));
    let peak = fixture.status("VmHWM");
    assert!(peak < BOUND, "{peak} KiB");
    assert_eq!(fixture.finish().0, Some(0));
}

#[test]
fn eighty_thousand_pipelined_calls_are_not_kept() {
    let mut fixture = Fixture::start(&[]);
    let mut stdin = fixture.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let batch = echo(1).repeat(100);
        for _ in 0..800 {
            stdin.write_all(batch.as_bytes()).unwrap();
        }
        stdin
    });
    for _ in 0..80_000 {
        assert_eq!(fixture.line(), text(1, "hi"));
    }
    let stdin = writer.join().unwrap();
    let peak = fixture.status("VmHWM");
    assert!(peak < BOUND, "{peak} KiB");
    drop(stdin);
    assert_eq!(fixture.finish().0, Some(0));
}
