//! A server in a process of its own.

use std::env;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use async_io::Async;
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, setrlimit};
use snodo_core::{NoArguments, Server, Tool};
use snodo_http::Http;

/// What takes longer than this never comes: the test fails instead of hanging.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Process {
    child: Child,
    stderr: BufReader<ChildStderr>,
    address: String,
}

impl Process {
    pub(crate) fn start() -> Process {
        Process::with("", "")
    }

    /// With one environment variable set.
    pub(crate) fn with(name: &str, value: &str) -> Process {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "child::server", "--ignored", "--nocapture"]);
        if !name.is_empty() {
            command.env(name, value);
        }
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let mut process = Process { child, stderr, address: String::new() };
        process.address = process.line().strip_prefix("serving ").unwrap().to_owned();
        process
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The next line of its standard error.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.stderr.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Lets the slow tool finish.
    pub(crate) fn go_on(&mut self) {
        drop(self.child.stdin.take());
    }

    /// Its exit code, and the signal that ended it.
    pub(crate) fn finish(mut self) -> (Option<i32>, Option<i32>) {
        use std::os::unix::process::ExitStatusExt as _;

        let status = self.child.wait().unwrap();
        (status.code(), status.signal())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Calls a tool; the answer is read by [`answered`].
pub(crate) fn call(mut stream: &TcpStream, tool: &str) {
    let body = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\"_meta\":{{\
         \"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
         \"io.modelcontextprotocol/clientCapabilities\":{{}}}}}}}}"
    );
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {tool}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
}

/// The status of the answer, which fits one read.
pub(crate) fn answered(mut stream: &TcpStream) -> String {
    let mut answer = [0; 4_096];
    let count = stream.read(&mut answer).unwrap();
    let answer = str::from_utf8(&answer[..count]).unwrap();
    answer.split("\r\n").next().unwrap().to_owned()
}

#[test]
#[ignore = "it is the server, which the other tests start"]
fn server() {
    if let Ok(descriptors) = env::var("DESCRIPTORS") {
        let limit = Some(descriptors.parse().unwrap());
        setrlimit(Resource::Nofile, Rlimit { current: limit, maximum: limit }).unwrap();
    }
    let server = Server::builder("t", "1")
        .tool(Tool::new("quick", async |_: NoArguments| Ok("done")))
        .tool(Tool::new("slow", async |_: NoArguments| {
            eprintln!("slow");
            Async::new(io::stdin())?.readable().await?;
            Ok("done")
        }))
        .tool(Tool::new("endless", async |_: NoArguments| {
            eprintln!("endless");
            std::future::pending::<()>().await;
            Ok("")
        }))
        .tool(Tool::new("block", async |_: NoArguments| {
            eprintln!("block");
            std::thread::sleep(Duration::from_secs(600));
            Ok("")
        }))
        .build()
        .unwrap();
    let listener = Http::from(server).drain(Duration::from_secs(600)).bind_local(0).unwrap();
    eprintln!("serving {}", listener.address());
    listener.serve().unwrap();
    eprintln!("served");
    // Nobody handles signals any more.
    if env::var_os("LINGER").is_some() {
        std::thread::sleep(Duration::from_secs(600));
    }
}
