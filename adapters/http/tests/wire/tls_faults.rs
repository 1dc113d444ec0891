//! Peers that do not get through the handshake, and certificates that cannot be used.

use std::error::Error as _;
use std::io::Write as _;
use std::net::TcpStream;
use std::sync::Arc;

use rcgen::generate_simple_self_signed;
use rustls::crypto::ring::default_provider;
use rustls::{ServerConfig, version};
use snodo_http::{Error, Tls, rustls};

use crate::client::Client;
use crate::listening::Listening;
use crate::messages::{call, echo, hi};
use crate::secure::{CERTIFIED, client, client_with, secured, session, tls};

/// The first flight of a peer, cut off.
fn half_a_hello() -> Vec<u8> {
    let mut hello = Vec::new();
    session(&[&version::TLS13], &["http/1.1"]).write_tls(&mut hello).unwrap();
    hello.truncate(hello.len() / 2);
    hello
}

/// The listener goes on.
#[track_caller]
fn serves(listening: &Listening) {
    let mut client = client(listening);
    client.send(echo("1"));
    client.expect(hi("1"));
}

#[test]
fn a_handshake_that_is_never_finished_has_the_time_of_a_head() {
    for bytes in [Vec::new(), half_a_hello()] {
        let listening = secured(|http| http);
        let mut slow = listening.client();
        slow.send(bytes);
        listening.clock.wait_for_timer(10_000);
        serves(&listening);
        listening.clock.advance(10_000);
        slow.expect_gone();
    }
}

/// The first head has no time of its own on top.
#[test]
fn the_heads_time_runs_from_the_accepting() {
    let listening = secured(|http| http);
    let mut client = client(&listening);
    listening.clock.wait_for_timer(10_000);
    listening.clock.advance(9_999);
    client.stream.conn.complete_io(&mut client.stream.sock).unwrap();
    listening.clock.advance(1);
    client.expect_end();
}

#[test]
fn a_handshake_holds_a_place_and_gives_it_back() {
    let listening = secured(|http| http.max_connections(1).max_connections_per_peer(1));
    let mut slow = listening.client();
    listening.clock.wait_for_timer(10_000);
    // Who is turned away has to get through the handshake, too, and has no more time for it.
    let mut other = listening.client();
    other.send(half_a_hello());
    let mut told = client(&listening);
    assert!(told.head().starts_with("HTTP/1.1 503 "));
    listening.clock.advance(10_000);
    slow.expect_gone();
    other.expect_gone();
    drop(told);
    loop {
        // The place is free a moment after its connection has ended.
        let mut client = client(&listening);
        client.send(echo("1"));
        if client.head().starts_with("HTTP/1.1 200 ") {
            break;
        }
    }
}

#[test]
fn a_drain_does_not_wait_for_handshakes() {
    let mut listening = secured(|http| http);
    let mut slow = listening.client();
    slow.send(half_a_hello());
    listening.clock.wait_for_timer(10_000);
    listening.handle.shutdown();
    slow.expect_gone();
    listening.finish();
}

#[test]
fn what_is_no_handshake_is_closed() {
    let listening = secured(|http| http);
    let garbage = [&b"\x16\x03\x01\xff\xff"[..], &[0; 100], &[0xff; 70_000]];
    for bytes in [echo("1").as_bytes()].into_iter().chain(garbage) {
        let mut plain = listening.client();
        // The listener may have closed already.
        let _ = plain.stream.write_all(bytes);
        plain.expect_gone();
    }
    for cut in 0..3 {
        let plain = listening.client();
        let _ = (&plain.stream).write_all(&half_a_hello()[..cut * 20]);
        plain.end();
        { plain }.expect_gone();
    }
    serves(&listening);
}

#[test]
fn records_that_were_changed_end_the_connection() {
    let listening = secured(|http| http);
    let mut client = client(&listening);
    client.send(echo("1"));
    client.expect(hi("1"));
    // A record of application data that nobody has encrypted.
    client.stream.sock.write_all(b"\x17\x03\x03\x00\x20").unwrap();
    client.stream.sock.write_all(&[7; 32]).unwrap();
    Client::new(client.stream.sock.try_clone().unwrap()).expect_gone();
    serves(&listening);
}

#[test]
fn a_peer_that_does_not_read_is_closed_and_its_request_cancelled() {
    let listening = secured(|http| http);
    let mut client = client(&listening);
    client.send(call("1", "flood", r#"{"name":"a"}"#));
    client.take(1);
    listening.clock.wait_for_timer(5_000);
    listening.clock.advance(5_000);
    listening.stage.wait_for("gone a");
    Client::new(client.stream.sock.try_clone().unwrap()).expect_gone();
}

#[test]
fn another_protocol_is_not_agreed_on() {
    let listening = secured(|http| http);
    let mut client = client_with(&listening, session(&[&version::TLS13], &["h2"]));
    let failed = client.stream.conn.complete_io(&mut client.stream.sock).unwrap_err();
    assert!(failed.to_string().contains("NoApplicationProtocol"), "{failed}");
    serves(&listening);
}

/// Whatever it says about protocols, HTTP/1.1 is what is spoken.
#[test]
fn a_configuration_of_ones_own() {
    let certificates = vec![CERTIFIED.cert.der().clone()];
    let key = rustls::pki_types::PrivatePkcs8KeyDer::from(CERTIFIED.signing_key.serialize_der());
    let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_protocol_versions(&[&version::TLS13])
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(certificates, key.into())
        .unwrap();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let listening = Listening::with(|http| http.tls(Arc::new(config)));
    let mut client = client_with(&listening, session(&[&version::TLS13], &["h2", "http/1.1"]));
    client.send(echo("1"));
    client.expect(hi("1"));
    let mut old = client_with(&listening, session(&[&version::TLS12], &[]));
    assert!(old.stream.conn.complete_io(&mut old.stream.sock).is_err());
}

#[test]
fn certificates_that_cannot_be_used_are_refused() {
    let (certificate, key) = (CERTIFIED.cert.pem(), CERTIFIED.signing_key.serialize_pem());
    let other = generate_simple_self_signed(["localhost".to_owned()]).unwrap().signing_key.serialize_pem();
    let unreadable = "the certificates or the key cannot be read";
    let unusable = "the certificates and the key cannot be used";
    let cases = [
        ("", &*key, unusable),
        (&*certificate, "", unreadable),
        (&*certificate, &*other, unusable),
        (&*key, &*key, unusable),
        (&*certificate, &*certificate, unreadable),
        ("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n", &*key, unreadable),
        ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", &*key, unusable),
        (&*certificate, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", unusable),
    ];
    for (certificates, key, text) in cases {
        let error: Error = Tls::pem(certificates, key).unwrap_err();
        assert!(error.is_tls() && !error.is_setting() && !error.is_bind());
        assert_eq!(error.to_string(), text);
        assert!(error.source().is_some());
    }
    let missing = Tls::pem_files("/nowhere/certificate.pem", "/nowhere/key.pem").unwrap_err();
    assert!(missing.is_tls());
    assert_eq!(format!("{:?}", tls()), "Tls { .. }");
}

/// They may stand in one file.
#[test]
fn certificates_from_files() {
    let name = format!("snodo-http-{}.pem", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, CERTIFIED.cert.pem() + &CERTIFIED.signing_key.serialize_pem()).unwrap();
    let tls = Tls::pem_files(&path, &path);
    std::fs::remove_file(&path).unwrap();
    let listening = Listening::with(|http| http.tls(tls.unwrap()));
    serves(&listening);
    let plain = TcpStream::connect(listening.address).unwrap();
    drop(plain);
    serves(&listening);
}
