//! Encryption: good certificates, and all kinds of bad ones.

use std::io::{Read, Write};
use std::sync::Arc;

use futures_rustls::rustls::crypto::ring;
use futures_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use futures_rustls::rustls::{ServerConfig, ServerConnection, StreamOwned};
use rcgen::{
    BasicConstraints, Certificate, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd,
};
use snodo_client::{ErrorKind, Http};

use crate::script::{Peer, script};
use crate::transport::{Outcome, call};

const MESSAGE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
    {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority(name: &str) -> Authority {
    let mut params = CertificateParams::new([]).expect("no names");
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("a certificate")
}

/// A server with a certificate for `names`, changed by `change`.
fn server(
    authority: &Authority,
    names: &[&str],
    change: impl FnOnce(&mut CertificateParams),
) -> Arc<ServerConfig> {
    let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut params = CertificateParams::new(names).expect("names");
    change(&mut params);
    let key = KeyPair::generate().expect("a key");
    let certificate = params.signed_by(&key, authority).expect("a certificate");
    config(&certificate, &key)
}

fn config(certificate: &Certificate, key: &KeyPair) -> Arc<ServerConfig> {
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key);
    Arc::new(config.expect("a certificate and its key"))
}

struct Encrypted<'a>(StreamOwned<ServerConnection, &'a mut std::net::TcpStream>);

fn encrypted(config: Arc<ServerConfig>, peer: &mut Peer) -> Encrypted<'_> {
    let connection = ServerConnection::new(config).expect("a configuration");
    Encrypted(StreamOwned::new(connection, peer.stream()))
}

impl Encrypted<'_> {
    /// Reads to the end of a request.
    fn request(&mut self) {
        let mut received = Vec::new();
        while !received.ends_with(b"\"tools/call\"}") {
            let mut space = [0; 4_096];
            let count = self.0.read(&mut space).expect("a request");
            assert!(count > 0, "the request was cut off");
            received.extend_from_slice(&space[..count]);
        }
        assert!(received.starts_with(b"POST / HTTP/1.1\r\n"));
    }
}

/// What comes of a call to `host` with a server that has this certificate, when `trusted` is trusted.
fn called(config: Arc<ServerConfig>, host: &str, trusted: &Authority) -> Outcome {
    let script = script![move |mut peer| {
        let mut encrypted = encrypted(config, &mut peer);
        // Whoever is not trusted gets no byte of the request.
        let mut first = [0];
        if encrypted.0.read(&mut first).is_ok_and(|count| count > 0) {
            assert_eq!(&first, b"P");
            encrypted.0.write_all(ANSWER).expect("the other end reads");
        }
    }];
    let url = format!("https://{host}:{}/", script.address.port());
    let http = Http::new(&url).and_then(|http| http.trust_only(trusted.pem())).expect("good settings");
    let outcome = call(&http);
    drop(http);
    script.finish();
    outcome
}

#[test]
fn a_server_with_a_good_certificate_is_called() {
    let authority = authority("one");
    for (host, names) in [
        ("localhost", &["localhost", "127.0.0.1"][..]),
        ("LOCALHOST", &["localhost"]),
        ("127.0.0.1", &["127.0.0.1"]),
    ] {
        let config = server(&authority, names, |_| ());
        assert_eq!(called(config, host, &authority).message(), MESSAGE, "{host}");
    }
}

#[test]
fn a_bad_certificate_is_refused_and_said_what_is_wrong() {
    let [authority, other] = ["one", "another"].map(authority);
    let key = KeyPair::generate().expect("a key");
    let params = CertificateParams::new(["localhost".to_owned()]).expect("a name");
    let self_signed = params.self_signed(&key).expect("a certificate");
    for (host, name, config, why) in [
        ("localhost", "another name", server(&authority, &["example.com"], |_| ()), "name"),
        ("127.0.0.1", "another address", server(&authority, &["127.0.0.2"], |_| ()), "name"),
        (
            "localhost",
            "expired",
            server(&authority, &["localhost"], |params| {
                params.not_before = date_time_ymd(2001, 1, 1);
                params.not_after = date_time_ymd(2002, 1, 1);
            }),
            "expired",
        ),
        (
            "localhost",
            "not yet valid",
            server(&authority, &["localhost"], |params| params.not_before = date_time_ymd(4_000, 1, 1)),
            "not valid yet",
        ),
        ("localhost", "another authority", server(&other, &["localhost"], |_| ()), "issuer"),
        ("localhost", "its own authority", config(&self_signed, &key), "issuer"),
        ("127.0.0.1", "a name for an address", server(&authority, &["localhost"], |_| ()), "name"),
    ] {
        let outcome = called(config, host, &authority);
        let error = outcome.error();
        let text = error.message().to_lowercase();
        assert!(text.contains("has no certificate to be trusted: ") && text.contains(why), "{name}: {error}");
        assert_eq!((error.kind(), error.code()), (ErrorKind::Connection, -32000));
    }
}

