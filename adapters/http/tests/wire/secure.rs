//! A listener whose connections are encrypted, and its peers.

use std::net::TcpStream;
use std::sync::{Arc, LazyLock};

use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned, SupportedProtocolVersion, version};
use snodo_http::{Http, Tls, rustls};

use crate::client::Client;
use crate::listening::Listening;

pub(crate) type Encrypted = StreamOwned<ClientConnection, TcpStream>;

/// What the listeners here are called, and prove.
pub(crate) static CERTIFIED: LazyLock<CertifiedKey<KeyPair>> =
    LazyLock::new(|| generate_simple_self_signed(["localhost".to_owned()]).unwrap());

pub(crate) fn tls() -> Tls {
    Tls::pem(CERTIFIED.cert.pem(), CERTIFIED.signing_key.serialize_pem()).unwrap()
}

pub(crate) fn secured(settings: impl FnOnce(Http) -> Http) -> Listening {
    Listening::with(|http| settings(http.tls(tls())))
}

/// A peer that trusts the listeners here.
pub(crate) fn session(versions: &[&'static SupportedProtocolVersion], alpn: &[&str]) -> ClientConnection {
    let mut roots = RootCertStore::empty();
    roots.add(CERTIFIED.cert.der().clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_protocol_versions(versions)
        .unwrap();
    let mut config = config.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = alpn.iter().map(|name| name.as_bytes().to_vec()).collect();
    ClientConnection::new(Arc::new(config), ServerName::try_from("localhost").unwrap()).unwrap()
}

pub(crate) fn client(listening: &Listening) -> Client<Encrypted> {
    client_with(listening, session(&[&version::TLS13], &["http/1.1"]))
}

pub(crate) fn client_with(listening: &Listening, session: ClientConnection) -> Client<Encrypted> {
    listening.client().through(|stream| StreamOwned::new(session, stream))
}
