//! What the host knows about a call and the message does not say.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::{Any, TypeId};
use core::fmt;
use core::net::SocketAddr;

type Shared = Arc<dyn Any + Send + Sync>;

/// What the host adds to a request: who calls, from where, and anything handlers should find.
///
/// The default knows nothing and costs nothing. Handlers read it through [`Context`](crate::Context).
#[derive(Clone, Default)]
#[must_use]
pub struct Call {
    auth: Option<Shared>,
    peer: Option<SocketAddr>,
    extensions: Option<Arc<Vec<(TypeId, Shared)>>>,
}

impl Call {
    /// Nothing known.
    pub fn new() -> Self {
        Self::default()
    }

    /// Who calls, as the host has verified it. Handlers get it by type.
    pub fn with_auth<T: Any + Send + Sync>(self, auth: T) -> Self {
        Self { auth: Some(Arc::new(auth)), ..self }
    }

    /// The network address of the other end.
    pub fn with_peer(self, peer: SocketAddr) -> Self {
        Self { peer: Some(peer), ..self }
    }

    /// A value for handlers, found by its type; a second one of a type replaces the first.
    pub fn with_extension<T: Any + Send + Sync>(mut self, extension: T) -> Self {
        let values = Arc::make_mut(self.extensions.get_or_insert_default());
        values.retain(|(id, _)| *id != TypeId::of::<T>());
        values.push((TypeId::of::<T>(), Arc::new(extension)));
        self
    }

    /// What [`with_auth`](Call::with_auth) was given, when it is of this type.
    #[must_use]
    pub fn auth<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.auth.as_ref()?.downcast_ref()
    }

    /// The network address of the other end.
    #[must_use]
    pub fn peer(&self) -> Option<SocketAddr> {
        self.peer
    }

    /// The extension of this type.
    #[must_use]
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&T> {
        let (_, value) = self.extensions.as_ref()?.iter().find(|(id, _)| *id == TypeId::of::<T>())?;
        value.downcast_ref()
    }
}

impl fmt::Debug for Call {
    /// Without the values: they may be secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("auth", &self.auth.is_some())
            .field("peer", &self.peer)
            .field("extensions", &self.extensions.as_ref().map_or(0, |values| values.len()))
            .finish()
    }
}
