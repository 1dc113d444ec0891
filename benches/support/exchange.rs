//! A whole exchange: from the bytes of a message to the bytes of its answer.

use std::hint::black_box;

use snodo::Server;

use super::subject::{execution, response};

/// The answer to [`CALL`].
pub(crate) const ANSWER: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"hello"}],"#,
    r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"greeter","version":"0.1.0"}}}}"#
);

/// Writes the answer into a buffer that is kept.
pub(crate) fn answer(server: &Server, message: &str, out: &mut Vec<u8>) {
    out.clear();
    response(execution(server, message)).encode(out);
    black_box(out);
}
