//! Requests on connections that are kept alive.

use std::error::Error;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;

use snodo_sockets::{ANSWER, CALL, ECHOED};

use crate::ROUNDS;
use crate::process::Process;
use crate::table::{self, Column};

struct Subject {
    name: &'static str,
    process: Process,
    url: String,
    /// Requests a second, by round.
    rates: Vec<f64>,
    /// Microseconds of the processor for a request, by round.
    costs: Vec<f64>,
}

/// Measures all servers and prints a table.
pub(crate) fn compare(connections: u32, seconds: u64, script: &Path) -> Result<(), Box<dyn Error>> {
    println!("\nHTTP, {connections} connections, {ROUNDS} rounds of {seconds} s");
    let mut subjects =
        vec![Subject::start("hyper", "server-hyper")?, Subject::start("snodo", "server-snodo")?];
    for subject in &subjects {
        let answer = subject.ask()?;
        if answer != ANSWER {
            return Err(format!("{}: not the answer: {answer}", subject.name).into());
        }
    }
    let rmcp = Subject::start("rmcp", "server-rmcp")?;
    match rmcp.ask() {
        Ok(answer) if answer.contains(ECHOED) => subjects.push(rmcp),
        Ok(answer) => println!("rmcp is left out: it answers {answer}"),
        Err(error) => println!("rmcp is left out: {error}"),
    }
    for round in 0..ROUNDS {
        // Each is first once.
        for at in 0..subjects.len() {
            let at = (at + round) % subjects.len();
            subjects[at].load(connections, seconds, script)?;
        }
    }
    let peaks =
        subjects.iter().map(|subject| subject.process.peak_memory()).collect::<Result<Vec<_>, _>>()?;
    let names: Vec<_> = subjects.iter().map(|subject| subject.name).collect();
    let rates = subjects.iter().map(|subject| subject.rates.clone()).collect();
    let costs = subjects.iter().map(|subject| subject.costs.clone()).collect();
    let columns = [
        Column { title: "requests/s", decimals: 0, rounds: rates },
        Column { title: "CPU µs each", decimals: 1, rounds: costs },
    ];
    table::print(&names, &columns, &peaks);
    Ok(())
}

impl Subject {
    fn start(name: &'static str, program: &str) -> Result<Subject, Box<dyn Error>> {
        let mut process = Process::start(program, "http")?;
        let mut url = String::new();
        BufReader::new(process.0.stdout.as_mut().ok_or("it has no output")?).read_line(&mut url)?;
        let url = url.trim_end().to_owned();
        if url.is_empty() {
            return Err(format!("{program} says no URL").into());
        }
        Ok(Subject { name, process, url, rates: Vec::new(), costs: Vec::new() })
    }

    /// The body of the answer to one request. An error unless its status is 200.
    fn ask(&self) -> Result<String, Box<dyn Error>> {
        let address = self.url.strip_prefix("http://").and_then(|rest| rest.strip_suffix("/mcp"));
        let address = address.ok_or("no address in the URL")?;
        let mut stream = TcpStream::connect(address)?;
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\n\
            Host: {address}\r\n\
            Connection: close\r\n\
            Content-Type: application/json\r\n\
            Accept: application/json, text/event-stream\r\n\
            MCP-Protocol-Version: 2026-07-28\r\n\
            Mcp-Method: tools/call\r\n\
            Mcp-Name: echo\r\n\
            Content-Length: {}\r\n\
            \r\n\
            {CALL}",
            CALL.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("no HTTP in the answer")?;
        if head.starts_with("HTTP/1.1 200 ") { Ok(body.to_owned()) } else { Err(answer.into()) }
    }

    /// One round.
    fn load(&mut self, connections: u32, seconds: u64, script: &Path) -> Result<(), Box<dyn Error>> {
        let before = self.process.cpu_time()?;
        let output = Command::new("setpriv")
            .args(["--pdeathsig", "KILL", "wrk", "--threads", "1"])
            .args(["--connections", &connections.to_string(), "--duration", &seconds.to_string()])
            .arg("--script")
            .arg(script)
            .args([&self.url, "--", CALL])
            .output()?;
        let taken = self.process.cpu_time()? - before;
        let text = String::from_utf8_lossy(&output.stdout);
        let measured = text.lines().find_map(|line| line.strip_prefix("measured "));
        let words: Vec<_> = measured.unwrap_or_default().split(' ').collect();
        let [requests, "requests", microseconds, "us", failed, "failed"] = words[..] else {
            return Err(format!("wrk: {}{text}", String::from_utf8_lossy(&output.stderr)).into());
        };
        if failed != "0" {
            return Err(format!("{}: {failed} requests failed", self.name).into());
        }
        let requests: f64 = requests.parse()?;
        self.rates.push(requests / microseconds.parse::<f64>()? * 1e6);
        self.costs.push(taken.as_secs_f64() * 1e6 / requests);
        Ok(())
    }
}
