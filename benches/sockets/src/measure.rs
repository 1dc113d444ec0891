//! What clients measure of themselves.

use std::time::{Duration, Instant};
use std::{fs, io};

/// What a client is to do: `CLIENT http URL SECONDS TASKS` or `CLIENT stdio PROGRAM SECONDS TASKS`.
#[derive(Debug, Clone)]
pub struct Target {
    /// The server is a program on a core of its own; a URL otherwise.
    pub is_program: bool,
    /// The URL, or the program's path.
    pub server: String,
    /// How long to call.
    pub duration: Duration,
    /// How many tasks call, each one call after the other.
    pub tasks: usize,
}

impl Target {
    /// From the arguments of the process.
    ///
    /// # Errors
    ///
    /// How it is to be called.
    pub fn from_arguments() -> Result<Target, String> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let usage = || "usage: http URL SECONDS TASKS | stdio PROGRAM SECONDS TASKS".to_owned();
        let [mode, server, seconds, tasks] = &arguments[..] else { return Err(usage()) };
        let seconds = seconds.parse().map_err(|_| usage())?;
        let tasks = tasks.parse().map_err(|_| usage())?;
        let is_program = match mode.as_str() {
            "http" => false,
            "stdio" => true,
            _ => return Err(usage()),
        };
        Ok(Target { is_program, server: server.clone(), duration: Duration::from_secs(seconds), tasks })
    }

    /// The program, on the server's core.
    #[must_use]
    pub fn command(&self) -> [&str; 5] {
        ["taskset", "--cpu-list", "0", &self.server, "stdio"]
    }
}

/// How long calls took.
#[derive(Debug)]
pub struct Measure {
    start: Instant,
    until: Instant,
    taken: Vec<Duration>,
}

impl Measure {
    /// Measuring begins now.
    #[must_use]
    pub fn new(duration: Duration) -> Measure {
        let start = Instant::now();
        Measure { start, until: start + duration, taken: Vec::with_capacity(1 << 20) }
    }

    /// Whether there is time for one more call.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        Instant::now() < self.until
    }

    /// One call that began at this moment is done.
    pub fn done(&mut self, began: Instant) {
        self.taken.push(began.elapsed());
    }

    /// Prints calls a second, the median and the 99th percentile of their microseconds, microseconds of the processor for
    /// each, and KiB of memory at most, on one line.
    ///
    /// # Errors
    ///
    /// When the system does not say what it should.
    pub fn print(mut self) -> io::Result<()> {
        let elapsed = self.start.elapsed();
        self.taken.sort_unstable();
        let count = self.taken.len();
        let at = |share: f64| {
            let taken = self.taken.get((count as f64 * share) as usize).copied().unwrap_or_default();
            taken.as_secs_f64() * 1e6
        };
        let rate = count as f64 / elapsed.as_secs_f64();
        let cost = cpu_time()?.as_secs_f64() * 1e6 / count.max(1) as f64;
        println!("{rate} {} {} {cost} {}", at(0.5), at(0.99), peak_memory()?);
        Ok(())
    }
}

/// What all threads of this process have taken, its children apart.
fn cpu_time() -> io::Result<Duration> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let fields = stat.rsplit_once(") ").ok_or(io::ErrorKind::InvalidData)?.1;
    let ticks = |at: usize| fields.split(' ').nth(at).and_then(|n| n.parse::<u64>().ok());
    let ticks = ticks(11).zip(ticks(12)).ok_or(io::ErrorKind::InvalidData)?;
    Ok(Duration::from_millis((ticks.0 + ticks.1) * 10))
}

fn peak_memory() -> io::Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
    number.ok_or_else(|| io::ErrorKind::InvalidData.into())
}
