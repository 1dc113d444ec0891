//! What is written to the log.

use std::sync::Mutex;

use log::{LevelFilter, Log, Metadata, Record};
use snodo_client::Http;

/// Keeps what is logged at any level.
struct Kept(Mutex<Vec<String>>);

static KEPT: Kept = Kept(Mutex::new(Vec::new()));

impl Log for Kept {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let line = format!("{} {}", record.level(), record.args());
        self.0.lock().expect("no logger panics").push(line);
    }

    fn flush(&self) {}
}

#[test]
fn credentials_that_go_out_unencrypted_are_warned_of_and_not_shown() {
    log::set_logger(&KEPT).expect("nobody else logs");
    log::set_max_level(LevelFilter::Trace);
    for (url, name) in [
        ("http://warned.example/mcp", "Authorization"),
        ("https://encrypted.example/mcp", "Authorization"),
        ("http://127.0.0.1:9/local.example", "Authorization"),
        ("http://unnamed.example/mcp", "x-other"),
    ] {
        // Without encryption there are no such URLs.
        if cfg!(feature = "tls") || !url.starts_with("https") {
            let http = Http::new(url).and_then(|http| http.header(name, "Bearer passw0rd"));
            drop(http.expect("good settings"));
        }
    }
    let kept = KEPT.0.lock().expect("no logger panics");
    let about = |host: &str| kept.iter().filter(|line| line.contains(host)).cloned().collect::<Vec<_>>();
    assert_eq!(
        about("warned.example"),
        ["WARN credentials for warned.example go out unencrypted: use https"]
    );
    for host in ["encrypted.example", "local.example", "unnamed.example", "passw0rd"] {
        assert!(about(host).is_empty(), "{host}");
    }
}
