//! A client that sends any bytes, and reads HTTP.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};

use super::{Answer, PATIENCE, Request};

pub(crate) struct Client(BufReader<TcpStream>);

/// Sends a request on a connection of its own.
pub(super) fn ask(address: SocketAddr, request: &Request<'_>) -> Answer {
    let mut bytes = format!("{} /mcp HTTP/1.1\r\nConnection: close\r\n", request.method).into_bytes();
    for (name, value) in request.fields() {
        bytes.extend_from_slice(&[name.as_bytes(), b": ", value, b"\r\n"].concat());
    }
    bytes.extend_from_slice(
        format!("Content-Length: {}\r\n\r\n{}", request.body.len(), request.body).as_bytes(),
    );
    let mut client = Client::connect(address);
    client.send(bytes);
    let answer = client.answer();
    client.expect_end();
    answer
}

impl Client {
    pub(super) fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("it is a socket");
        stream.set_write_timeout(Some(PATIENCE)).expect("it is a socket");
        stream.set_nodelay(true).expect("it is a socket");
        Client(BufReader::new(stream))
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.get_mut().write_all(bytes.as_ref()).expect("it reads");
    }

    /// Sends for as long as the other side takes it.
    pub(crate) fn send_if_possible(&mut self, bytes: impl AsRef<[u8]>) {
        // It may have refused and closed already.
        let _ = self.0.get_mut().write_all(bytes.as_ref());
    }

    /// Says no more, and still listens.
    pub(crate) fn end(&mut self) {
        self.0.get_mut().shutdown(Shutdown::Write).expect("it is open");
    }

    /// Reads a line without its end.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).expect("it answers");
        line.strip_suffix("\r\n").unwrap_or_else(|| panic!("half a line: {line:?}")).to_owned()
    }

    /// Reads an interim head, or the head of an answer.
    pub(crate) fn head(&mut self) -> Answer {
        let line = self.line();
        let status = line.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok());
        let fields = std::iter::from_fn(|| {
            let line = self.line();
            let (name, value) = line.split_once(": ")?;
            Some((name.to_owned(), value.to_owned()))
        });
        let fields = fields.collect();
        Answer { status: status.unwrap_or_else(|| panic!("{line}")), fields, body: String::new() }
    }

    /// Whether the other side has ended the connection without a word, once it has done one or the other.
    pub(crate) fn is_closed(&mut self) -> bool {
        match self.0.fill_buf() {
            Ok(bytes) => bytes.is_empty(),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => true,
            Err(error) => panic!("it does not end: {error}"),
        }
    }

    /// Reads the head of an answer, if anything has come by now.
    pub(crate) fn head_if_there(&mut self) -> Option<Answer> {
        let stream = self.0.get_mut();
        stream.set_nonblocking(true).expect("it is a socket");
        let is_there = stream.peek(&mut [0]).is_ok_and(|count| count > 0);
        stream.set_nonblocking(false).expect("it is a socket");
        (is_there && !self.is_closed()).then(|| self.head())
    }

    /// Reads an answer that has a length.
    pub(crate) fn answer(&mut self) -> Answer {
        let mut answer = self.head();
        if answer.status != 204 {
            let length = answer.field("content-length").expect("it has a length").parse();
            answer.body = self.take(length.expect("it is a number"));
        }
        answer
    }

    /// Reads a chunk; it is empty at the end.
    pub(crate) fn chunk(&mut self) -> String {
        let size = usize::from_str_radix(&self.line(), 16).expect("a chunk has a size");
        let mut chunk = self.take(size + 2);
        assert_eq!(chunk.split_off(size), "\r\n");
        chunk
    }

    fn take(&mut self, count: usize) -> String {
        let mut bytes = vec![0; count];
        self.0.read_exact(&mut bytes).expect("it is whole");
        String::from_utf8(bytes).expect("what is sent is UTF-8")
    }

    /// Nothing more comes, and the connection ends.
    pub(crate) fn expect_end(&mut self) {
        let mut rest = Vec::new();
        match self.0.read_to_end(&mut rest) {
            Ok(_) => {}
            // What was sent behind the end may come back as this.
            Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
            Err(error) => panic!("it does not end: {error}"),
        }
        assert_eq!(String::from_utf8_lossy(&rest), "");
    }
}
