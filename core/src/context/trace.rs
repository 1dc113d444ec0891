//! The trace that a request belongs to.
//!
//! Spec: basic, section "OpenTelemetry trace context"; W3C Trace Context.

use alloc::borrow::Cow;

use crate::jsonrpc::Members;

/// A client's trace context, as it stands in `_meta`: within its bounds, and not checked any further, since a later
/// version may have another form.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TraceContext<'a> {
    /// `traceparent`: 55 to 512 bytes.
    pub traceparent: Cow<'a, str>,
    /// `tracestate`: up to 512 bytes and 32 members.
    pub tracestate: Option<Cow<'a, str>>,
}

impl<'a> TraceContext<'a> {
    /// Reads the text of a `_meta` object; `None` without a `traceparent` within its bounds.
    pub(crate) fn read(meta: &'a str) -> Option<Self> {
        let meta = Members::of_text(meta);
        let (parent, state) = (meta.string(b"traceparent"), meta.string(b"tracestate"));
        let is_plain = |text: &str| text.bytes().all(|b| matches!(b, b' '..=b'~'));
        Some(Self {
            traceparent: parent.filter(|text| (55..=512).contains(&text.len()) && is_plain(text))?,
            tracestate: state
                .filter(|text| text.len() <= 512 && text.split(',').count() <= 32 && is_plain(text)),
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";

    fn read(meta: &str) -> Option<(bool, bool)> {
        TraceContext::read(meta).map(|trace| (trace.traceparent == PARENT, trace.tracestate.is_some()))
    }

    #[test]
    fn what_is_out_of_bounds_is_not_there() {
        let with = |members: &str| format!("{{{members}}}");
        let parent = format!(r#""traceparent":"{PARENT}""#);
        let state = |text: &str| with(&format!(r#"{parent},"tracestate":"{text}""#));
        assert_eq!(read("{}"), None);
        assert_eq!(read(&with(&parent)), Some((true, false)));
        assert_eq!(read(&state("a=1,b=2")), Some((true, true)));
        assert_eq!(read(&with(r#""tracestate":"a=1""#)), None);
        assert_eq!(read(r#"{"traceparent":7}"#), None);
        assert_eq!(read(&with(&format!(r#""traceparent":"{}""#, &PARENT[1..]))), None, "54 bytes");
        assert_eq!(read(&with(&format!(r#""traceparent":"{}""#, "x".repeat(512)))), Some((false, false)));
        assert_eq!(read(&with(&format!(r#""traceparent":"{}""#, "x".repeat(513)))), None);
        assert_eq!(read(&with(&format!(r#""traceparent":"{PARENT}é""#))), None);
        assert_eq!(read(&state(&"x".repeat(512))), Some((true, true)));
        assert_eq!(read(&state(&"x".repeat(513))), Some((true, false)));
        assert_eq!(read(&state(&["a=1"; 32].join(","))), Some((true, true)));
        assert_eq!(read(&state(&["a=1"; 33].join(","))), Some((true, false)));
    }
}
