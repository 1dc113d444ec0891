//! Spans of the `tracing` crate.

use std::time::Instant;

use snodo_core::{End, Facts, Instrument, Span};
use tracing::field::Empty;

use crate::outcome;

/// Opens a span `mcp.request` for each request and records its end in it.
///
/// Fields: `method`, `id`, `protocol`, `kind` and `name` of the component, `traceparent` and `tracestate` as the client
/// sent them (for a layer that links them); at the end `outcome`, `code` of an error, and `duration_us`. The span is not
/// entered: handlers run on whatever polls them.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::exhaustive_structs, reason = "it has nothing to configure, and its name is its constructor")]
pub struct TraceRequests;

impl Instrument for TraceRequests {
    fn start(&self, facts: &Facts<'_>) -> Option<Box<dyn Span>> {
        let span = tracing::info_span!(
            target: "snodo::request",
            "mcp.request",
            method = facts.method,
            id = %facts.id,
            protocol = facts.protocol_version,
            kind = Empty,
            name = Empty,
            traceparent = Empty,
            tracestate = Empty,
            outcome = Empty,
            code = Empty,
            duration_us = Empty,
        );
        if span.is_disabled() {
            return None;
        }
        if let Some(component) = facts.component {
            span.record("kind", tracing::field::display(component.kind)).record("name", component.name);
        }
        if let Some(trace) = &facts.trace {
            span.record("traceparent", &*trace.traceparent);
            if let Some(state) = &trace.tracestate {
                span.record("tracestate", &**state);
            }
        }
        Some(Box::new(Traced { span, started: Instant::now() }))
    }
}

struct Traced {
    span: tracing::Span,
    started: Instant,
}

impl Span for Traced {
    fn end(self: Box<Self>, end: End) {
        let micros = u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.span.record("outcome", outcome(end)).record("duration_us", micros);
        if let End::Error { code } = end {
            self.span.record("code", code);
        }
    }
}
