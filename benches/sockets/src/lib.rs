//! What all servers are asked, and what all clients measure.

mod measure;

pub use measure::{Measure, Target};

/// A call as clients send it, on one line of 281 bytes without its end.
pub const CALL: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello"},"#,
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientInfo":{"name":"bench","version":"0"},"#,
    r#""io.modelcontextprotocol/clientCapabilities":{}}}}"#
);

/// What our server answers. Others may say more about themselves.
pub const ANSWER: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"hello"}],"#,
    r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"greeter","version":"0.1.0"}}}}"#
);

/// What every server's answer has in it.
pub const ECHOED: &str = r#""content":[{"type":"text","text":"hello"}]"#;
