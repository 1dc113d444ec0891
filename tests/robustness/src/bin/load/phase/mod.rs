//! What is done to servers, one file for each way.

pub(crate) mod flood;
pub(crate) mod idle;
pub(crate) mod kills;
pub(crate) mod lines;
pub(crate) mod listen;
pub(crate) mod mixed;
pub(crate) mod orphans;
pub(crate) mod slow;
