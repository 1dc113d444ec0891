//! Where it listens, and what keeps it from that.

use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::thread;
use std::time::Duration;

use snodo_core::http::Endpoint;
use snodo_http::Http;

use crate::client::Client;
use crate::messages::{echo, hi};
use crate::tools::{Stage, server};

fn http() -> Http {
    Http::from(server(&Stage::default()))
}

#[test]
fn a_free_port_is_told() {
    let listener = http().bind_local(0).unwrap();
    let address = listener.address();
    assert_eq!(address.ip(), Ipv4Addr::LOCALHOST);
    assert_ne!(address.port(), 0);
    assert_eq!(listener.url(), format!("http://127.0.0.1:{}/mcp", address.port()));
    assert!(http().bind_local(address.port()).unwrap_err().is_bind());
}

#[test]
fn the_path_is_the_endpoints() {
    let endpoint = Endpoint::builder(server(&Stage::default())).path("/a/b").build().unwrap();
    let listener = Http::new(endpoint).bind("0.0.0.0:0").unwrap();
    assert_eq!(listener.url(), format!("http://0.0.0.0:{}/a/b", listener.address().port()));
}

#[test]
fn ipv6_has_brackets() {
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_err() {
        // The machine has none.
        return;
    }
    let listener = http().signals(false).bind("[::1]:0").unwrap();
    let (address, handle) = (listener.address(), listener.handle());
    assert_eq!(listener.url(), format!("http://[::1]:{}/mcp", address.port()));
    let thread = thread::spawn(|| listener.serve());
    let mut client = Client::connect(address);
    client.send(echo("1"));
    client.expect(hi("1"));
    handle.shutdown();
    client.expect_end();
    thread.join().unwrap().unwrap();
}

#[test]
fn settings_that_make_no_sense_are_named() {
    let zero = Some(Duration::ZERO);
    for (http, text) in [
        (http().max_connections(0), "the connection limit is zero"),
        (http().max_connections_per_peer(0), "the connection limit per peer is zero"),
        (http().head_timeout(zero), "the head timeout is zero"),
        (http().body_timeout(zero), "the body timeout is zero"),
        (http().read_timeout(zero), "the read timeout is zero"),
        (http().write_timeout(zero), "the write timeout is zero"),
        (http().idle_timeout(zero), "the idle timeout is zero"),
        (http().keep_alive(zero), "the keep-alive period is zero"),
        (http().gate_timeout(zero), "the gate timeout is zero"),
        (http().request_timeout(zero), "the request timeout is zero"),
        (http().drain(Duration::ZERO), "the drain limit is zero"),
        (http().health("/mcp"), "the health path is no path, or the endpoint's"),
        (http().health("x"), "the health path is no path, or the endpoint's"),
        (http().health("/x?y"), "the health path is no path, or the endpoint's"),
    ] {
        let error = http.bind_local(0).unwrap_err();
        assert!(error.is_setting());
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn a_name_that_is_none() {
    assert!(http().bind("256.0.0.1:0").unwrap_err().is_bind());
}

/// A socket from elsewhere can be taken away from elsewhere, which finishes what runs.
#[cfg(target_os = "linux")]
#[test]
fn a_listening_socket_that_is_shut_down() {
    let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let elsewhere = socket.try_clone().unwrap();
    let listener = http().signals(false).listen(socket).unwrap();
    let address = listener.address();
    let thread = thread::spawn(|| listener.serve());
    let mut client = Client::connect(address);
    client.send(echo("1"));
    client.expect(hi("1"));
    rustix::net::shutdown(&elsewhere, rustix::net::Shutdown::Read).unwrap();
    client.expect_end();
    let error = thread.join().unwrap().unwrap_err();
    assert!(error.is_accept());
}
