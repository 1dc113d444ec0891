//! What is wrong with the settings of a seal.

/// Why a key or a seal was not made: always the fault of the program, or of whoever configures it. Nothing was built,
/// and no secret is part of the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SealError {
    /// A secret has fewer than 32 bytes.
    #[error("a secret has fewer than 32 bytes")]
    Secret,
    /// The id of a key is not 1 to 32 ASCII letters, digits, `_` and `-`.
    #[error("the id of a key is not 1 to 32 letters, digits, '_' and '-'")]
    Id,
    /// There is no key.
    #[error("there is no key")]
    NoKey,
    /// There are more than 8 keys.
    #[error("there are more than 8 keys")]
    TooManyKeys,
    /// Two keys have the same id.
    #[error("two keys have the same id")]
    SameId,
    /// The lifetime is shorter than a second, or longer than 900.
    #[error("the lifetime is not between 1 and 900 seconds")]
    Lifetime,
}
