//! Encryption, to servers that prove who they are.

use std::io;
use std::net::TcpStream;
use std::sync::{Arc, OnceLock};

use async_io::Async;
use blocking::unblock;
use futures_rustls::TlsConnector;
use futures_rustls::client::TlsStream;
use futures_rustls::rustls::client::WebPkiServerVerifier;
use futures_rustls::rustls::crypto::{CryptoProvider, ring};
use futures_rustls::rustls::pki_types::pem::PemObject;
use futures_rustls::rustls::pki_types::{CertificateDer, ServerName};
use futures_rustls::rustls::{self, ClientConfig, RootCertStore};
use rustls_platform_verifier::Verifier;

use super::url::Origin;
use crate::error::Error;

/// Whose certificates are believed, and the settings that follow from it. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Tls {
    trust: Trust,
    /// Made for the first connection: the system's certificates are read from files then.
    config: Arc<OnceLock<Arc<ClientConfig>>>,
}

#[derive(Clone, Debug, Default)]
enum Trust {
    #[default]
    System,
    /// The system's, and those that these have signed.
    SystemAnd(Vec<CertificateDer<'static>>),
    Only(Vec<CertificateDer<'static>>),
}

impl Tls {
    pub(super) fn trusting_also(pem: &[u8]) -> Result<Self, Error> {
        Ok(Self { trust: Trust::SystemAnd(certificates(pem)?), ..Self::default() })
    }

    pub(super) fn trusting_only(pem: &[u8]) -> Result<Self, Error> {
        Ok(Self { trust: Trust::Only(certificates(pem)?), ..Self::default() })
    }

    /// Shakes hands, and goes on only when the certificate is good and the origin's own.
    pub(super) async fn shake_hands(
        &self,
        origin: &Origin,
        stream: Async<TcpStream>,
    ) -> Result<TlsStream<Async<TcpStream>>, Error> {
        let name = ServerName::try_from(origin.host().to_owned())
            .map_err(|_| Error::usage("the URL's host is no name that a certificate can be for"))?;
        let config = match self.config.get() {
            Some(config) => Arc::clone(config),
            None => {
                let trust = self.trust.clone();
                let made = unblock(move || config(&trust)).await?;
                Arc::clone(self.config.get_or_init(|| made))
            }
        };
        TlsConnector::from(config).connect(name, stream).await.map_err(|error| refusal(origin, error))
    }
}

/// Names what is wrong with the server's certificate, if that is it.
fn refusal(origin: &Origin, error: io::Error) -> Error {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref::<rustls::Error>());
    let text = match cause {
        Some(rustls::Error::InvalidCertificate(why)) => {
            format!("{origin} has no certificate to be trusted: {why}")
        }
        _ => format!("no encrypted connection to {origin}: {error}"),
    };
    Error::connection(text).with_source(error)
}

fn certificates(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, Error> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    match found {
        Ok(certificates) if !certificates.is_empty() => Ok(certificates),
        Ok(_) => Err(Error::usage("there is no certificate in the PEM text")),
        Err(error) => Err(Error::usage("the PEM text is malformed").with_source(error)),
    }
}

fn config(trust: &Trust) -> Result<Arc<ClientConfig>, Error> {
    let unusable = |error: rustls::Error| {
        Error::connection(format!("no certificates to trust: {error}")).with_source(error)
    };
    let provider = Arc::new(ring::default_provider());
    let verifier: Arc<dyn rustls::client::danger::ServerCertVerifier> = match trust {
        Trust::System => Arc::new(Verifier::new(Arc::clone(&provider)).map_err(unusable)?),
        Trust::SystemAnd(roots) => {
            let verifier = Verifier::new_with_extra_roots(roots.iter().cloned(), Arc::clone(&provider));
            Arc::new(verifier.map_err(unusable)?)
        }
        Trust::Only(roots) => only(roots, &provider)?,
    };
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(unusable)?
        // The name promises danger: what follows is one of the two verifiers that check everything.
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

fn only(
    roots: &[CertificateDer<'static>],
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<WebPkiServerVerifier>, Error> {
    let unusable =
        |error: &dyn std::fmt::Display| Error::usage(format!("the certificates cannot be trusted: {error}"));
    let mut store = RootCertStore::empty();
    for root in roots {
        store.add(root.clone()).map_err(|error| unusable(&error))?;
    }
    WebPkiServerVerifier::builder_with_provider(Arc::new(store), Arc::clone(provider))
        .build()
        .map_err(|error| unusable(&error))
}
