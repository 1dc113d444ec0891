//! Each limit one below, at and one above, whole and in part: what has crossed a limit is refused before its end has
//! come, and what has not is waited for.

use snodo_http1::server::Limits;

use super::feeder::disagreement;

/// A limit, and what is measured by it.
struct Edge {
    name: &'static str,
    limits: Limits,
    limit: usize,
    /// Of so many units, whole.
    request: fn(usize) -> Vec<u8>,
    served: fn(usize) -> Vec<String>,
    refused: &'static str,
    /// Of at least so many units, up to the last byte that counts.
    part: fn(usize) -> Vec<u8>,
}

const HEAD_START: &str = "GET /a HTTP/1.1\r\nHost: h\r\nX: ";
const CHUNKED: &str = "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";

fn served_a(_: usize) -> Vec<String> {
    vec!["served GET /a".into(), "open".into()]
}

fn served_body(length: usize) -> Vec<String> {
    vec![format!("served POST /a {}", "x".repeat(length)), "open".into()]
}

fn served_x(_: usize) -> Vec<String> {
    served_body(1)
}

fn edges() -> [Edge; 7] {
    let limits = Limits::default();
    [
        Edge {
            name: "bytes of a head",
            limits: limits.head(200),
            limit: 200,
            request: |bytes| {
                format!("{HEAD_START}{}\r\n\r\n", "x".repeat(bytes - HEAD_START.len() - 4)).into_bytes()
            },
            served: served_a,
            refused: "refused 431",
            part: |bytes| format!("{HEAD_START}{}", "x".repeat(bytes - HEAD_START.len())).into_bytes(),
        },
        Edge {
            name: "fields of a head",
            limits: limits.headers(3),
            limit: 3,
            request: |fields| {
                format!("GET /a HTTP/1.1\r\nHost: h\r\n{}\r\n", "X: 1\r\n".repeat(fields - 1)).into_bytes()
            },
            served: served_a,
            refused: "refused 431",
            // How many there are is seen when the head is whole; until then its bytes are bounded.
            part: |fields| {
                let lines = "X: 1\r\n".repeat(if fields > 3 { 32_768 / 6 } else { 100 });
                format!("GET /a HTTP/1.1\r\nHost: h\r\n{lines}").into_bytes()
            },
        },
        Edge {
            name: "bytes of a target",
            limits: limits.target(20),
            limit: 20,
            request: |bytes| {
                format!("GET /{} HTTP/1.1\r\nHost: h\r\n\r\n", "a".repeat(bytes - 1)).into_bytes()
            },
            served: |bytes| vec![format!("served GET /{}", "a".repeat(bytes - 1)), "open".into()],
            refused: "refused 414",
            // A line without end may still hold a version, so a little more of it is waited for.
            part: |bytes| {
                let more = if bytes > 20 { 100 } else { 0 };
                format!("GET /{}", "a".repeat(bytes + more - 1)).into_bytes()
            },
        },
        Edge {
            name: "bytes of a body",
            limits: limits.body(12),
            limit: 12,
            request: |bytes| {
                let body = "x".repeat(bytes);
                format!("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: {bytes}\r\n\r\n{body}").into_bytes()
            },
            served: served_body,
            refused: "refused 413",
            part: |bytes| {
                format!("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: {bytes}\r\n\r\nx").into_bytes()
            },
        },
        Edge {
            name: "bytes of a body in chunks",
            limits: limits.body(12),
            limit: 12,
            request: |bytes| {
                let chunks = "1\r\nx\r\n".repeat(bytes);
                format!("{CHUNKED}{chunks}0\r\n\r\n").into_bytes()
            },
            served: served_body,
            refused: "refused 413",
            part: |bytes| format!("{CHUNKED}{}", "1\r\nx\r\n".repeat(bytes)).into_bytes(),
        },
        Edge {
            name: "bytes of a chunk's line",
            limits: limits.chunk_line(10),
            limit: 10,
            request: |bytes| format!("{CHUNKED}1;{}\r\nx\r\n0\r\n\r\n", "e".repeat(bytes - 4)).into_bytes(),
            served: served_x,
            refused: "refused 400",
            part: |bytes| format!("{CHUNKED}1;{}", "e".repeat(bytes - 2)).into_bytes(),
        },
        Edge {
            name: "bytes of trailers",
            limits: limits.trailers(16),
            limit: 16,
            request: |bytes| {
                format!("{CHUNKED}1\r\nx\r\n0\r\nX: {}\r\n\r\n", "t".repeat(bytes - 7)).into_bytes()
            },
            served: served_x,
            refused: "refused 431",
            part: |bytes| format!("{CHUNKED}1\r\nx\r\n0\r\nX: {}", "t".repeat(bytes - 3)).into_bytes(),
        },
    ]
}

#[track_caller]
fn agree(name: &str, size: usize, limits: Limits, input: &[u8], expected: &[&str]) {
    if let Some(disagreement) = disagreement(limits, input, expected) {
        panic!("{name}, {size}: {disagreement}");
    }
}

#[test]
fn one_below_at_and_one_above() {
    for Edge { name, limits, limit, request, served, refused, .. } in edges() {
        for size in [limit - 1, limit] {
            let expected = served(size);
            let expected: Vec<_> = expected.iter().map(String::as_str).collect();
            agree(name, size, limits, &request(size), &expected);
        }
        agree(name, limit + 1, limits, &request(limit + 1), &[refused]);
    }
}

#[test]
fn in_part() {
    for Edge { name, limits, limit, part, refused, .. } in edges() {
        agree(name, limit - 1, limits, &part(limit - 1), &["waits"]);
        agree(name, limit + 1, limits, &part(limit + 1), &[refused]);
    }
}
