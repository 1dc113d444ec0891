//! Settings that are refused.

use std::sync::Arc;
use std::time::Duration;

use snodo_core::Server;
use snodo_core::http::Endpoint;
use snodo_executor::Executor;
use snodo_tower::{Mcp, McpBuilder};

#[test]
fn a_time_of_zero_is_refused() {
    let zero = Some(Duration::ZERO);
    let builder = || {
        let server = Server::builder("t", "1").build().unwrap();
        let executor = Executor::new(Arc::new(async_executor::Executor::new()));
        Mcp::builder(Endpoint::builder(server).build().unwrap(), executor)
    };
    let cases: [(&str, McpBuilder); 5] = [
        ("the body timeout is zero; None turns it off", builder().body_timeout(zero)),
        ("the read timeout is zero; None turns it off", builder().read_timeout(zero)),
        ("the keep-alive period is zero; None turns it off", builder().keep_alive(zero)),
        ("the probe is zero; None turns it off", builder().probe(zero)),
        ("the request timeout is zero; None turns it off", builder().request_timeout(Some(Duration::ZERO))),
    ];
    for (text, builder) in cases {
        assert_eq!(builder.build().unwrap_err().to_string(), text);
    }
    assert!(builder().request_timeout(None).build().is_ok());
}
