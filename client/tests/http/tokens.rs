//! Tokens of a provider, and another one when the server refuses the first.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use snodo_client::{ErrorKind, Http, TokenFuture, TokenProvider};

use crate::script::{Request, Script, script};
use crate::transport::{call, http};

const OK: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
    {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
const REFUSED: &[u8] =
    b"HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer realm=\"a\"\r\nContent-Length: 0\r\n\r\n";
const TOO_LITTLE: &[u8] =
    b"HTTP/1.1 403 Forbidden\r\nWWW-Authenticate: Bearer error=\"insufficient_scope\"\r\n\
    Content-Length: 0\r\n\r\n";
const FORBIDDEN: &[u8] = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";

type Answers = VecDeque<Result<Option<&'static str>, &'static str>>;

/// Gives what it was told to, and notes which refusals it heard of.
#[derive(Clone, Default)]
struct Provider {
    answers: Arc<Mutex<Answers>>,
    refusals: Arc<Mutex<Vec<String>>>,
}

impl Provider {
    fn new<const N: usize>(answers: [Result<Option<&'static str>, &'static str>; N]) -> Self {
        Self { answers: Arc::new(Mutex::new(answers.into())), refusals: Arc::default() }
    }

    fn next(&self) -> TokenFuture<'_> {
        let answer = self.answers.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        Box::pin(async move { Ok(answer.expect("it is asked no more often")?.map(str::to_owned)) })
    }

    fn refusals(&self) -> Vec<String> {
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl TokenProvider for Provider {
    fn token(&self) -> TokenFuture<'_> {
        self.next()
    }

    fn refused<'a>(&'a self, status: u16, challenge: Option<&'a str>) -> TokenFuture<'a> {
        let refusal = format!("{status} {}", challenge.unwrap_or("without a challenge"));
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner).push(refusal);
        self.next()
    }
}

fn with(script: &Script, provider: &Provider) -> Http {
    http(script).tokens(provider.clone())
}

/// The line of the request that has the token.
fn authorization(request: &Request) -> Option<String> {
    let line = request.head.lines().find(|line| line.to_ascii_lowercase().starts_with("authorization:"));
    line.map(str::to_owned)
}

#[test]
fn each_request_has_the_token_of_its_moment() {
    let script = script![|mut peer| {
        for expected in [Some("Authorization: Bearer one"), Some("Authorization: Bearer two"), None] {
            assert_eq!(authorization(&peer.request()).as_deref(), expected);
            peer.send(OK);
        }
    }];
    let http = with(&script, &Provider::new([Ok(Some("one")), Ok(Some("two")), Ok(None)]));
    for _ in 0..3 {
        call(&http).message();
    }
    script.finish();
}

#[test]
fn a_refused_token_is_replaced_once() {
    for (refusal, heard) in
        [(REFUSED, "401 Bearer realm=\"a\""), (TOO_LITTLE, "403 Bearer error=\"insufficient_scope\"")]
    {
        let script = script![move |mut peer| {
            assert_eq!(authorization(&peer.request()).as_deref(), Some("Authorization: Bearer old"));
            peer.send(refusal);
            assert_eq!(authorization(&peer.request()).as_deref(), Some("Authorization: Bearer new"));
            peer.send(OK);
        }];
        let provider = Provider::new([Ok(Some("old")), Ok(Some("new"))]);
        call(&with(&script, &provider)).message();
        script.finish();
        assert_eq!(provider.refusals(), [heard]);
    }
}

#[test]
fn the_second_refusal_is_the_error() {
    let script = script![|mut peer| {
        for _ in 0..2 {
            peer.request();
            peer.send(REFUSED);
        }
    }];
    let provider = Provider::new([Ok(Some("old")), Ok(Some("new"))]);
    let outcome = call(&with(&script, &provider));
    script.finish();
    let error = outcome.error();
    assert_eq!((error.kind(), error.code(), error.http_status()), (ErrorKind::Connection, -32000, Some(401)));
    assert_eq!(error.challenge(), Some("Bearer realm=\"a\""));
    assert!(!format!("{error} {error:?}").contains("new"), "{error}");
    assert_eq!(provider.refusals().len(), 1);
}

#[test]
fn a_provider_may_leave_it_at_the_refusal() {
    for (refusal, answers) in [(REFUSED, 2), (FORBIDDEN, 1)] {
        let script = Script::always(refusal, 1);
        let mut given = vec![Ok(Some("old")), Ok(None)];
        given.truncate(answers);
        let provider = Provider { answers: Arc::new(Mutex::new(given.into())), refusals: Arc::default() };
        let outcome = call(&with(&script, &provider));
        script.finish();
        assert!(matches!(outcome.error().http_status(), Some(401 | 403)));
        assert_eq!(provider.refusals().len(), answers - 1, "a plain 403 is no matter of tokens");
    }
}

#[test]
fn what_is_no_token_is_never_sent() {
    for bad in ["", "a b", "a\tb", "a\r\nX: y", "a\0", "t\u{f6}ken"] {
        let http = Http::new("http://127.0.0.1:9/mcp").expect("a URL").tokens(Provider::new([Ok(Some(bad))]));
        let outcome = call(&http);
        assert_eq!(outcome.error().kind(), ErrorKind::Usage, "{bad:?}");
        assert!(bad.is_empty() || !outcome.error().to_string().contains(bad), "{bad:?}");
    }
    let http = Http::new("http://127.0.0.1:9/mcp").expect("a URL").tokens(Provider::new([Err("no key")]));
    let outcome = call(&http);
    assert_eq!(outcome.error().kind(), ErrorKind::Connection);
    assert!(outcome.error().message().ends_with("no key"), "{}", outcome.error());
}
