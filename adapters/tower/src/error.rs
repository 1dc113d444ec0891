//! What is wrong with settings.

use std::fmt;

/// A setting that makes no sense: the host's fault. Its text names the setting.
///
/// ```
/// use std::sync::Arc;
/// use std::time::Duration;
/// # use snodo_core::Server;
/// # use snodo_core::http::Endpoint;
/// # use snodo_executor::Executor;
/// use snodo_tower::Mcp;
///
/// # let endpoint = Endpoint::builder(Server::builder("example", "1").build()?).build()?;
/// # let executor = Executor::new(Arc::new(async_executor::Executor::new()));
/// let refused = Mcp::builder(endpoint, executor).probe(Some(Duration::ZERO)).build();
/// assert_eq!(refused.unwrap_err().to_string(), "the probe is zero; None turns it off");
/// # Ok::<(), snodo_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    pub(crate) zero: &'static str,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} is zero; None turns it off", self.zero)
    }
}

impl std::error::Error for SettingsError {}
