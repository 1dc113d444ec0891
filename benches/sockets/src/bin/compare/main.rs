//! Whole servers side by side: requests over HTTP by `wrk`, calls over pipes by this program, in rounds that alternate
//! between the servers, so that they see the same machine; then whole clients, calling the same server. Started by
//! `benches/sockets/run`, on the load's core.
//!
//! ```text
//! compare SECONDS CALL_LUA    how long each measurement takes, and the script for wrk
//! ```

mod clients;
mod http;
mod process;
mod stdio;
mod table;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// How often each server is measured. The middle one counts.
const ROUNDS: usize = 3;

fn run(seconds: u64, script: &Path) -> Result<(), Box<dyn Error>> {
    println!("load of the machine before: {}", load()?);
    for connections in [16, 64] {
        http::compare(connections, seconds, script)?;
    }
    stdio::compare(Duration::from_secs(seconds))?;
    for tasks in [1, 16] {
        clients::compare(tasks, seconds)?;
    }
    println!("\nload of the machine after: {}", load()?);
    Ok(())
}

fn load() -> std::io::Result<String> {
    Ok(fs::read_to_string("/proc/loadavg")?.trim().to_owned())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, script] = &arguments[..] else {
        eprintln!("usage: compare SECONDS CALL_LUA");
        return ExitCode::from(2);
    };
    let Ok(seconds @ 1..=60) = seconds.parse() else {
        eprintln!("SECONDS: 1 to 60");
        return ExitCode::from(2);
    };
    match run(seconds, Path::new(script)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
