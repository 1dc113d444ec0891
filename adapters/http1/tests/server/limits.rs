//! Every limit at its edge, and what happens beyond it.

use snodo_http1::server::Limits;

use super::feeder::three_ways;

/// A request whose head has exactly this many bytes.
fn head_of(len: usize) -> Vec<u8> {
    let (start, end) = (&b"GET /a HTTP/1.1\r\nHost: h\r\nX: "[..], &b"\r\n\r\n"[..]);
    [start, &vec![b'x'; len - start.len() - end.len()], end].concat()
}

#[test]
fn a_head_of_32768_bytes() {
    three_ways(Limits::default(), &head_of(32_768), &["served GET /a", "open"]);
    three_ways(Limits::default(), &head_of(32_769), &["refused 431"]);
}

#[test]
fn a_head_that_never_ends() {
    let mut endless = b"GET /a HTTP/1.1\r\nHost: h\r\nX: ".to_vec();
    endless.resize(1 << 20, b'x');
    three_ways(Limits::default(), &endless, &["refused 431"]);
    let lines = [&b"GET /a HTTP/1.1\r\n"[..], &b"X: 1\r\n".repeat(100_000)].concat();
    three_ways(Limits::default(), &lines, &["refused 431"]);
}

#[test]
fn a_target_of_8192_bytes() {
    let request = |len: usize| [b"GET /", &vec![b'a'; len - 1][..], b" HTTP/1.1\r\nHost: h\r\n\r\n"].concat();
    let served = format!("served GET /{}", "a".repeat(8_191));
    three_ways(Limits::default(), &request(8_192), &[&served, "open"]);
    three_ways(Limits::default(), &request(8_193), &["refused 414"]);
    three_ways(Limits::default(), &request(100_000), &["refused 414"]);
    three_ways(Limits::default(), &vec![b'A'; 100_000], &["refused 501"]);
}

#[test]
fn a_target_limit_above_that_of_the_head() {
    let limits = Limits::default().head(100).target(1_000);
    let request = |len: usize| [b"GET /", &vec![b'a'; len][..], b" HTTP/1.1\r\nHost: h\r\n\r\n"].concat();
    three_ways(limits, &request(200), &["refused 414"]);
    three_ways(limits, &request(75), &["refused 431"]);
}

#[test]
fn as_many_fields_as_allowed() {
    let request = |count: usize| {
        [b"GET /a HTTP/1.1\r\nHost: h\r\n", &b"X: 1\r\n".repeat(count - 1)[..], b"\r\n"].concat()
    };
    let limits = Limits::default().headers(3);
    three_ways(limits, &request(3), &["served GET /a", "open"]);
    three_ways(limits, &request(4), &["refused 431"]);
    let most = Limits::default().headers(1_000);
    three_ways(most, &request(256), &["served GET /a", "open"]);
    three_ways(most, &request(257), &["refused 431"]);
}

#[test]
fn limits_of_a_chunked_body() {
    let limits = Limits::default().chunk_line(8).trailers(10);
    let request = |body: &str| {
        format!("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n{body}").into_bytes()
    };
    three_ways(limits, &request("1;abcd\r\nx\r\n0\r\nX: yzwv\r\n\r\n"), &["refused 431"]);
    three_ways(limits, &request("1;abcd\r\nx\r\n0\r\nX: yzw\r\n\r\n"), &["served POST /a x", "open"]);
    three_ways(limits, &request("1;abcde\r\nx\r\n0\r\n\r\n"), &["refused 400"]);
}

#[test]
fn values_that_make_no_sense_are_bent() {
    let bent = Limits::default().head(0).trailers(0).requests(Some(0));
    three_ways(
        bent,
        b"GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        &["served GET /a", "closed"],
    );
    three_ways(
        Limits::default().trailers(0),
        b"POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        &["served POST /a", "open"],
    );
}
