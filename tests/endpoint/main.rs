//! Streamable HTTP without HTTP: literal heads and bodies in, literal statuses, fields and bodies out.

mod annotations;
mod body_order;
mod cancellation;
mod cors;
mod envelopes;
mod exchange;
mod handshake;
mod head_order;
mod hosts;
mod media_types;
mod mirrored;
mod notifications;
mod origins;
mod parameters;
mod settings;
mod statuses;
mod steps;
mod streams;
mod subject;
