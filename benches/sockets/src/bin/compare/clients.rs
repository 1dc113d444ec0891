//! Clients: the same calls to the same server.

use std::env;
use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use crate::ROUNDS;
use crate::process::Process;
use crate::table::{self, Column};

const CLIENTS: [(&str, &str); 2] = [("rmcp", "client-rmcp"), ("snodo", "client-snodo")];
const SERVER: &str = "server-snodo";

struct Round {
    /// Calls a second.
    rate: f64,
    /// Microseconds.
    median: f64,
    /// Microseconds: 99 of 100 calls take less.
    slow: f64,
    /// Microseconds of the client's processor for one call.
    cost: f64,
    /// KiB.
    peak: u64,
}

/// Measures both clients over both transports, a new process each round, and prints a table for each.
pub(crate) fn compare(tasks: usize, seconds: u64) -> Result<(), Box<dyn Error>> {
    for mode in ["http", "stdio"] {
        println!("\nclients over {mode}, {tasks} tasks, {ROUNDS} rounds of {seconds} s, our server");
        let mut rounds = CLIENTS.map(|_| Vec::new());
        for _ in 0..ROUNDS {
            for ((name, program), rounds) in CLIENTS.iter().zip(&mut rounds) {
                let round = round(program, mode, seconds, tasks);
                rounds.push(round.map_err(|error| format!("{name}: {error}"))?);
            }
        }
        let column = |title, decimals, value: fn(&Round) -> f64| Column {
            title,
            decimals,
            rounds: rounds.iter().map(|rounds| rounds.iter().map(value).collect()).collect(),
        };
        let columns = [
            column("calls/s", 0, |round| round.rate),
            column("median µs", 1, |round| round.median),
            column("99 % µs", 1, |round| round.slow),
            column("CPU µs each", 1, |round| round.cost),
        ];
        let peaks = rounds.each_ref().map(|rounds| rounds.iter().map(|round| round.peak).max().unwrap_or(0));
        table::print(&CLIENTS.map(|(name, _)| name), &columns, &peaks);
    }
    Ok(())
}

fn round(program: &str, mode: &str, seconds: u64, tasks: usize) -> Result<Round, Box<dyn Error>> {
    let here = env::current_exe()?;
    let (_server, target) = match mode {
        "http" => {
            let mut server = Process::start(SERVER, mode)?;
            let output = server.0.stdout.take().ok_or("it has no output")?;
            let mut url = String::new();
            BufReader::new(output).read_line(&mut url)?;
            (Some(server), url.trim().to_owned())
        }
        _ => (None, here.with_file_name(SERVER).to_string_lossy().into_owned()),
    };
    let mut client = Command::new("timeout");
    client.args(["--kill-after=5", &(seconds + 20).to_string()]).arg(here.with_file_name(program));
    client.args([mode, &target, &seconds.to_string(), &tasks.to_string()]);
    let output = client.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("{program} ended with {}", output.status).into());
    }
    let printed = String::from_utf8(output.stdout)?;
    let numbers: Vec<f64> = printed.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let [rate, median, slow, cost, peak] = numbers[..] else {
        return Err(format!("it printed {printed}").into());
    };
    Ok(Round { rate, median, slow, cost, peak: peak as u64 })
}
