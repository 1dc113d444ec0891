//! A client's socket, on which nothing is waited for longer than [`PATIENCE`].

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, SocketType, connect, socket, sockopt};
use rustix::process::setpriority_process;

/// Nothing that a server does at once may take so long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Debug)]
pub(crate) struct Peer(TcpStream);

impl Peer {
    pub(crate) fn connect(address: SocketAddr) -> io::Result<Peer> {
        Peer::from_stream(TcpStream::connect(address)?)
    }

    /// With so little room in the system for what was not read that the server notices soon.
    pub(crate) fn connect_narrow(address: SocketAddr) -> io::Result<Peer> {
        let socket = socket(AddressFamily::INET, SocketType::STREAM, None)?;
        sockopt::set_socket_recv_buffer_size(&socket, 8 * 1024)?;
        connect(&socket, &address)?;
        Peer::from_stream(TcpStream::from(socket))
    }

    fn from_stream(stream: TcpStream) -> io::Result<Peer> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Peer(stream))
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        self.0.write_all(bytes.as_ref())
    }

    /// Reads until `mark` has come, and gives everything up to there and what came with it.
    pub(crate) fn read_until(&mut self, mark: &str) -> io::Result<String> {
        let mut read = Vec::new();
        let mut space = [0; 16 * 1024];
        while !contains(&read, mark.as_bytes()) {
            match self.0.read(&mut space)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => read.extend_from_slice(&space[..count]),
            }
        }
        Ok(String::from_utf8_lossy(&read).into_owned())
    }

    /// Reads one answer that has a length, and gives its status.
    pub(crate) fn answer(&mut self) -> io::Result<u16> {
        let mut answer = self.read_until("\r\n\r\n")?.into_bytes();
        let text = String::from_utf8_lossy(&answer).into_owned();
        let (head, _) = text.split_once("\r\n\r\n").ok_or(io::ErrorKind::InvalidData)?;
        let length = head.split("\r\n").find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.and_then(|text| text.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
        let mut space = [0; 16 * 1024];
        while answer.len() < head.len() + 4 + length {
            match self.0.read(&mut space)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => answer.extend_from_slice(&space[..count]),
            }
        }
        status(head)
    }

    /// Reads to the end, and gives the first answer's status. A reset behind it counts as the end.
    pub(crate) fn last_answer(&mut self) -> io::Result<u16> {
        let mut read = Vec::new();
        let mut space = [0; 16 * 1024];
        loop {
            match self.0.read(&mut space) {
                Ok(0) => break,
                Ok(count) => read.extend_from_slice(&space[..count]),
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset && !read.is_empty() => break,
                Err(error) => return Err(error),
            }
        }
        status(&String::from_utf8_lossy(&read))
    }

    /// Whether the server has closed the connection by `deadline`.
    pub(crate) fn closed_by(&mut self, deadline: Instant) -> bool {
        let mut space = [0; 16 * 1024];
        while let Some(left) = deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
        {
            if self.0.set_read_timeout(Some(left)).is_err() {
                return false;
            }
            match self.0.read(&mut space) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) => return error.kind() == io::ErrorKind::ConnectionReset,
            }
        }
        false
    }

    /// Whether something has come; it is taken.
    pub(crate) fn try_take(&mut self, space: &mut [u8]) -> io::Result<usize> {
        match self.0.read(space) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
            other => other,
        }
    }

    /// Whether there is something to read, be it the end. Nothing is taken.
    pub(crate) fn has_come(&self) -> io::Result<bool> {
        match self.0.peek(&mut [0]) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => Ok(true),
            other => other.map(|_| true),
        }
    }

    pub(crate) fn set_waiting(&self, waits: bool) -> io::Result<()> {
        self.0.set_nonblocking(!waits)
    }

    /// Ends the connection so that the server is told of an error, not of an end.
    pub(crate) fn reset(self) -> io::Result<()> {
        Ok(sockopt::set_socket_linger(&self.0, Some(Duration::ZERO))?)
    }
}

/// Lets the ordinary client have the core before this thread: it is the server that is measured. Where the system does
/// not do that, times are longer.
pub(crate) fn step_back() {
    let _ = setpriority_process(None, 10);
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// The status of an answer that begins like this.
fn status(text: &str) -> io::Result<u16> {
    let status =
        text.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)).and_then(|code| code.parse().ok());
    status.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, format!("no answer: {text:.40}")))
}
