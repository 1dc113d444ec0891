//! What the client makes of what a server says, whatever brought it: a transport that plays a script, on a virtual clock.

mod script;

mod answers;
mod caching;
mod fields;
mod listening;
mod lists;
mod negotiation;
mod questions;
mod requests;
mod timeouts;
mod validation;
