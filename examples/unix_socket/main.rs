//! A server on a Unix domain socket: newline-framed messages, any number of clients after and beside each other.
//!
//! ```text
//! cargo run --example unix_socket -- [PATH]
//! cargo run --example unix_socket -- --check
//! ```
//!
//! Each connection is a stream of its own with its own framing and its own ids; the limits of what runs are common to
//! all. Choose it for a daemon that local programs share: file permissions say who may call, and no web page can.
//!
//! It serves on `PATH` (by default a socket in a folder of its own, which only its owner may enter), prints a line that
//! calls it, and ends with its input: type Ctrl-D. The socket's file goes with it; one that a killed process has left
//! is replaced. With `--check` it calls itself over two connections, and ends.

#[cfg(unix)]
mod connections;
#[cfg(unix)]
mod place;

#[cfg(unix)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    unix::main()
}

#[cfg(not(unix))]
fn main() {
    eprintln!("There are no Unix domain sockets here.");
}

#[cfg(unix)]
mod unix {
    use std::error::Error;
    use std::io::{Read, Write};
    use std::net::Shutdown;
    use std::os::unix::net::UnixStream;
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    use smol::Unblock;
    use smol::io::AsyncReadExt as _;
    use snodo::executor::{Executor, spawn_fn};
    use snodo::{NoArguments, Server, Tool};

    use crate::connections;
    use crate::place::Place;

    fn server() -> Result<Server, snodo::Error> {
        let hello = Tool::new("hello", async |_: NoArguments| {
            // Other connections go on meanwhile.
            smol::future::yield_now().await;
            Ok("Hello from next door.")
        });
        Server::builder("unix-socket", "0.1.0").tool(hello.description("Say hello")).build()
    }

    pub(crate) fn main() -> Result<(), Box<dyn Error>> {
        let argument = std::env::args_os().nth(1);
        let is_check = argument.as_ref().is_some_and(|argument| argument == "--check");
        let place = match argument {
            Some(path) if !is_check => Place::at(PathBuf::from(path))?,
            _ => Place::of_its_own()?,
        };
        let spawn = spawn_fn(|task| smol::spawn(task).detach());
        let executor = Executor::builder(spawn).max_running(32).max_queued(128).build()?;
        let path = place.path().to_owned();
        let ended = async {
            if is_check {
                return smol::unblock(move || check(&path)).await;
            }
            eprintln!("Serving on {0}. Try:\n\necho '{MESSAGE}' | nc -N -U {0}\n", path.display());
            let mut input = Unblock::new(std::io::stdin());
            let mut dropped = [0; 512];
            while input.read(&mut dropped).await? > 0 {}
            Ok(())
        };
        smol::block_on(connections::serve(place.listener()?, &server()?, &executor, ended))?;
        drop(place);
        Ok(())
    }

    const MESSAGE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hello","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;

    const ANSWER: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"Hello from next door."}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"unix-socket","version":"0.1.0"}}}}"#;

    /// Calls itself as two clients would, whose connections are open at the same time and whose ids are the same.
    fn check(path: &Path) -> std::io::Result<()> {
        let mut clients = [UnixStream::connect(path)?, UnixStream::connect(path)?];
        for client in &mut clients {
            client.set_read_timeout(Some(Duration::from_secs(10)))?;
            writeln!(client, "{MESSAGE}")?;
            client.shutdown(Shutdown::Write)?;
        }
        for mut client in clients {
            let mut answer = String::new();
            client.read_to_string(&mut answer)?;
            assert_eq!(answer.strip_suffix('\n'), Some(ANSWER));
        }
        eprintln!("both clients were answered as expected");
        Ok(())
    }
}
