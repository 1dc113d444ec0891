//! A peer that sends and expects literal bytes.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

/// What takes longer than this never comes: the test fails instead of hanging.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Client<S = TcpStream> {
    pub(crate) stream: S,
    received: Vec<u8>,
}

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> Client {
        Client::new(TcpStream::connect(address).unwrap())
    }

    pub(crate) fn new(stream: TcpStream) -> Client {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Client { stream, received: Vec::new() }
    }

    /// Says no more, and still listens.
    pub(crate) fn end(&self) {
        self.stream.shutdown(Shutdown::Write).unwrap();
    }
}

impl<S: Read + Write> Client<S> {
    /// The same on top of what its bytes travel in.
    pub(crate) fn through<T>(self, travel: impl FnOnce(S) -> T) -> Client<T> {
        Client { stream: travel(self.stream), received: self.received }
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).unwrap();
        self.stream.flush().unwrap();
    }

    /// Reads these bytes, apart from the `date` field, which must be in every head.
    #[track_caller]
    pub(crate) fn expect(&mut self, expected: impl AsRef<str>) {
        let expected = expected.as_ref();
        let mut answer = String::new();
        if expected.starts_with("HTTP/1.1 ") {
            answer = self.head();
        }
        let body = expected.len().saturating_sub(answer.len());
        answer.push_str(&self.take(body));
        assert_eq!(answer, expected);
    }

    /// Reads a head, without its date.
    #[track_caller]
    pub(crate) fn head(&mut self) -> String {
        let end = loop {
            if let Some(end) = self.received.windows(4).position(|window| window == b"\r\n\r\n") {
                break end;
            }
            let more = self.receive() > 0;
            assert!(more, "no head but {:?}", String::from_utf8_lossy(&self.received));
        };
        let head = self.take(end + 4);
        if head == "HTTP/1.1 100 Continue\r\n\r\n" {
            return head;
        }
        let (before, after) = head.split_once("\r\ndate: ").unwrap();
        let (date, after) = after.split_once("\r\n").unwrap();
        assert_eq!((date.len(), &date[3..5], &date[25..]), (29, ", ", " GMT"), "{date}");
        format!("{before}\r\n{after}")
    }

    /// Nothing more comes, and the connection ends in good order.
    #[track_caller]
    pub(crate) fn expect_end(&mut self) {
        while self.receive() > 0 {}
        assert_eq!(String::from_utf8_lossy(&self.received), "");
    }

    /// The connection ends, in good order or not, whatever came before.
    #[track_caller]
    pub(crate) fn expect_gone(&mut self) {
        let mut buffer = [0; 65_536];
        loop {
            match self.stream.read(&mut buffer) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return,
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Reads so many bytes, or what there is until the end.
    #[track_caller]
    pub(crate) fn take(&mut self, count: usize) -> String {
        while self.received.len() < count && self.receive() > 0 {}
        let count = count.min(self.received.len());
        let rest = self.received.split_off(count);
        String::from_utf8(std::mem::replace(&mut self.received, rest)).unwrap()
    }

    #[track_caller]
    fn receive(&mut self) -> usize {
        let mut buffer = [0; 65_536];
        let count = self.stream.read(&mut buffer).unwrap();
        self.received.extend_from_slice(&buffer[..count]);
        count
    }
}
