//! Sealed request state: what a server gives a client to bring back, so that no client can make it or change it.
//!
//! A [`Seal`] is the [`Sealer`](snodo_core::Sealer) of a server. Its tokens travel in `requestState` and are signed
//! with HMAC-SHA-256 of a secret [`Key`].
//!
//! **Signed, not encrypted: whoever holds a token can read what is in it.** The client, and whatever it passes tokens
//! through, sees the payload as it is, in base64. Keep nothing in it that the client must not know.
//!
//! ```
//! use snodo_core::{Binding, Sealer};
//! use snodo_seal::{Key, Seal};
//!
//! # let secret = [7; 32];
//! // 32 bytes that were made by chance, such as by `openssl rand 32`, and are no part of the program.
//! let seal = Seal::new(Key::new(&secret)?);
//!
//! let request = Binding::new("tools/call", r#"{"name":"deploy","arguments":{"to":"test"}}"#, Some("ada"));
//! let token = seal.seal("step 2", &request).expect("the payload is short");
//!
//! // The client asks again, members in any order, and brings the token with it.
//! let again = r#"{"requestState":"…","arguments":{"to":"test"},"name":"deploy"}"#;
//! let again = Binding::new("tools/call", again, Some("ada"));
//! assert_eq!(seal.open(&token, &again).as_deref(), Some("step 2"));
//!
//! // For another request, or somebody else, it is worth nothing.
//! let other = r#"{"name":"deploy","arguments":{"to":"production"}}"#;
//! assert_eq!(seal.open(&token, &Binding::new("tools/call", other, Some("ada"))), None);
//! let somebody = Binding::new("tools/call", again.params, Some("eve"));
//! assert_eq!(seal.open(&token, &somebody), None);
//! # Ok::<(), snodo_seal::SealError>(())
//! ```
//!
//! # What holds
//!
//! - A token opens for the method, the `params` and the principal that it was made for, and for no others. Nobody
//!   (`None`) is a principal of its own, and differs from the one whose name is empty.
//! - `params` are compared by what they say: the order of members, white space and the spelling of strings do not
//!   matter, and numbers count as they are written, so that `1` is not `1.0`. `_meta`, `requestState` and
//!   `inputResponses` change from round to round and do not count. Names so called further inside do.
//! - A token opens for less than the [lifetime](SealBuilder::lifetime) after it was made: 300 seconds unless set.
//! - A token that fails gives `None`, and nothing says why.
//! - Within its lifetime a token opens as often as it comes. What must happen once needs a record of its own:
//!   spec, basic/patterns/mrtr, section on server requirements.
//!
//! Two servers that share a secret take each other's tokens. That is what replicas of one server need, and what
//! different servers must not do: give each a secret of its own.
//!
//! # Changing the key
//!
//! The first key signs; every key opens. To put a new key in the place of an old one without failing a request:
//!
//! 1. Add the new key behind the old one, on all replicas: `.key(old).key(new)`. They learn to open what is to come.
//! 2. Then put it first: `.key(new).key(old)`. From here on it signs.
//! 3. A lifetime after the last replica has done so, drop the old key: `.key(new)`.
//!
//! A server that is alone can begin with the second step. A key that got out is dropped at once: the requests that
//! were waiting for input then fail, and start over.
//!
//! A key [with an id](Key::with_id) writes its id into its tokens, so that only this key is tried. A token without an
//! id is tried against every key there is: a key can be given an id while its tokens are on their way.
//!
//! # Form of a token
//!
//! `s1.TIME.PAYLOAD.TAG` or `s1.ID.TIME.PAYLOAD.TAG`: the time of sealing in seconds since the epoch, the payload and
//! the tag in base64url without padding (RFC 4648, section 5). The tag is
//! `HMAC-SHA-256(secret, "snodo-seal 1" || D)`, where D is the SHA-256 of, one behind the other:
//!
//! - `T`, and what stands before the tag's dot; `M`, and the method; `P`, and the principal, or `A` alone for nobody.
//!   What a letter introduces is preceded by its length, 8 bytes in network order;
//! - `params` as a value: a string is `"`, its length and its content; a number, `true`, `false` or `null` is `#`, its
//!   length and how it is written; an array is `[`, its items and `]`; an object is `{`, the number of its members in 8
//!   bytes and their digests in ascending order. A member's digest is the SHA-256 of its name, as a string, and its
//!   value.
//!
//! Members are thus put in order by their digests: that takes one pass, 32 bytes for each member of an open object,
//! and no copy of anything but strings with escapes.
//!
//! # Limits
//!
//! | what           | limit                                                                                        |
//! | -------------- | -------------------------------------------------------------------------------------------- |
//! | secret         | at least 32 bytes                                                                            |
//! | keys           | at most 8, at least 1                                                                        |
//! | id of a key    | 1 to 32 of `A`–`Z`, `a`–`z`, `0`–`9`, `_`, `-`                                               |
//! | lifetime       | 300 seconds unless set, at most 900                                                          |
//! | token          | 16,384 bytes, for payloads of 12,219 bytes or a little more; a longer one is refused unread  |
//! | time to come   | 30 seconds, for replicas whose clocks disagree; a token from further ahead is refused        |
//! | `params`       | those of the strict reader, [`snodo_core::json`]; no token is made for or taken with others  |
//!
//! Sealing and opening take time n log n in the size of `params`, less than 80 KiB of stack when optimized, and for
//! each member of the objects that are open 32 bytes, which for tiny members come to about twelve times the text while
//! the list grows. Nothing waits, blocks or locks.
//!
//! # Secrets in memory
//!
//! A [`Key`] does not hold its secret, but the two states of SHA-256 that begin with it, which sign just as well. They
//! and their copies are wiped when they are dropped. What moving values leaves on the stack is not, and the secret that
//! was handed in is the caller's.

mod binding;
mod error;
mod key;
mod seal;
mod settings;
mod token;

pub use error::SealError;
pub use key::Key;
pub use seal::Seal;
pub use settings::SealBuilder;
