//! The program behind the tests of whole processes: tools that print, block, fail and take their time, and
//! subscriptions that nothing is told on.
//!
//! Run it with `cargo run -p snodo-stdio --example stdio_fixture` and type a message; it answers on the next line,
//! says on standard error what it does, and ends at the end of the input. `--write-timeout MS` sets that limit,
//! `--no-isolation` leaves file descriptors 0 and 1 alone, and `--linger` stays when it should be over.

use std::error::Error;
use std::io::Write as _;
use std::process::{Command, Stdio as Streams};
use std::time::Duration;

use serde::Deserialize;
use snodo_core::{Hub, NoArguments, Server, Tool};
use snodo_stdio::Stdio;

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
struct Pause {
    ms: u64,
}

#[derive(Deserialize)]
struct Size {
    bytes: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    log::set_logger(&StandardError).map_err(|e| e.to_string())?;
    log::set_max_level(log::LevelFilter::Debug);

    let mut stdio = Stdio::new(server()?);
    let mut linger = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--write-timeout" => {
                let ms = arguments.next().ok_or("--write-timeout takes a number")?.parse()?;
                stdio = stdio.write_timeout(Some(Duration::from_millis(ms)));
            }
            "--no-isolation" => stdio = stdio.isolate(false),
            "--linger" => linger = true,
            _ => return Err(format!("unknown argument {argument}").into()),
        }
    }
    stdio.serve()?;
    eprintln!("served");
    if linger {
        loop {
            std::thread::park();
        }
    }
    Ok(())
}

fn server() -> Result<Server, snodo_core::Error> {
    Server::builder("fixture", "1")
        .source(Hub::new())
        .tool(Tool::new("echo", async |args: Text| Ok(args.text)))
        .tool(Tool::new("slow", async |args: Pause| {
            async_io::Timer::after(Duration::from_millis(args.ms)).await;
            Ok("done")
        }))
        .tool(Tool::new("big", async |args: Size| Ok("x".repeat(args.bytes))))
        .tool(Tool::new("boom", async |args: Text| if true { panic!("{}", args.text) } else { Ok("") }))
        .tool(Tool::new("print", async |args: Text| {
            #[expect(clippy::print_stdout, reason = "what a beginner does")]
            {
                println!("{}", args.text);
                print!("and half a line");
            }
            Ok("printed")
        }))
        .tool(Tool::new("block", async |args: Pause| {
            let _ = writeln!(std::io::stderr(), "blocking");
            std::thread::sleep(Duration::from_millis(args.ms));
            Ok("done")
        }))
        .tool(Tool::new("child", async |_: NoArguments| {
            let child = Command::new("cat").stdin(Streams::inherit()).output()?;
            Ok(format!("{}, {} bytes read", child.status, child.stdout.len()))
        }))
        .build()
}

/// Log records as lines on standard error.
struct StandardError;

impl log::Log for StandardError {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.target() == "snodo::stdio"
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            // Nobody may read it.
            let _ = writeln!(std::io::stderr(), "{}: {}", record.target(), record.args());
        }
    }

    fn flush(&self) {}
}
