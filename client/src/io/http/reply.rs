//! What the head of an answer says, and what its body is if it carries no messages.

use std::time::Duration;

use snodo_http1::client::Head;

use super::headers::Headers;
use crate::error::Error;
use crate::machine::Arrival;
use crate::transport::Arrived;

/// As much of a body stands in the error about it.
const SAMPLE: usize = 512;
/// A longer challenge is left out.
const MAX_CHALLENGE: usize = 8_192;
/// As much of a content coding or media type stands in the error about it.
const MAX_NAMED: usize = 100;

/// The head of an answer, as far as it matters.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) media: Media,
    /// The content coding, if there is one.
    pub(super) coding: Option<String>,
    /// Where a redirect leads.
    pub(super) location: Option<String>,
    /// How long the connection may be idle, as the server says.
    pub(super) patience: Option<Duration>,
    challenge: Challenge,
}

/// What kind of body it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Media {
    Json,
    Events,
    Other(String),
    Unnamed,
}

/// The values of `WWW-Authenticate`.
#[derive(Debug, Default, PartialEq, Eq)]
enum Challenge {
    #[default]
    None,
    Given(String),
    TooLong,
}

impl Reply {
    pub(super) fn read(head: &Head<'_>) -> Self {
        let mut reply = Self {
            status: head.status().code(),
            media: Media::Unnamed,
            coding: None,
            location: None,
            patience: None,
            challenge: Challenge::None,
        };
        for (name, value) in head.headers() {
            if name.eq_ignore_ascii_case("content-type") {
                reply.media = Media::of(value);
            } else if name.eq_ignore_ascii_case("content-encoding") {
                if !value.is_empty() && !value.eq_ignore_ascii_case(b"identity") {
                    reply.coding = Some(printable(value, MAX_NAMED));
                }
            } else if name.eq_ignore_ascii_case("location") {
                reply.location = Some(String::from_utf8_lossy(value).into_owned());
            } else if name.eq_ignore_ascii_case("keep-alive") {
                reply.patience = patience(value);
            } else if name.eq_ignore_ascii_case("www-authenticate") {
                reply.challenge.push(value);
            }
        }
        reply
    }

    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The value of `WWW-Authenticate`.
    pub(super) fn challenge(&self) -> Option<&str> {
        match &self.challenge {
            Challenge::Given(challenge) => Some(challenge),
            Challenge::None | Challenge::TooLong => None,
        }
    }

    /// The error that this answer is, with its status and what it demands.
    pub(super) fn error(&self, text: &str) -> Error {
        let error = |text: &str| Error::connection(text).with_http_status(self.status);
        match &self.challenge {
            Challenge::None => error(text),
            Challenge::Given(challenge) => error(text).with_challenge(challenge.as_str()),
            Challenge::TooLong => {
                error(&format!("{text} (a challenge of more than {MAX_CHALLENGE} bytes is left out)"))
            }
        }
    }

    /// What a body means that is all there is. With `is_cut` there is more of it, or should be.
    pub(super) fn judge(&self, body: Vec<u8>, is_cut: bool, headers: &Headers) -> Result<Arrived, Error> {
        let is_message =
            || Arrival::parse(&body).is_ok_and(|arrival| matches!(arrival, Arrival::Response(_)));
        let carries_message = match (&self.media, self.is_success()) {
            _ if is_cut => false,
            // What looks like a message is judged only once, by whoever waits for it.
            (Media::Json, true) => body.starts_with(b"{\"jsonrpc\"") || is_message(),
            (_, true) => false,
            // An error that says why is worth more than its media type.
            (_, false) => is_message(),
        };
        if carries_message {
            let arrived = Arrived::new(body).with_http_status(self.status);
            return Ok(match &self.challenge {
                Challenge::Given(challenge) => arrived.with_challenge(challenge.as_str()),
                Challenge::None | Challenge::TooLong => arrived,
            });
        }
        let sample = sample(&body, headers);
        let what = match (&self.media, self.is_success()) {
            _ if sample.is_empty() && !is_cut => "no message".to_owned(),
            (Media::Json, _) => "JSON that is no response".to_owned(),
            (Media::Other(media), _) => format!("{media}, which carries no messages"),
            (Media::Unnamed, true) => "a body without a Content-Type".to_owned(),
            _ => "a body that is no message".to_owned(),
        };
        let colon = if sample.is_empty() { "" } else { ": " };
        Err(self.error(&format!("the server answered HTTP {} with {what}{colon}{sample}", self.status)))
    }
}