#[test]
fn the_system_trusts_no_private_authority() {
    let authority = authority("one");
    let config = server(&authority, &["localhost"], |_| ());
    let script = script![move |mut peer| {
        assert!(encrypted(config, &mut peer).0.read(&mut [0]).is_err(), "no byte of the request may come");
    }];
    let url = format!("https://localhost:{}/", script.address.port());
    let outcome = call(&Http::new(&url).expect("a URL"));
    assert_eq!(outcome.error().code(), -32000);
    script.finish();
}

#[test]
fn an_authority_of_ones_own_can_be_trusted_besides() {
    let authority = authority("one");
    let config = server(&authority, &["localhost"], |_| ());
    let script = script![move |mut peer| {
        let mut encrypted = encrypted(config, &mut peer);
        for _ in 0..2 {
            // On one connection.
            encrypted.request();
            encrypted.0.write_all(ANSWER).expect("the other end reads");
        }
        assert!(!encrypted.0.read(&mut [0]).is_ok_and(|count| count > 0));
    }];
    let url = format!("https://localhost:{}/", script.address.port());
    let http = Http::new(&url).and_then(|http| http.trust_also(authority.pem())).expect("good settings");
    for _ in 0..2 {
        assert_eq!(call(&http).message(), MESSAGE);
    }
    drop(http);
    script.finish();
}

#[test]
fn a_body_whose_end_is_not_said_under_encryption_is_cut_off() {
    // Without a length only the end of the stream ends the body, and anyone on the way can close the socket.
    let answer = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n\
        {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
    let authority = authority("one");
    for says_so in [true, false] {
        let config = server(&authority, &["localhost"], |_| ());
        let script = script![move |mut peer| {
            let mut encrypted = encrypted(config, &mut peer);
            encrypted.request();
            encrypted.0.write_all(answer).expect("the other end reads");
            if says_so {
                encrypted.0.conn.send_close_notify();
            }
            encrypted.0.flush().expect("the other end reads");
        }];
        let url = format!("https://localhost:{}/", script.address.port());
        let http = Http::new(&url).and_then(|http| http.trust_only(authority.pem())).expect("good settings");
        let outcome = call(&http);
        if says_so {
            assert_eq!(outcome.message(), MESSAGE);
        } else {
            let text = outcome.error().message();
            assert!(text.starts_with("the connection ended before the response: "), "{text}");
        }
        script.finish();
    }
}

#[test]
fn a_server_that_does_not_encrypt_is_an_error() {
    let script = script![|mut peer| {
        peer.read();
        peer.send("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
        while peer.read() > 0 {}
    }];
    let url = format!("https://127.0.0.1:{}/", script.address.port());
    let outcome =
        call(&Http::new(&url).and_then(|http| http.trust_only(authority("a").pem())).expect("settings"));
    let text = outcome.error().message();
    assert!(
        text.starts_with(&format!("no encrypted connection to 127.0.0.1:{}: ", script.address.port())),
        "{text}"
    );
    script.finish();
}

#[test]
fn text_without_certificates_is_refused() {
    let http = || Http::new("https://localhost/").expect("a URL");
    let broken = "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n";
    for pem in ["", "no PEM", broken] {
        assert_eq!(http().trust_only(pem).expect_err(pem).kind(), ErrorKind::Usage);
        assert_eq!(http().trust_also(pem).expect_err(pem).kind(), ErrorKind::Usage);
    }
    let not_one = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    let outcome = call(&http().trust_only(not_one).expect("it looks like PEM"));
    assert!(outcome.error.is_some());
}
