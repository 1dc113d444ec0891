//! What a listener proves its name with.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::error::{Error, Kind};

/// What peers agree on in the handshake: no other protocol is spoken here.
const ALPN: &[u8] = b"http/1.1";

/// Certificates and the key to them, for [`Http::tls`](crate::Http::tls). Cheap to clone (one `Arc`).
///
/// TLS 1.3 and 1.2, with the cipher suites of [`rustls`] and the cryptography of `ring`. Clients are not asked for
/// certificates. A configuration of one's own can do so, or take certificates that change while it serves:
/// `Tls::from(Arc<ServerConfig>)`. Whatever it says about ALPN, `http/1.1` is all that is offered.
///
/// Early data is not accepted unless a configuration of one's own does: it can be repeated by others, and calls are not
/// to run twice.
#[derive(Clone)]
pub struct Tls(Arc<ServerConfig>);

impl Tls {
    /// From PEM text: the certificate of this host and those that lead to a root, in this order, and the first private
    /// key (PKCS #8, PKCS #1 or SEC 1).
    ///
    /// # Errors
    ///
    /// When one of them is [missing, broken, or not for the other](Error::is_tls): the fault of whoever made them.
    pub fn pem(certificates: impl AsRef<[u8]>, key: impl AsRef<[u8]>) -> Result<Tls, Error> {
        let certificates =
            CertificateDer::pem_slice_iter(certificates.as_ref()).collect::<Result<Vec<_>, _>>();
        let key = PrivateKeyDer::from_pem_slice(key.as_ref());
        Tls::new(certificates.map_err(Kind::Pem)?, key.map_err(Kind::Pem)?)
    }

    /// As [`pem`](Self::pem), from files, which are read at once.
    ///
    /// # Errors
    ///
    /// As [`pem`](Self::pem), and when a file cannot be read.
    pub fn pem_files(certificates: impl AsRef<Path>, key: impl AsRef<Path>) -> Result<Tls, Error> {
        let certificates = CertificateDer::pem_file_iter(certificates).and_then(Iterator::collect);
        let key = PrivateKeyDer::from_pem_file(key);
        Tls::new(certificates.map_err(Kind::Pem)?, key.map_err(Kind::Pem)?)
    }

    fn new(certificates: Vec<CertificateDer<'static>>, key: PrivateKeyDer<'static>) -> Result<Tls, Error> {
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|config| config.with_no_client_auth().with_single_cert(certificates, key))
            .map_err(Kind::Certificate)?;
        Ok(Arc::new(config).into())
    }

    pub(crate) fn config(&self) -> &Arc<ServerConfig> {
        &self.0
    }
}

impl From<Arc<ServerConfig>> for Tls {
    fn from(mut config: Arc<ServerConfig>) -> Tls {
        Arc::make_mut(&mut config).alpn_protocols = vec![ALPN.to_vec()];
        Tls(config)
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}
