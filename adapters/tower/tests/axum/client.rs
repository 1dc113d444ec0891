//! A peer that sends and expects literal bytes.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// What takes longer than this never comes: the test fails instead of hanging.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Client(TcpStream);

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        Client(stream)
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.write_all(bytes.as_ref()).unwrap();
    }

    /// Reads these bytes, apart from the `date` field of a head.
    #[track_caller]
    pub(crate) fn expect(&mut self, expected: impl AsRef<str>) {
        let expected = expected.as_ref();
        let mut answer = if expected.starts_with("HTTP/1.1 ") { self.head() } else { String::new() };
        let mut rest = vec![0; expected.len().saturating_sub(answer.len())];
        self.0.read_exact(&mut rest).unwrap();
        answer.push_str(str::from_utf8(&rest).unwrap());
        assert_eq!(answer, expected);
    }

    /// Reads a head, without its date.
    #[track_caller]
    pub(crate) fn head(&mut self) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            self.0.read_exact(&mut byte).unwrap();
            head.extend(byte);
        }
        let head = String::from_utf8(head).unwrap();
        let lines = head.split_inclusive("\r\n").filter(|line| !line.starts_with("date: "));
        lines.collect()
    }
}
