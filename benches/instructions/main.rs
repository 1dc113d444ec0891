//! Runs one path so many times, for a tool that counts instructions. `benches/instructions/run` is that tool's caller.
//!
//! ```text
//! instructions list           the names of the paths
//! instructions PATH COUNT     runs it
//! cargo bench --bench instructions
//! ```
//!
//! The last one goes through every path once, to see that each gives its answer.

#[path = "../support"]
mod support {
    pub(crate) mod exchange;
    pub(crate) mod floor;
    pub(crate) mod subject;
    pub(crate) mod wire;
}

use std::process::ExitCode;

use support::exchange::{ANSWER, answer};
use support::floor::floor;
use support::subject::{CALL, LIST, server, server_with_context};
use support::wire::{HTTP_ANSWER, Wire, request};

/// The answer to [`LIST`].
const LISTING: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","#,
    r#""tools":[{"name":"echo","inputSchema":{"type":"object"}}],"ttlMs":0,"cacheScope":"private","#,
    r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"greeter","version":"0.1.0"}}}}"#
);

struct Path {
    name: &'static str,
    /// What the last exchange leaves in the buffer.
    answer: &'static str,
    /// Makes what it needs, then has so many exchanges.
    run: fn(u32, &mut Vec<u8>),
}

const PATHS: [Path; 5] = [
    Path { name: "floor", answer: ANSWER, run: |count, out| (0..count).for_each(|_| floor(CALL, out)) },
    Path {
        name: "call",
        answer: ANSWER,
        run: |count, out| {
            let server = server(1);
            (0..count).for_each(|_| answer(&server, CALL, out));
        },
    },
    Path {
        name: "call-context",
        answer: ANSWER,
        run: |count, out| {
            let server = server_with_context();
            (0..count).for_each(|_| answer(&server, CALL, out));
        },
    },
    Path {
        name: "list",
        answer: LISTING,
        run: |count, out| {
            let server = server(1);
            (0..count).for_each(|_| answer(&server, LIST, out));
        },
    },
    Path {
        name: "http-call",
        answer: HTTP_ANSWER,
        run: |count, out| {
            let (mut wire, request) = (Wire::new(server(1)), request());
            (0..count).for_each(|_| wire.exchange(&request, out));
        },
    },
];

impl Path {
    fn run(&self, count: u32) {
        let mut out = Vec::with_capacity(4096);
        (self.run)(count, &mut out);
        assert_eq!(String::from_utf8_lossy(&out), self.answer, "{}", self.name);
    }
}

#[expect(clippy::print_stdout, reason = "the names are what this program is asked for")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list"] => {
            let names = PATHS.map(|path| path.name);
            println!("{}", names.join("\n"));
        }
        [name, count] if !name.starts_with('-') && !count.starts_with('-') => {
            let path = PATHS.iter().find(|path| path.name == name);
            let (Some(path), Ok(count @ 1..)) = (path, count.parse()) else {
                eprintln!("usage: instructions list | instructions PATH COUNT");
                return ExitCode::from(2);
            };
            path.run(count);
        }
        // However cargo bench was called.
        _ => PATHS.iter().for_each(|path| path.run(1)),
    }
    ExitCode::SUCCESS
}
