//! A process that has no more descriptors.

use crate::child::{Process, answered, call};

/// Those who were accepted are served, and so is the next one once there is a descriptor for it.
#[test]
fn it_pauses_and_goes_on() {
    let process = Process::with("DESCRIPTORS", "20");
    // Some of these are in the backlog only.
    let mut streams: Vec<_> = (0..40).map(|_| process.connect()).collect();
    call(&streams[0], "quick");
    assert_eq!(answered(&streams[0]), "HTTP/1.1 200 OK");
    let last = streams.pop().unwrap();
    call(&last, "quick");
    call(&streams[0], "quick");
    assert_eq!(answered(&streams[0]), "HTTP/1.1 200 OK");
    drop(streams);
    assert_eq!(answered(&last), "HTTP/1.1 200 OK");
}
