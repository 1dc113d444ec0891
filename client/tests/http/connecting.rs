//! Servers that cannot be reached.

use std::net::TcpListener;

use snodo_client::{ErrorKind, Http};

use crate::script::Script;
use crate::transport::call;

#[test]
fn a_closed_port_is_an_error_that_names_it() {
    // A port that was free a moment ago.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let outcome = call(&Http::new(&format!("http://{address}/mcp?key=passw0rd")).expect("a URL"));
    let error = outcome.error();
    assert!(error.message().starts_with(&format!("cannot reach {address}: ")), "{error}");
    assert!(!error.message().contains("passw0rd"));
    assert_eq!((error.kind(), error.code()), (ErrorKind::Connection, -32000));
    assert!(std::error::Error::source(error).is_some());
}

#[test]
fn a_name_that_does_not_exist_is_an_error_that_names_it() {
    let outcome = call(&Http::new("http://name.invalid:80/").expect("a URL"));
    assert!(outcome.error().message().starts_with("cannot reach name.invalid: "), "{:?}", outcome.error());
}

#[test]
fn every_address_of_a_name_is_tried() {
    // The name has two addresses on most machines, ::1 first, and only one of them has a listener.
    let script = Script::always(
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
          {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        1,
    );
    let url = format!("http://localhost:{}/", script.address.port());
    assert_eq!(call(&Http::new(&url).expect("a URL")).messages.len(), 1);
    script.finish();
}

#[cfg(feature = "tls")]
#[test]
fn connecting_takes_only_so_long() {
    use std::sync::mpsc;
    use std::time::Duration;

    use async_io::block_on;
    use futures_lite::future::{poll_once, yield_now};
    use snodo_executor::VirtualClock;

    use crate::script::{bounded, script};
    use crate::transport::{message, outcome};

    // It takes the connection and never shakes hands.
    let (came, has_come) = mpsc::channel();
    let script = script![move |mut peer| {
        while peer.read() > 0 {
            came.send(()).expect("the test waits");
        }
    }];
    let clock = VirtualClock::new();
    let url = format!("https://{}/", script.address);
    let http = Http::new(&url).expect("a URL").clock(clock.clone()).connect_timeout(Duration::from_secs(7));
    let outcome = block_on(bounded(async {
        let mut call = Box::pin(outcome(&http, message(1, "tools/call")));
        while has_come.try_recv().is_err() {
            assert!(poll_once(&mut call).await.is_none());
            yield_now().await;
        }
        clock.advance(Duration::from_millis(6_999));
        for _ in 0..100 {
            assert!(poll_once(&mut call).await.is_none());
        }
        clock.advance(Duration::from_millis(1));
        poll_once(&mut call).await.expect("its time is over")
    }));
    let text = outcome.error().message();
    assert_eq!(text, format!("no connection to {} within 7000 ms", script.address));
    drop(http);
    script.finish();
}
