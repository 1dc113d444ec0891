//! Clients that end their side of a connection. Over HTTP that counts as leaving, since one that has gone looks the
//! same; what was done by then is answered.

use crate::hosts::{FIELDS, Limits, over_each_socket};
use crate::subject::{call, echo_hi, text};

fn request(tool: &str, body: &str) -> String {
    let fields = FIELDS.replace("Mcp-Name: echo", &format!("Mcp-Name: {tool}")).replace('\n', "\r\n");
    format!("POST /mcp HTTP/1.1\r\n{fields}Content-Length: {}\r\n\r\n{body}", body.len())
}

#[test]
fn what_is_quick_is_answered() {
    over_each_socket(Limits::default(), |socket| {
        let mut client = socket.client();
        client.send(request("echo", &echo_hi("1")) + &request("echo", &echo_hi("2")));
        client.end();
        for id in ["1", "2"] {
            assert_eq!(client.answer().said(), (200, &*text(id, "hi")));
        }
        client.expect_end();
    });
}

#[test]
fn what_still_runs_is_cancelled() {
    over_each_socket(Limits::default(), |socket| {
        let mut client = socket.client();
        client.send(request("hang", &call("1", "hang", "{}", r#","progressToken":1"#)));
        assert_eq!(client.head().field("content-type"), Some("text/event-stream"));
        assert!(client.chunk().contains("notifications/progress"));
        client.end();
        // Without a last event: nobody is there to read it.
        client.expect_end();
    });
}
