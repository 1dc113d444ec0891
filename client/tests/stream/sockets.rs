//! Sockets are streams like any other.

use std::future::poll_fn;
use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use async_io::Async;
use futures_lite::future::block_on;
use futures_lite::{AsyncRead, AsyncWrite};
use snodo_client::{StreamSettings, StreamTransport, Transport as _};

use crate::peer::{answer, line, message};

/// Answers one request and waits for the end of the input.
fn serve(stream: impl Read + Write) {
    let mut stream = BufReader::new(stream);
    let mut request = String::new();
    stream.read_line(&mut request).unwrap();
    assert_eq!(request, line(1) + "\n");
    stream.get_mut().write_all((answer("1") + "\n").as_bytes()).unwrap();
    request.clear();
    assert_eq!(stream.read_line(&mut request).unwrap(), 0, "the client closes");
}

fn call(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static) {
    let transport = StreamTransport::over(stream, StreamSettings::new()).unwrap();
    block_on(async {
        let mut arrivals = transport.request(message(1)).await.unwrap();
        let arrived = poll_fn(|cx| arrivals.poll_next(cx)).await.unwrap().unwrap();
        assert_eq!(String::from_utf8(arrived.message).unwrap(), answer("1"));
        transport.close().await.unwrap();
    });
}

#[test]
fn over_tcp() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || serve(listener.accept().unwrap().0));
    call(Async::new(TcpStream::connect(address).unwrap()).unwrap());
    server.join().unwrap();
}

#[cfg(unix)]
#[test]
fn over_a_unix_socket() {
    let (client, server) = std::os::unix::net::UnixStream::pair().unwrap();
    let server = thread::spawn(move || serve(server));
    call(Async::new(client).unwrap());
    server.join().unwrap();
}
