//! Requests as a client writes them, and answers as it gets them.

use snodo::{Call, Execution, Outcome, Server};

/// A request with id 1. `params` are its members but for `_meta`, each with a comma after it; `meta` are members
/// of `_meta` besides those it must have, each with a comma before it.
pub(crate) fn request(method: &str, params: &str, meta: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}{meta}}}}}}}"#
    )
}

/// Takes a message; nothing of a handler runs yet. `None`: there is nothing to say to it.
pub(crate) fn start(server: &Server, message: &str) -> Option<Execution> {
    server.handle(message.as_bytes(), &Call::new())
}

/// Carries a message out, and gives all that is answered, in order.
pub(crate) fn exchange(server: &Server, message: &str) -> Vec<String> {
    let encoded = |encode: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = Vec::new();
        encode(&mut bytes);
        String::from_utf8(bytes).expect("messages are UTF-8")
    };
    match start(server, message).map(Execution::wait) {
        None => Vec::new(),
        Some(Outcome::Response(response)) => vec![encoded(&|out| response.encode(out))],
        Some(Outcome::Stream(mut stream)) => std::iter::from_fn(|| stream.wait_frame())
            .map(|frame| encoded(&|out| frame.encode(out)))
            .collect(),
    }
}
