//! A server as a process on a core of its own.

use std::io;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, fs};

/// The core of the server. The load has another one, by `benches/sockets/run`.
const CORE: &str = "0";
/// So many ticks of the kernel's accounting make a second, on all of Linux's usual platforms.
const TICKS: u64 = 100;

/// It is killed when this value is dropped, and when this program ends in any other way.
#[derive(Debug)]
pub(crate) struct Process(pub(crate) Child);

impl Process {
    /// Starts one of this package's programs, with pipes for its input and output. Its last argument is the mode.
    pub(crate) fn start(program: &str, mode: &str) -> io::Result<Process> {
        let path = env::current_exe()?.with_file_name(program);
        // Both become what they start, so the process is the server's own.
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL", "taskset", "--cpu-list", CORE]).arg(path).arg(mode);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map(Process)
    }

    /// The most memory that it had resident so far, in KiB.
    pub(crate) fn peak_memory(&self) -> io::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        number(line.and_then(|line| line.trim().strip_suffix(" kB")))
    }

    /// What all its threads have taken so far, in steps of 10 ms.
    pub(crate) fn cpu_time(&self) -> io::Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0.id()))?;
        // The name before may have blanks in it. User and system time are the 14th and the 15th field of all.
        let (_, fields) = stat.rsplit_once(") ").ok_or(io::ErrorKind::InvalidData)?;
        let mut times = fields.split(' ').skip(11);
        let ticks = number(times.next())? + number(times.next())?;
        Ok(Duration::from_millis(ticks * 1000 / TICKS))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn number(text: Option<&str>) -> io::Result<u64> {
    text.and_then(|text| text.trim().parse().ok()).ok_or_else(|| io::ErrorKind::InvalidData.into())
}
