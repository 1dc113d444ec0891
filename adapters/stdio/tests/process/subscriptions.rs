//! What becomes of open subscriptions when the process ends.

use rustix::process::Signal;

use crate::child::{Fixture, META};

fn listen(id: u32) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"subscriptions/listen\",\
         \"params\":{{\"notifications\":{{\"toolsListChanged\":true}},{META}}}}}\n"
    )
}

fn acknowledged(id: u32) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{{\"_meta\":\
         {{\"io.modelcontextprotocol/subscriptionId\":{id}}},\"notifications\":{{\"toolsListChanged\":true}}}}}}\n"
    )
}

#[test]
fn the_end_of_the_input_is_the_end_of_the_process() {
    let mut fixture = Fixture::start(&[]);
    for id in [1, 2] {
        fixture.send(&listen(id));
        assert_eq!(fixture.line(), acknowledged(id));
    }
    let (code, signal, out, _) = fixture.finish();
    assert_eq!((code, signal, &*out), (Some(0), None, ""));
}

#[test]
fn a_signal_gives_it_its_result() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut fixture = Fixture::start(&[]);
        fixture.send(&listen(1));
        assert_eq!(fixture.line(), acknowledged(1));
        fixture.signal(signal);
        assert_eq!(
            fixture.line(),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\",\"_meta\":{\
             \"io.modelcontextprotocol/subscriptionId\":1,\
             \"io.modelcontextprotocol/serverInfo\":{\"name\":\"fixture\",\"version\":\"1\"}}}}\n"
        );
        assert_eq!(
            fixture.line(),
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n"
        );
        fixture.await_stderr("served");
        assert_eq!(fixture.finish(), (Some(0), None, String::new(), String::new()));
    }
}
