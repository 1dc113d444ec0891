//! Calls over pipes: one after the other, and many at once.

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{ChildStdin, ChildStdout};
use std::thread;
use std::time::{Duration, Instant};

use snodo_sockets::{CALL, ECHOED};

use crate::ROUNDS;
use crate::process::Process;
use crate::table::{self, Column};

/// So many calls are written without waiting for an answer.
const PIPELINED: usize = 80_000;

const SERVERS: [(&str, &str); 2] = [("rmcp", "server-rmcp"), ("snodo", "server-snodo")];

struct Round {
    /// Calls a second, one after the other.
    sequential: f64,
    /// Calls a second, many at once.
    pipelined: f64,
    /// Microseconds of the processor for one of the many.
    cost: f64,
    /// KiB.
    peak: u64,
}

/// Measures both servers, a new process each round, and prints a table.
pub(crate) fn compare(duration: Duration) -> Result<(), Box<dyn Error>> {
    println!(
        "\nstdio, {ROUNDS} rounds: calls one after the other for {} s, then {PIPELINED} pipelined",
        duration.as_secs()
    );
    let mut rounds = SERVERS.map(|_| Vec::new());
    for _ in 0..ROUNDS {
        for ((name, program), rounds) in SERVERS.iter().zip(&mut rounds) {
            rounds.push(round(program, duration).map_err(|error| format!("{name}: {error}"))?);
        }
    }
    let column = |title, decimals, value: fn(&Round) -> f64| Column {
        title,
        decimals,
        rounds: rounds.iter().map(|rounds| rounds.iter().map(value).collect()).collect(),
    };
    let columns = [
        column("one by one/s", 0, |round| round.sequential),
        column("pipelined/s", 0, |round| round.pipelined),
        column("CPU µs each", 1, |round| round.cost),
    ];
    let peaks = rounds.each_ref().map(|rounds| rounds.iter().map(|round| round.peak).max().unwrap_or(0));
    table::print(&SERVERS.map(|(name, _)| name), &columns, &peaks);
    Ok(())
}

fn round(program: &str, duration: Duration) -> Result<Round, Box<dyn Error>> {
    let mut process = Process::start(program, "stdio")?;
    let mut input = process.0.stdin.take().ok_or("it has no input")?;
    let mut output = BufReader::new(process.0.stdout.take().ok_or("it has no output")?);
    let sequential = one_by_one(&mut input, &mut output, duration)?;
    let before = process.cpu_time()?;
    // With its input still open it does not end before it was asked for its memory.
    let (pipelined, _input) = many_at_once(input, &mut output)?;
    let taken = process.cpu_time()? - before;
    let cost = taken.as_secs_f64() * 1e6 / PIPELINED as f64;
    Ok(Round { sequential, pipelined, cost, peak: process.peak_memory()? })
}

/// The call with an id of its own, and the end of its line.
fn call(id: usize) -> String {
    CALL.replacen(r#""id":1,"#, &format!(r#""id":{id},"#), 1) + "\n"
}

fn one_by_one(
    input: &mut ChildStdin,
    output: &mut BufReader<ChildStdout>,
    duration: Duration,
) -> Result<f64, Box<dyn Error>> {
    let call = call(1);
    let mut answer = String::new();
    let mut calls = 0_u32;
    let start = Instant::now();
    while start.elapsed() < duration {
        input.write_all(call.as_bytes())?;
        answer.clear();
        output.read_line(&mut answer)?;
        if !answer.contains(ECHOED) {
            return Err(format!("not the answer: {answer}").into());
        }
        calls += 1;
    }
    Ok(f64::from(calls) / start.elapsed().as_secs_f64())
}

/// Writes and reads at the same time; answers come in any order, and each once.
fn many_at_once(
    mut input: ChildStdin,
    output: &mut BufReader<ChildStdout>,
) -> Result<(f64, ChildStdin), Box<dyn Error>> {
    let calls: String = (0..PIPELINED).map(call).collect();
    let mut answered = vec![false; PIPELINED];
    let mut answer = String::new();
    let start = Instant::now();
    // After an error it ends together with the server.
    let writing = thread::spawn(move || input.write_all(calls.as_bytes()).map(|()| input));
    for _ in 0..PIPELINED {
        answer.clear();
        output.read_line(&mut answer)?;
        let id = id(&answer).filter(|_| answer.contains(ECHOED));
        match id.and_then(|id| answered.get_mut(id)) {
            Some(answered) if !*answered => *answered = true,
            _ => return Err(format!("not an answer that is due: {answer}").into()),
        }
    }
    let rate = PIPELINED as f64 / start.elapsed().as_secs_f64();
    Ok((rate, writing.join().expect("writing does not panic")?))
}

fn id(answer: &str) -> Option<usize> {
    let (_, rest) = answer.split_once(r#""id":"#)?;
    rest[..rest.find(|c: char| !c.is_ascii_digit())?].parse().ok()
}