impl Media {
    fn of(value: &[u8]) -> Self {
        let essence = value.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii();
        if essence.eq_ignore_ascii_case(b"application/json") {
            Self::Json
        } else if essence.eq_ignore_ascii_case(b"text/event-stream") {
            Self::Events
        } else if essence.is_empty() {
            Self::Unnamed
        } else {
            Self::Other(printable(essence, MAX_NAMED))
        }
    }
}

impl Challenge {
    fn push(&mut self, value: &[u8]) {
        let value = String::from_utf8_lossy(value);
        let joined = match self {
            Self::None => value.into_owned(),
            Self::Given(challenge) => format!("{challenge}, {value}"),
            Self::TooLong => return,
        };
        *self = if joined.len() > MAX_CHALLENGE { Self::TooLong } else { Self::Given(joined) };
    }
}

/// What a `Keep-Alive` field says, less a second: a request that is sent in the last moment would come too late.
fn patience(value: &[u8]) -> Option<Duration> {
    let mut parameters = value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    let seconds = parameters.find_map(|parameter| parameter.strip_prefix(b"timeout="))?;
    let seconds: u64 = str::from_utf8(seconds).ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds.saturating_sub(1)))
}

/// The start of a body, in one line and without what the caller keeps secret.
fn sample(body: &[u8], headers: &Headers) -> String {
    let longest = headers.longest();
    let seen = &body[..body.len().min(SAMPLE + longest)];
    let mut redacted = headers.redact(seen);
    if seen.len() < body.len() {
        // The cut may have gone through a value.
        redacted.truncate(redacted.len().saturating_sub(longest));
    }
    printable(&redacted, SAMPLE)
}

/// At most so many bytes of a text in one line: what is neither visible nor a blank becomes one.
pub(super) fn printable(text: &[u8], most: usize) -> String {
    let mut line = String::new();
    for character in String::from_utf8_lossy(text).trim().chars() {
        let character = if character.is_control() { ' ' } else { character };
        if line.len() + character.len_utf8() > most {
            break;
        }
        if character != ' ' || !line.ends_with(' ') {
            line.push(character);
        }
    }
    line.truncate(line.trim_end().len());
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_are_compared_without_their_parameters() {
        for json in
            ["application/json", "Application/JSON", "application/json; charset=utf-8", "application/json ;x"]
        {
            assert_eq!(Media::of(json.as_bytes()), Media::Json, "{json}");
        }
        for events in ["text/event-stream", "text/event-stream;charset=UTF-8"] {
            assert_eq!(Media::of(events.as_bytes()), Media::Events, "{events}");
        }
        for other in ["application/jsonx", "application/problem+json", "text/html"] {
            assert_eq!(Media::of(other.as_bytes()), Media::Other(other.into()), "{other}");
        }
        assert_eq!(Media::of(b" ; charset=utf-8"), Media::Unnamed);
    }

    #[test]
    fn a_keep_alive_field_says_how_long() {
        let seconds = |value: &str| patience(value.as_bytes()).map(|patience| patience.as_secs());
        assert_eq!(seconds("timeout=5"), Some(4));
        assert_eq!(seconds("max=100, timeout=5"), Some(4));
        assert_eq!(seconds("timeout=0"), Some(0));
        for nothing in ["", "max=100", "timeout=", "timeout=x", "timeout=99999999999999999999", "Timeout"] {
            assert_eq!(seconds(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn a_sample_is_one_bounded_line() {
        let headers = Headers::default();
        assert_eq!(sample(b"<p>\r\n\tno \x1B[31mway\x00\n", &headers), "<p> no [31mway");
        assert_eq!(sample(b"\xFFa\xC3", &headers), "\u{FFFD}a\u{FFFD}");
        assert_eq!(sample("\u{20AC}".repeat(1_000).as_bytes(), &headers).len(), 510);
    }

    #[test]
    fn a_sample_has_no_part_of_a_secret() {
        let mut headers = Headers::default();
        headers.set("authorization", "Bearer QXZKQXZK").expect("a header");
        for fill in 480..530 {
            let body = format!("{}QXZKQXZKBearer QXZKQXZK{}", "x".repeat(fill), "y".repeat(1_000));
            let sample = sample(body.as_bytes(), &headers);
            assert!(sample.len() <= SAMPLE && !sample.contains(['Q', 'B', 'Z']), "{sample}");
        }
        let many = "QXZKQXZK".repeat(2_000);
        assert!(!sample(many.as_bytes(), &headers).contains(['Q', 'Z']));
    }
}
