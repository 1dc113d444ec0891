//! Servers that give the answers they were told to, whatever is asked.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// A server on a loopback socket. It takes a connection for each answer.
pub(crate) struct Script {
    pub(crate) url: String,
    requests: Receiver<Request>,
}

/// What came in.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Script {
    pub(crate) fn new<const N: usize>(answers: [String; N]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let (sender, requests) = mpsc::channel();
        thread::spawn(move || {
            for answer in answers {
                let (stream, _) = listener.accept().unwrap();
                let mut reader = BufReader::new(&stream);
                let (mut head, mut length) = (String::new(), 0);
                while !head.ends_with("\r\n\r\n") {
                    let start = head.len();
                    reader.read_line(&mut head).unwrap();
                    if let Some(value) = head[start..].to_ascii_lowercase().strip_prefix("content-length:") {
                        length = value.trim().parse().unwrap();
                    }
                }
                let mut body = vec![0; length];
                reader.read_exact(&mut body).unwrap();
                sender.send(Request { head, body: String::from_utf8(body).unwrap() }).unwrap();
                (&stream).write_all(answer.as_bytes()).unwrap();
            }
        });
        Self { url, requests }
    }

    pub(crate) fn request(&self) -> Request {
        self.requests.recv_timeout(Duration::from_secs(30)).unwrap()
    }
}

/// A plain answer.
pub(crate) fn json(body: &str) -> String {
    status("200 OK", "Content-Type: application/json\r\n", body)
}

/// The result of the request with the id 1.
pub(crate) fn result(result: &str) -> String {
    json(&format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{result}}}"))
}

pub(crate) fn status(status: &str, fields: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\n{fields}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}")
}

/// The words of a command that is a server on its standard streams: it keeps what it reads in the file `log`, gives one
/// answer for each line, and then only reads.
pub(crate) fn shell<'a>(log: &'a str, answers: &[&'a str]) -> Vec<&'a str> {
    const SCRIPT: &str = r#"log=$1; shift
for answer in "$@"; do read -r line; printf '%s\n' "$line" >>"$log"; printf '%s\n' "$answer"; done
cat >>"$log""#;
    [&["--", "sh", "-c", SCRIPT, "sh", log], answers].concat()
}
