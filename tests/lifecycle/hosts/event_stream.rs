//! A client of an HTTP host: one connection for each request, and the messages of its answer.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

use super::Exchange;
use crate::messages::Request;
use crate::stage::PATIENCE;

pub(super) struct Posted {
    /// Nobody, when the host takes no connection any more.
    connection: Option<BufReader<TcpStream>>,
    answer: Answer,
}

enum Answer {
    /// Its head is still to come.
    Due,
    Streaming,
    Over,
}

/// The fields of every request but for those that say what is asked for.
const FIELDS: &str = "Host: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
                      Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n";

pub(super) fn post(address: SocketAddr, request: &Request) -> Box<dyn Exchange> {
    let Request { method, name, message, .. } = request;
    let name = name.map(|name| format!("Mcp-Name: {name}\r\n")).unwrap_or_default();
    let request = format!(
        "POST /mcp HTTP/1.1\r\n{FIELDS}Mcp-Method: {method}\r\n{name}Content-Length: {}\r\n\r\n{message}",
        message.len()
    );
    let connection = TcpStream::connect(address).and_then(|mut stream| {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.write_all(request.as_bytes())?;
        Ok(BufReader::new(stream))
    });
    Box::new(Posted { connection: connection.ok(), answer: Answer::Due })
}

impl Posted {
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.connection.as_mut()?.read_line(&mut line) {
            Ok(0) => return None,
            Ok(_) => {}
            // A host that has ended may never have accepted it.
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
            Err(error) => panic!("nothing comes: {error}"),
        }
        Some(line.strip_suffix("\r\n").expect("each line is whole").to_owned())
    }

    fn take(&mut self, count: usize) -> String {
        let mut bytes = vec![0; count];
        self.connection.as_mut().expect("it has answered").read_exact(&mut bytes).expect("it is whole");
        String::from_utf8(bytes).expect("what is sent is UTF-8")
    }

    /// A whole answer, or the first event.
    fn begin(&mut self) -> Option<String> {
        let status = self.line()?;
        let fields: Vec<String> =
            std::iter::from_fn(|| self.line().filter(|line| !line.is_empty())).collect();
        if fields.iter().any(|field| field == "content-type: text/event-stream") {
            assert_eq!(status, "HTTP/1.1 200 OK");
            self.answer = Answer::Streaming;
            return self.event();
        }
        let length = fields.iter().find_map(|field| field.strip_prefix("content-length: "));
        let body = self.take(length.expect("a whole answer has a length").parse().expect("it is a number"));
        assert_eq!(status, status_of(&body));
        self.answer = Answer::Over;
        Some(body)
    }

    /// The next event; comments are none.
    fn event(&mut self) -> Option<String> {
        loop {
            let size = usize::from_str_radix(&self.line()?, 16).expect("a chunk has a size");
            let chunk = self.take(size + 2);
            let data = chunk.strip_suffix("\r\n").expect("a chunk is whole");
            if data.is_empty() {
                self.answer = Answer::Over;
                return None;
            }
            if !data.starts_with(':') {
                let message = data.strip_prefix("data: ").and_then(|data| data.strip_suffix("\n\n"));
                let message = message.expect("each chunk is one event");
                assert!(!message.contains('\n'), "{message}");
                return Some(message.to_owned());
            }
        }
    }
}

fn status_of(body: &str) -> &'static str {
    let reason = |reason: &str| body.contains(&format!("\"reason\":\"{reason}\""));
    if reason("timeout") {
        "HTTP/1.1 504 Gateway Timeout"
    } else if reason("overloaded") || reason("shutting_down") {
        "HTTP/1.1 503 Service Unavailable"
    } else {
        "HTTP/1.1 200 OK"
    }
}

impl Exchange for Posted {
    fn next(&mut self) -> Option<String> {
        match self.answer {
            Answer::Due => self.begin(),
            Answer::Streaming => self.event(),
            Answer::Over => None,
        }
    }

    fn leave(self: Box<Self>) {}
}
