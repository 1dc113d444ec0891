//! Whether the server speaks the revision, found out when connecting.

use std::pin::pin;
use std::time::Duration;

use snodo_client::{Client, Error, ErrorKind, Target};

use crate::script::{Part, Script, Step, error, now, result, say, try_now};

fn probe(part: Part) -> Result<Client, Error> {
    now(Client::builder().probe().connect(Target::transport(Script::new([part]))))
}

#[test]
fn a_server_of_the_revision_is_connected_to() {
    let part = result(
        r#""resultType":"complete","supportedVersions":["2099-01-01","2026-07-28"],"capabilities":{}"#,
    );
    assert!(probe(part).is_ok());
    let refused = r#"{"jsonrpc":"2.0","id":$ID,"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"x"}}}"#;
    assert!(probe(vec![say(refused)]).is_ok(), "it says itself that it speaks it");
}

#[test]
fn a_server_of_other_revisions_is_told_by_what_it_speaks() {
    let refused = r#"{"jsonrpc":"2.0","id":$ID,"error":{"code":-32022,"message":"no","data":{"supported":["2099-01-01"],"requested":"2026-07-28"}}}"#;
    let listed = result(r#""supportedVersions":["2099-01-01"],"capabilities":{}"#);
    for part in [vec![say(refused)], listed] {
        let error = probe(part).expect_err("it does not speak it");
        assert_eq!((error.kind(), error.code()), (ErrorKind::Connection, -32000));
        assert_eq!(error.data(), Some(r#"{"requested":"2026-07-28","supported":["2099-01-01"]}"#));
        assert!(error.message().contains("2099-01-01"), "{error}");
    }
}

#[test]
fn a_server_of_the_handshake_era_is_told_by_its_error() {
    let error = probe(error(-32601)).expect_err("it does not speak it");
    assert_eq!(error.kind(), ErrorKind::Connection);
    assert!(error.message().contains("2026-07-28") && error.message().contains("-32601"), "{error}");
}

#[test]
fn a_silent_server_is_given_up_after_ten_seconds() {
    let script = Script::new([vec![Step::Hang]]);
    let builder = Client::builder().probe().clock(script.clock.clone());
    let mut connect = pin!(builder.connect(Target::transport(script.clone())));
    assert!(try_now(&mut connect).is_none());
    script.clock.advance(Duration::from_secs(10));
    assert!(try_now(&mut connect).expect("its time is over").expect_err("nothing came").is_timeout());
}

#[test]
fn nothing_is_asked_unless_it_is_wanted() {
    let script = Script::new([]);
    assert!(now(Client::builder().connect(Target::transport(script.clone()))).is_ok());
    assert!(script.sent().is_empty());
}
