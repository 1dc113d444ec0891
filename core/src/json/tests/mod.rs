//! What is accepted, what is refused and why, and what stays usable after a fault.

mod bounds;
mod grammar;
mod random;
mod walk;
